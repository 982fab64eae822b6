import Foundation
import VinculaCore

extension Work {
    /// Appends to the revocation feed what the transaction has ended, so that backends which verify tokens themselves learn of
    /// it. Part of every write, so that no use case can forget it.
    func publishRevocations() throws {
        for tokens in transaction.journal.endedTokens {
            guard let (scope, target) = try target(tokens) else { continue }
            try transaction.insert(Revocation(scope: scope, target: target, madeAt: now))
        }
        for case .account(.updated(let account, let old, let scope)) in transaction.journal.notes {
            try publishStaleSessions(of: account, from: old, about(scope))
        }
    }

    private func target(_ tokens: EndedTokens) throws -> (ProjectScope, Revocation.Target)? {
        switch tokens {
        case .session(let id):
            // The row of an ended session stays.
            guard let session = try reads.session(id) else { return nil }
            return (session.scope, .session(handle: SessionHandle.make(ofSession: id)))
        case .account(let id, let generation, let validSince, let scope):
            return (scope, .account(id, generation: generation, validSince: validSince))
        case .everybody(let scope): return (scope, .everybody(issuedBefore: now.seconds))
        }
    }

    /// Sessions that a stale session's addition had opened end when that way in is removed, without a change of their rows.
    private func publishStaleSessions(of account: Account, from old: Account, _ reading: Reading) throws {
        let removed = Set(old.providers).subtracting(account.providers)
        guard !removed.isEmpty, account.generation == old.generation else { return }
        for session in try reads.openSessions(of: account.id, limit: nil, in: reading.scope)
        where removed.contains(session.signInProvider) && (try? session.requireValid(for: account)) == nil {
            let target = Revocation.Target.session(handle: SessionHandle.make(ofSession: session.id))
            try transaction.insert(Revocation(scope: reading.scope, target: target, madeAt: now))
        }
    }
}
