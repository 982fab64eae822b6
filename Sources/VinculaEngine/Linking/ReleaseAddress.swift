import VinculaCore

/// The handling of an address that somebody has proven while an account has it unproven.
extension AuthEngine {
    /// Removes an unproven address from an account, with everything that depends on it.
    func release(_ old: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction) throws {
        var account = old
        account.removeEmail()
        account.endAllSessions(now: now)
        try transaction.update(account, from: old, in: scope)
    }

    /// Checks that an address that is being proven does not belong to another account; an account that has it unproven loses
    /// it.
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
