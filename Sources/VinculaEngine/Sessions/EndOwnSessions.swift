import Foundation
package import VinculaCore

/// The sessions that a person ends.
package enum OwnSessionChoice: Hashable, Sendable {
    /// Those with these handles. Handles of sessions that have ended, or were never the person's, are ignored.
    case handles([String])
    /// All except the current one.
    case allOthers
}

extension AuthEngine {
    /// Ends sessions of the caller's account.
    ///
    /// Their refresh tokens and ID tokens get `TOKEN_EXPIRED` from now on. Ways in on probation that they added end with them,
    /// unless it is the caller's own session: that may not remove any (``Probation``).
    ///
    /// - Parameters:
    ///   - choice: The sessions to end.
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    /// - Throws: ``AuthError/credentialTooOld`` for other sessions than the caller's own without a recent sign-in,
    ///   ``AuthError/tokenExpired``, also once the token's session has ended,
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``, and the answers to an unusable ID token.
    package func endOwnSessions(_ choice: OwnSessionChoice, idToken: String?, in scope: ProjectScope) async throws {
        let facts = try tokens.verifyCaller(idToken, for: .endSessions, in: scope, now: clock.now)
        try admit(.ownSessions, by: facts, in: scope)
        try await write(in: scope, expecting: [facts.accountQuery(in: scope)]) { work in
            let (account, current) = try work.currentSession(facts)
            func requireStanding() throws {
                try facts.requireRecentSignIn(to: account, now: work.now)
                try SecondFactorPolicy.checkSession(of: account, secondFactor: facts.secondFactor)
            }
            var count = 0
            switch choice {
            case .allOthers:
                try requireStanding()
                count = try work.transaction.endSessions(of: account.id, except: current.id, in: scope)
                try work.endAdditions(to: account) { $0.endProbations(now: work.now) }
            case .handles(let handles):
                let handles = Set(handles)
                let own = SessionHandle.make(ofSession: current.id)
                if handles.contains(where: { $0 != own }) { try requireStanding() }
                count = try work.endSessions(handles, of: account, while: current)
            }
            work.recordEnd(of: count, account)
        }
    }
}
