import VinculaCore

/// An account's address: set unproven, or adopted from a presented identity.
extension Account {
    /// Sets an unproven email; if the account already has this email, its verification stays.
    mutating func setEmail(_ email: EmailAddress) {
        guard email != self.email else { return }
        if initialEmail == nil { initialEmail = self.email }
        self.email = email
        emailVerified = false
    }

    /// Carries out what a linking decision says about the email.
    mutating func adopt(_ presented: EmailAddress?, _ adoption: EmailAdoption) {
        switch adoption {
        case .keep: break
        case .take(let verified):
            email = presented
            emailVerified = verified
        case .verify: emailVerified = true
        }
    }
}

extension ScopedReads {
    /// Refuses an unproven address if the account lost one that can still be restored: whoever proved the new one would end
    /// that (see ``Account/purge(now:)``). Anybody may prove it by mail first.
    ///
    /// - Throws: ``AuthError/emailChangeNeedsVerification``.
    func requireNoRecovery(of account: Account, from old: Account, settings: ProjectSettings) throws {
        guard settings.emailPrivacy, account.email != nil, account.email != old.email, !account.emailVerified else { return }
        let codes = try openActionCodes(of: old.id)
        guard !codes.contains(where: { $0.purpose == .recoverEmail && now < $0.expiresAt }) else {
            throw AuthError.emailChangeNeedsVerification
        }
    }
}

/// The handling of an address that somebody has proven while an account has it unproven.
extension Work {
    /// Removes an unproven address from an account, with everything that depends on it.
    func release(_ old: Account) throws {
        var account = old
        account.removeEmail()
        account.initialEmail = nil
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
