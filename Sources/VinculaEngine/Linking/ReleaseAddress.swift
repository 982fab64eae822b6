import VinculaCore

/// What happens to an address that somebody has proven while an account has it that nobody had proven it for.
extension AuthEngine {
    /// Finds the account of an address that its owner proves.
    ///
    /// An account that had a proven address before, and whose change to this one can still be taken back, is not for whoever
    /// reads the new address's mail: it could be stolen, and its owner would lose it for good. It loses the address instead.
    func emailHolder(
        _ email: EmailAddress, provenIn scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> Account? {
        guard let holder = try transaction.account(email: email, in: scope) else { return nil }
        guard try canBeTakenBack(holder, in: scope, now: now, transaction) else { return holder }
        try release(holder, in: scope, now: now, transaction)
        return nil
    }

    /// Whether the unproven address of an account is one whose change somebody can still take back.
    func canBeTakenBack(
        _ account: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any ReadTransaction
    ) throws -> Bool {
        guard !account.emailVerified, !account.isDisabled else { return false }
        return try transaction.openActionCodes(of: account.id, in: scope).contains {
            $0.purpose == .recoverEmail && now < $0.expiresAt && $0.target.wasProven == true
        }
    }

    /// Takes an unproven address off an account, with what goes with it.
    func release(_ old: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction) throws {
        var account = old
        account.email = nil
        account.emailVerified = false
        account.password = nil
        account.hasEmailLink = false
        account.endAllSessions(now: now)
        try transaction.update(account, from: old, in: scope)
    }

    /// Requires that an address that is being proven is nobody else's; who has it without having proven it loses it.
    ///
    /// - Throws: ``AuthError/emailExists``.
    func requireFree(
        _ email: EmailAddress, for account: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws {
        guard let holder = try transaction.account(email: email, in: scope), holder.id != account.id else { return }
        guard !holder.emailVerified, !holder.isDisabled else { throw AuthError.emailExists }
        try release(holder, in: scope, now: now, transaction)
    }
}
