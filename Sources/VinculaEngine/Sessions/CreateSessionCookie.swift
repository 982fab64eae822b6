package import VinculaCore

extension AuthEngine {
    /// Exchanges an ID token for a session cookie, for a backend that has just received the token.
    ///
    /// The cookie's claims are those that an ID token would have now. How fresh the sign-in must be is for the backend to decide, by the token's `auth_time`. The cookie is valid until it
    /// expires for everybody who only verifies it; whoever also looks up the account learns of a revocation.
    ///
    /// - Parameters:
    ///   - idToken: The person's ID token, as received. Its session must be open.
    ///   - validSeconds: The cookie's lifetime, as received.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingIDToken``, ``AuthError/invalidCookieDuration``, and the answers to an unusable ID token.
    package func createSessionCookie(
        idToken: String?, validSeconds: Int64?, in scope: ProjectScope
    ) async throws -> String {
        guard let idToken, !idToken.isEmpty else { throw AuthError.missingIDToken }
        let lifetime = try SessionCookiePolicy.lifetime(validSeconds)
        let facts = try tokens.verifyCaller(idToken, in: scope, now: clock.now)
        let life = sessionLife
        let (account, session, now) = try await read(in: scope) { reading in
            let (account, session) = try reading.currentSession(facts, life)
            // The token may be from before the project required second factors.
            guard try !reading.isForEnrollment(session, of: account) else { throw AuthError.secondFactorRequired }
            return (account, session, reading.now)
        }
        do {
            return try tokens.sessionCookie(for: account, session: session, lifetime: lifetime, now: now)
        } catch is KeyRing.NoSigningKey {
            // A server takes requests before it has made its key for cookies.
            try await signingKeys.prepare([.sessionCookie])
            return try tokens.sessionCookie(for: account, session: session, lifetime: lifetime, now: now)
        }
    }
}
