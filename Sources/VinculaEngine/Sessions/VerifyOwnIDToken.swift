package import Foundation
package import VinculaCore
import VinculaCrypto

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
    /// The session's id; `nil` in tokens of earlier versions.
    package let session: Data?
    /// True for an ``EnrollmentToken``.
    package let isForEnrollment: Bool
    /// The key that the token's session was bound to when the token was issued, if any.
    package let key: KeyThumbprint?

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

extension TokenMint {
    /// Verifies an ID token of ours: signature, issuer, audience, times.
    ///
    /// - Throws: ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``.
    package func verify(_ text: String, in scope: ProjectScope, now: Timestamp) throws(AuthError) -> IDTokenFacts {
        guard let token = verified.genuine(text, check: { genuine(text) }), token.scope == scope,
            token.facts.issuedAt <= now.seconds + 60,
            token.keyID.map({ keys.mayHaveSigned($0, at: token.facts.issuedAt) }) ?? !areSigned
        else { throw .invalidIDToken }
        guard token.expiresAt > now.seconds else { throw .tokenExpired }
        return token.facts
    }

    /// The project and tenant of a genuine ID token of ours, whatever its times; `nil` for every other text.
    package func scope(ofGenuine text: String) -> ProjectScope? { verified.genuine(text) { genuine(text) }?.scope }

    /// Checks what does not depend on the time: the token's signer, its project, and that it has the claims of our tokens.
    private func genuine(_ text: String) -> VerifiedTokenCache.Genuine? {
        let signed = JSONWebToken(text)
        guard let claims = signed?.claims ?? unsignedClaims(text),
            let issuedAt = claims["iat"]?.int, let expiresAt = claims["exp"]?.int, let authTime = claims["auth_time"]?.int,
            let account = claims["sub"]?.string, claims["user_id"]?.string == account,
            let firebase = claims["firebase"], let provider = firebase["sign_in_provider"]?.string,
            issuedAt < expiresAt, expiresAt <= issuedAt &+ Self.idTokenLifetime,
            let audience = claims["aud"]?.string, signed.map(isSigned) ?? !areSigned
        else { return nil }
        let enrollee = EnrollmentToken.project(ofAudience: audience)
        let project = enrollee ?? audience
        guard claims["iss"]?.string == issuer(of: project) else { return nil }
        let facts = IDTokenFacts(
            account: AccountID(account), issuedAt: issuedAt, authTime: Timestamp(seconds: authTime),
            generation: firebase[IDTokenClaims.generation]?.int, signInProvider: ProviderID(provider),
            secondFactor: firebase[IDTokenClaims.secondFactor]?.string.map(SecondFactorID.init),
            session: firebase[IDTokenClaims.session]?.string.flatMap { Data(base64URL: $0) },
            isForEnrollment: enrollee != nil,
            key: claims["cnf"]?["jkt"]?.string.flatMap { Data(base64URL: $0) }.map { KeyThumbprint($0) })
        return VerifiedTokenCache.Genuine(
            facts: facts, scope: ProjectScope(project: project, tenant: firebase["tenant"]?.string ?? ""), keyID: signed?.keyID,
            expiresAt: expiresAt)
    }

    private func isSigned(_ token: JSONWebToken) -> Bool { token.keyID.map { keys.isSigned(token, by: $0) } ?? false }

    /// The claims of a token that nobody signed, if this server's are not signed.
    private func unsignedClaims(_ text: String) -> JSONValue? {
        guard !areSigned, let token = UnsignedToken(text), token.isJWT else { return nil }
        return token.claims
    }
}

extension AuthEngine {
    /// The project and tenant of a genuine ID token of ours, whatever its times; `nil` for every other text.
    ///
    /// A token of another server's newest key is recognised even if this one has not heard of the key yet.
    package func scope(ofGenuine idToken: String) async throws -> ProjectScope? {
        if let scope = tokens.scope(ofGenuine: idToken) { return scope }
        return try await signingKeys.learnSigner(of: idToken) ? tokens.scope(ofGenuine: idToken) : nil
    }
}
