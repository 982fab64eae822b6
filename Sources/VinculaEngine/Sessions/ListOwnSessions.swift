package import VinculaCore

/// A session as its owner, or an administrator, sees it.
package struct OwnSession: Hashable, Sendable {
    /// The name by which it is ended.
    package let handle: String
    package let openedAt: Timestamp
    /// Accurate to ``SessionLife/coarseness``.
    package let lastUsedAt: Timestamp
    package let place: SessionPlace
    /// The way in: a provider's id, or `emailLink`.
    package let firstFactor: String
    /// The kind of the second factor that was given: `totp`, `phone` or `recovery`. `nil` without one, and if the account does
    /// not have it any more.
    package let secondFactor: String?
    /// True if it is worth nothing without a key that only its device has.
    package let isBound: Bool
    /// The tenant; empty for the project itself.
    package let tenant: String
    /// True for the session of the caller.
    package let isCurrent: Bool

    /// The number of sessions that a list has at most.
    package static let mostOfAList = 100

    /// - Parameters:
    ///   - session: The session.
    ///   - account: Its account.
    ///   - current: The session of the caller, if it is a person.
    init(_ session: Session, of account: Account, current: Session? = nil) {
        handle = SessionHandle.make(ofSession: session.id)
        openedAt = session.openedAt
        lastUsedAt = session.lastUsedAt
        place = session.place
        firstFactor = session.isByMail ? "emailLink" : session.signInProvider.value
        secondFactor = session.secondFactor.flatMap { IDTokenClaims.secondFactorName(of: $0, account) }
        isBound = session.key != nil
        tenant = session.scope.tenant
        isCurrent = session.id == current?.id
    }
}

extension AuthEngine {
    /// Lists the places where the caller is signed in: the latest ``OwnSession/mostOfAList`` sessions, newest first, and in
    /// any case the caller's own.
    ///
    /// The list is the same for a stale session, which a thief may hold: it has no address, and nothing that opens anything.
    ///
    /// - Parameters:
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    /// - Throws: ``AuthError/tokenExpired``, also once the token's session has ended,
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``, and the answers to an unusable ID token.
    package func listOwnSessions(idToken: String?, in scope: ProjectScope) async throws -> [OwnSession] {
        let facts = try tokens.verifyCaller(idToken, for: .listSessions, in: scope, now: clock.now)
        try admit(.ownSessions, by: facts, in: scope)
        return try await read(in: scope) { reading in
            let (account, current) = try reading.currentSession(facts)
            let latest = try reading.latestSessions(of: account)
            let isListed = latest.contains { $0.id == current.id }
            return (isListed ? latest : latest.prefix(OwnSession.mostOfAList - 1) + [current]).map {
                OwnSession($0, of: account, current: current)
            }
        }
    }
}

extension ScopedReads {
    /// The latest of the sessions of an account that are open, newest first.
    func latestSessions(of account: Account) throws -> [Session] {
        let life = try life()
        return try reads.openSessions(of: account.id, limit: OwnSession.mostOfAList, in: scope).filter {
            life.isOpen($0, of: account, now: now)
        }
    }
}
