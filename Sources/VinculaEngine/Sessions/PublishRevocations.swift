import Foundation
import VinculaCore

extension Work {
    /// Appends to the revocation feed what the transaction has ended, so that backends which verify tokens themselves learn of
    /// it. Part of every write, so that no use case can forget it.
    func publishRevocations() throws {
        for tokens in transaction.journal.endedTokens {
            guard let revocation = try revocation(of: tokens) else { continue }
            try transaction.insert(revocation)
        }
        for note in transaction.journal.notes {
            guard case .updated(let account, let old, let scope)? = note.change else { continue }
            try publishStaleSessions(of: account, from: old, about(scope))
        }
    }

    private func revocation(of tokens: EndedTokens) throws -> Revocation? {
        switch tokens {
        case .session(let id):
            // The row of an ended session stays.
            guard let session = try reads.session(id) else { return nil }
            return try revocation(of: session)
        case .account(let id, let generation, let validSince, let cookiesUntil, let scope):
            return Revocation(
                scope: scope, target: .account(id, generation: generation, validSince: validSince), madeAt: now,
                expiresAt: Revocation.expiry(madeAt: now, cookiesUntil: cookiesUntil))
        case .everybody(let scope):
            return Revocation(scope: scope, target: .everybody(issuedBefore: now.seconds), madeAt: now)
        case .everybodyWithoutSecondFactor(let scope):
            return Revocation(scope: scope, target: .everybodyWithoutSecondFactor(issuedBefore: now.seconds), madeAt: now)
        }
    }

    private func revocation(of session: Session) throws -> Revocation {
        let cookiesUntil = try reads.cookiesUntil(of: session.account, in: session.scope)
        return Revocation(
            scope: session.scope, target: .session(handle: SessionHandle.make(ofSession: session.id)), madeAt: now,
            expiresAt: Revocation.expiry(madeAt: now, cookiesUntil: cookiesUntil))
    }

    /// Sessions that a stale session's addition had opened end when that way in is removed, without a change of their rows.
    private func publishStaleSessions(of account: Account, from old: Account, _ reading: Reading) throws {
        let removed = Set(old.providers).subtracting(account.providers)
        guard !removed.isEmpty, account.generation == old.generation else { return }
        for session in try reads.openSessions(of: account.id, limit: nil, in: reading.scope)
        where removed.contains(session.signInProvider) && (try? session.requireValid(for: account)) == nil {
            try transaction.insert(try revocation(of: session))
        }
    }
}
