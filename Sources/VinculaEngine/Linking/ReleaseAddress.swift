import VinculaCore

/// What happens to an address that somebody has proven while an account has it that nobody had proven it for.
extension AuthEngine {
    /// Takes an unproven address off an account, with what goes with it.
    func release(_ old: Account, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction) throws {
        var account = old
        account.removeEmail()
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
