import VinculaCore

/// The handling of an address that somebody has proven while an account has it unproven.
extension Work {
    /// Removes an unproven address from an account, with everything that depends on it.
    func release(_ old: Account) throws {
        var account = old
        account.removeEmail()
        account.endAllSessions(now: now)
        try update(account, from: old)
    }

    /// Checks that an address that is being proven does not belong to another account; an account that has it unproven loses
    /// it.
    ///
    /// - Throws: ``AuthError/emailExists``.
    func requireFree(_ email: EmailAddress, for account: Account) throws {
        guard let holder = try self.account(email: email), holder.id != account.id else { return }
        guard !holder.emailVerified, !holder.isDisabled else { throw AuthError.emailExists }
        try release(holder)
    }
}
