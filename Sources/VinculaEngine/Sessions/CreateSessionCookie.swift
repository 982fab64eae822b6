package import VinculaCore

extension AuthEngine {
    /// Exchanges an ID token for a session cookie, for a backend that has just received the token.
    ///
    /// The cookie's claims are those that an ID token would have now; it does not outlive its session. How fresh the sign-in
    /// must be is for the backend to decide, by the token's `auth_time`. The cookie is valid until it expires for everybody who
    /// only verifies it; whoever also looks up the account, or reads the revocation feed, learns of a revocation.
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
        let requested = try SessionCookiePolicy.lifetime(validSeconds)
        let facts = try tokens.verifyCaller(idToken, in: scope, now: clock.now)
        let order = try await read(in: scope) { try $0.cookieOrder(facts, requested) }
        // The feed keeps the entry of an ended session for as long as there are cookies, so the cookie is noted before it is
        // made, and by the transaction that finds the session open.
        let noted =
            order.isNoted
            ? order
            : try await write(in: scope) { work in
                let order = try work.cookieOrder(facts, requested)
                try work.transaction.noteCookie(of: order.account.id, until: order.noteUntil, in: work.scope)
                return order
            }
        do {
            return try tokens.sessionCookie(
                for: noted.account, session: noted.session, lifetime: noted.lifetime, now: noted.now)
        } catch is KeyRing.NoSigningKey {
            // A server takes requests before it has made its key for cookies.
            try await signingKeys.prepare([.sessionCookie])
            return try tokens.sessionCookie(
                for: noted.account, session: noted.session, lifetime: noted.lifetime, now: noted.now)
        }
    }
}

/// A session cookie to be made.
private struct CookieOrder: Sendable {
    /// Cookies are noted to the day, so that few of them need a write.
    private static let day: Int64 = 24 * 3600

    let account: Account
    let session: Session
    /// In seconds.
    let lifetime: Int64
    let now: Timestamp
    /// True if the store knows of a cookie of the account that lives as long.
    let isNoted: Bool

    /// The time until which the account is noted to have a cookie: the end of the day on which this one expires.
    var noteUntil: Timestamp { Timestamp(seconds: ((now.seconds + lifetime) / Self.day + 1) * Self.day) }

    init(account: Account, session: Session, lifetime: Int64, now: Timestamp, cookiesUntil: Timestamp?) {
        self.account = account
        self.session = session
        self.lifetime = lifetime
        self.now = now
        isNoted = cookiesUntil.map { $0 >= now.adding(seconds: lifetime) } ?? false
    }
}

extension ScopedReads {
    /// Decides on a session cookie.
    ///
    /// - Parameters:
    ///   - facts: The facts of the ID token.
    ///   - requested: The lifetime that the backend asks for, in seconds.
    /// - Throws: The answers to an unusable ID token.
    fileprivate func cookieOrder(_ facts: IDTokenFacts, _ requested: Int64) throws -> CookieOrder {
        // A backend asks, which has no key of its people. It has checked the proof that came with the token, if it wants one.
        let (account, session) = try currentSession(facts, needsKey: false)
        // The token may be from before the project required second factors.
        guard try !isForEnrollment(session, of: account) else { throw AuthError.secondFactorRequired }
        return CookieOrder(
            account: account, session: session,
            lifetime: SessionCookiePolicy.lifetime(requested, of: session, try life(), now: now), now: now,
            cookiesUntil: try reads.cookiesUntil(of: account.id, in: scope))
    }
}
