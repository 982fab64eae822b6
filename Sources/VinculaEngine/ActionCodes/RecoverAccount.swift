import VinculaCore

/// The steps of a recovery: an owner takes a change back with a mailed link, and what came with the change goes.
extension Work {
    /// Takes back the addition of a way in or a second factor: removes what the person who added it may sign in with, the
    /// second factors that came with it or later, and their sessions.
    func revertAddition(_ code: ActionCode, to account: inout Account, settings: ProjectSettings) throws {
        // They were signed in: with the password, or with a way in that they had added before.
        try keepWhatWasThere(before: code, on: &account, settings: settings)
        // They may also have changed the address since.
        if let email = code.email, email != account.email {
            try giveBack(email, to: &account)
            transaction.journal.noteRecovery()
        }
        account.endAllSessions(now: now)
    }

    /// Restores an account's previous address.
    func giveBack(_ email: EmailAddress, to account: inout Account) throws {
        try requireFree(email, for: account)
        account.email = email
        account.emailVerified = true
        account.initialEmail = nil
    }

    /// Removes what a thief may sign in with: ways in and second factors that were added, and the password, which they may
    /// know or have set; the page offers a new one by mail. If mail does not lead back to an account that would be left
    /// without a way in, those that the owner had before are restored.
    func keepWhatWasThere(before code: ActionCode, on account: inout Account, settings: ProjectSettings) throws {
        try keepWaysIn(code.target, of: &account, settings: settings)
        account.secondFactors.removeAll { !code.keeps($0) }
    }

    private func keepWaysIn(
        _ target: ActionCode.Target, of account: inout Account, settings: ProjectSettings
    ) throws {
        let kept = target.identitiesBefore ?? []
        account.password = nil
        account.identities.removeAll { !kept.contains($0.key) }
        if account.phone?.value != target.phoneBefore { account.phone = nil }
        // Nobody can sign in with a phone number yet, so it does not count as a way in here.
        guard !settings.emailEnabled, account.identities.isEmpty else { return }
        for key in kept where account.identity(of: key.provider) == nil {
            guard try self.account(identity: key) == nil else { continue }
            // The provider's profile of the person is filled in at the next sign-in.
            account.identities.append(Identity(key: key, email: nil, profile: Profile()))
            // No mail may offer to remove it again, as for a way in that somebody adds.
            transaction.journal.noteRecovery()
        }
    }
}

extension ActionCode {
    /// Indicates whether a second factor stays on the account when this code reverts a change: it was there before.
    fileprivate func keeps(_ factor: SecondFactor) -> Bool {
        guard factor.id != target.secondFactor else { return false }
        // Codes of older versions do not list the factors.
        return target.secondFactorsBefore?.contains(factor.id) ?? (factor.enrolledAt < createdAt)
    }
}
