import VinculaCore

/// The steps of a recovery: an owner takes a change back with a mailed link, and what came with the change goes.
extension Work {
    /// Takes a change back: gives back what the code restores, and removes what the person who made the change may sign in
    /// with, the second factors that came with it or later, and all sessions.
    ///
    /// - Throws: ``AuthError/invalidActionCode`` if what the code removes is gone, or what it restores is back,
    ///   ``AuthError/emailExists``.
    func recover(_ account: inout Account, by code: ActionCode, settings: ProjectSettings) throws {
        guard let email = code.email, code.applies(to: account) else { throw AuthError.invalidActionCode }
        try requireFree(email, for: account)
        try recovering(&account, by: code, settings: settings)
        account.endAllSessions(now: now)
        if let device = code.target.device { try transaction.forgetDevice(device, of: account.id, in: scope) }
        transaction.journal.noteRecovery(of: account.id)
        record(.accountRecover, account: account.id, details: ["purpose": .string(code.purpose.rawValue)])
    }

    /// Ends the codes that remove a password, once the reader of the mailbox that they were sent to has done so.
    func endPasswordReverts(of account: AccountID, sentTo email: EmailAddress?) throws {
        for code in try openActionCodes(of: account) where code.purpose == .revertPasswordChange && code.email == email {
            _ = try transaction.spendActionCode(code.id, now: now)
        }
    }
}

extension ScopedReads {
    /// Changes an account as a recovery would; nothing is written.
    func recovering(_ account: inout Account, by code: ActionCode, settings: ProjectSettings) throws {
        try account.recover(
            by: code, mailLeadsBack: settings.passwordEnabled, phoneLeadsBack: settings.phone.isEnabled
        ) { try self.account(identity: $0) == nil }
    }
}
