package import VinculaCore
package import VinculaCrypto

/// The tokens that a client stores after a sign-in.
package struct TokenSet: Hashable, Sendable {
    package let idToken: String
    package let refreshToken: String
    /// The ID token's lifetime, in seconds.
    package let expiresIn: Int64
}

/// The facts of a verified ID token of ours.
package struct IDTokenFacts: Hashable, Sendable {
    package let account: AccountID
    /// In seconds.
    package let issuedAt: Int64
    package let authTime: Timestamp
    /// The account's generation when the token was issued; `nil` in tokens from elsewhere.
    package let generation: Int64?
    package let signInProvider: ProviderID
    /// The second factor that the session's person gave, if any.
    package let secondFactor: SecondFactorID?

    /// Checks that the token still opens its account.
    ///
    /// - Parameter account: The account as it is now, or `nil` if it no longer exists.
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/userDisabled``, ``AuthError/tokenExpired``.
    package func require(_ account: Account?) throws(AuthError) -> Account {
        guard let account else { throw .userNotFound }
        guard !account.isDisabled else { throw .userDisabled }
        // Not the time of issue: after the clock was set back it is before a `validSince` that the session came after.
        guard generation == account.generation, authTime.seconds >= account.validSince ?? .min else {
            throw .tokenExpired
        }
        return account
    }
}

/// Issues and verifies the project's ID tokens, and makes refresh tokens.
package struct TokenMint: Sendable {
    /// The lifetime of an ID token, in seconds.
    package static let idTokenLifetime: Int64 = 3600
    package let keys: KeyRing
    let refreshTokens: RefreshTokens
    private let issuerPrefix: String
    private let verified = VerifiedTokens()

    /// - Parameters:
    ///   - issuerPrefix: The text before the project's id in `iss`.
    ///   - keys: The signing keys.
    ///   - refreshTokens: Makes refresh tokens.
    package init(issuerPrefix: String, keys: KeyRing, refreshTokens: RefreshTokens) {
        self.issuerPrefix = issuerPrefix
        self.keys = keys
        self.refreshTokens = refreshTokens
    }

    /// The issuer of a project's ID tokens.
    package func issuer(of project: String) -> String { issuerPrefix + project }

    /// Issues an ID token.
    func idToken(for account: Account, session: Session, now: Timestamp) throws -> String {
        let claims = IDTokenClaims.make(
            account: account, session: session, issuer: issuer(of: session.scope.project), now: now,
            lifetime: Self.idTokenLifetime)
        let key = try keys.signer(.idToken, now: now)
        return try JSONWebToken.sign(claims: claims.text, keyID: key.id, with: key.privateKey)
    }

    /// Verifies an ID token of ours: signature, issuer, audience, times.
    ///
    /// - Throws: ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``.
    package func verify(_ text: String, in scope: ProjectScope, now: Timestamp) throws(AuthError) -> IDTokenFacts {
        guard let token = verified.genuine(text, check: { genuine(text) }), token.scope == scope,
            token.facts.issuedAt <= now.seconds + 60, keys.mayHaveSigned(token.keyID, at: token.facts.issuedAt)
        else { throw .invalidIDToken }
        guard token.expiresAt > now.seconds else { throw .tokenExpired }
        return token.facts
    }

    /// Checks what does not depend on the time: the token's signer, its project, and that it has the claims of our tokens.
    private func genuine(_ text: String) -> VerifiedTokens.Genuine? {
        guard let token = JSONWebToken(text), let keyID = token.keyID,
            let issuedAt = token.claims["iat"]?.int, let expiresAt = token.claims["exp"]?.int,
            let authTime = token.claims["auth_time"]?.int,
            let account = token.claims["sub"]?.string, token.claims["user_id"]?.string == account,
            let firebase = token.claims["firebase"], let provider = firebase["sign_in_provider"]?.string,
            issuedAt < expiresAt, expiresAt <= issuedAt &+ Self.idTokenLifetime,
            let project = token.claims["aud"]?.string, token.claims["iss"]?.string == issuer(of: project),
            keys.isSigned(token, by: keyID)
        else { return nil }
        let facts = IDTokenFacts(
            account: AccountID(account), issuedAt: issuedAt, authTime: Timestamp(seconds: authTime),
            generation: firebase[IDTokenClaims.generation]?.int, signInProvider: ProviderID(provider),
            secondFactor: firebase[IDTokenClaims.secondFactor]?.string.map(SecondFactorID.init))
        return VerifiedTokens.Genuine(
            facts: facts, scope: ProjectScope(project: project, tenant: firebase["tenant"]?.string ?? ""), keyID: keyID,
            expiresAt: expiresAt)
    }
}
