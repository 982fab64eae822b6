import VinculaCore
package import VinculaCrypto

/// The tokens that a client stores after a sign-in.
package struct TokenSet: Hashable, Sendable {
    package let idToken: String
    package let refreshToken: String
    /// The ID token's lifetime, in seconds.
    package let expiresIn: Int64
}

/// Issues ID tokens and session cookies of this server, and makes refresh tokens; `VerifyOwnIDToken.swift` verifies ID tokens.
package struct TokenMint: Sendable {
    /// The lifetime of an ID token, in seconds.
    package static let idTokenLifetime: Int64 = 3600
    package let keys: KeyRing
    let refreshTokens: RefreshTokens
    private let issuerPrefix: String
    private let cookieIssuerPrefix: String
    let verified = VerifiedTokenCache()

    /// - Parameters:
    ///   - issuerPrefix: The text before the project's id in the `iss` of ID tokens.
    ///   - cookieIssuerPrefix: The same for session cookies; another one, so that neither passes for the other.
    ///   - keys: The signing keys.
    ///   - refreshTokens: Makes refresh tokens.
    package init(
        issuerPrefix: String, cookieIssuerPrefix: String = "https://session.firebase.google.com/", keys: KeyRing,
        refreshTokens: RefreshTokens
    ) {
        self.issuerPrefix = issuerPrefix
        self.cookieIssuerPrefix = cookieIssuerPrefix
        self.keys = keys
        self.refreshTokens = refreshTokens
    }

    /// The issuer of a project's ID tokens.
    package func issuer(of project: String) -> String { issuerPrefix + project }

    /// Issues an ID token.
    ///
    /// - Parameter isForEnrollment: `true` for an ``EnrollmentToken``.
    func idToken(for account: Account, session: Session, isForEnrollment: Bool = false, now: Timestamp) throws -> String {
        let claims = IDTokenClaims.make(
            account: account, session: session, isForEnrollment: isForEnrollment, issuer: issuer(of: session.scope.project),
            now: now, lifetime: Self.idTokenLifetime)
        let key = try keys.signer(.idToken, now: now)
        return try JSONWebToken.sign(claims: claims.text, keyID: key.id, with: key.privateKey)
    }

    /// Makes a session cookie: the claims of an ID token that is issued now, with another issuer, signer and lifetime.
    ///
    /// - Parameter lifetime: In seconds.
    func sessionCookie(for account: Account, session: Session, lifetime: Int64, now: Timestamp) throws -> String {
        let claims = IDTokenClaims.make(
            account: account, session: session, issuer: cookieIssuerPrefix + session.scope.project, now: now, lifetime: lifetime)
        let key = try keys.signer(.sessionCookie, now: now)
        return try JSONWebToken.sign(claims: claims.text, keyID: key.id, with: key.privateKey)
    }
}
