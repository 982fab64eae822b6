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
    /// `false` if tokens are unsigned, as the emulator's are, and unsigned ones are accepted; only `--dev` allows that.
    let areSigned: Bool
    let verified = VerifiedTokenCache()

    /// - Parameters:
    ///   - issuerPrefix: The text before the project's id in the `iss` of ID tokens.
    ///   - cookieIssuerPrefix: The same for session cookies; another one, so that neither passes for the other.
    ///   - keys: The signing keys.
    ///   - refreshTokens: Makes refresh tokens.
    ///   - areSigned: `false` for a development server whose tokens nobody signs: whoever can write JSON can write them.
    package init(
        issuerPrefix: String, cookieIssuerPrefix: String = "https://session.firebase.google.com/", keys: KeyRing,
        refreshTokens: RefreshTokens, areSigned: Bool = true
    ) {
        self.issuerPrefix = issuerPrefix
        self.cookieIssuerPrefix = cookieIssuerPrefix
        self.keys = keys
        self.refreshTokens = refreshTokens
        self.areSigned = areSigned
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
        return try text(claims.text, for: .idToken, now: now)
    }

    /// Makes a session cookie: the claims of an ID token that is issued now, with another issuer, signer and lifetime.
    ///
    /// - Parameter lifetime: In seconds.
    func sessionCookie(for account: Account, session: Session, lifetime: Int64, now: Timestamp) throws -> String {
        let claims = IDTokenClaims.make(
            account: account, session: session, isForBackend: true, issuer: cookieIssuerPrefix + session.scope.project, now: now,
            lifetime: lifetime)
        return try text(claims.text, for: .sessionCookie, now: now)
    }

    private func text(_ claims: String, for purpose: SigningPurpose, now: Timestamp) throws -> String {
        guard areSigned else { return UnsignedToken.text(claims: claims) }
        let key = try keys.signer(purpose, now: now)
        return try JSONWebToken.sign(claims: claims, keyID: key.id, with: key.privateKey)
    }
}
