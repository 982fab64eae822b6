package import VinculaCore

/// A session as its owner sees it.
package struct OwnSession: Hashable, Sendable {
    /// The name by which the owner can end it.
    package let handle: String
    package let openedAt: Timestamp
    /// Accurate to ``SessionLife/coarseness``.
    package let lastUsedAt: Timestamp
    package let place: SessionPlace
    /// True for the session of the caller.
    package let isCurrent: Bool

    /// The number of sessions that a list has at most.
    package static let mostOfAList = 100
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
        try limits.admit(.ownSessions, target: facts.account, in: scope)
        let life = sessionLife
        return try await read(in: scope) { reading in
            let (account, current) = try reading.currentSession(facts, life)
            let latest = try reading.reads.openSessions(of: account.id, limit: OwnSession.mostOfAList, in: scope)
                .filter { life.isOpen($0, of: account, now: reading.now) }
            let isListed = latest.contains { $0.id == current.id }
            return (isListed ? latest : latest.prefix(OwnSession.mostOfAList - 1) + [current]).map { session in
                OwnSession(
                    handle: SessionHandle.make(ofSession: session.id), openedAt: session.openedAt,
                    lastUsedAt: session.lastUsedAt, place: session.place, isCurrent: session.id == current.id)
            }
        }
    }
}
