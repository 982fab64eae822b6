import VinculaCore

/// The consequences of an account change, whoever made it: they are applied here, so that no use case can forget them.
extension AccountMail {
    /// Ends the codes that a change invalidates, then informs the owner, in the same transaction.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - isImported: `true` if it is an import's: what another server knew already is no news to the owner.
    func followUp(_ change: AccountChange, isImported: Bool, _ work: Work) throws {
        switch change {
        case .updated(let account, let old, let scope):
            try endActionCodes(after: account, from: old, work.about(scope))
            if !isImported { try mailNotices(after: account, from: old, work.about(scope)) }
        case .purged(let id, let scope):
            try work.about(scope).endActionCodes(of: id, purposes: ActionCodePurpose.allCases)
        case .created, .deleted, .allDeleted: break
        }
    }

    /// Ends every outstanding code when the password or address is changed or removed: a code that somebody else requested
    /// while they could must not outlast the change that shut them out.
    private func endActionCodes(
        after account: Account, from old: Account, _ work: Work
    ) throws {
        try endReverts(after: account, from: old, work)
        let hasNewPassword = account.hasOtherPassword(than: old)
        let hasNewEmail = old.email != account.email
        let isRevoked = account.generation != old.generation
        guard hasNewPassword || hasNewEmail || isRevoked || account.isDisabled && !old.isDisabled else { return }
        // A code that reverts a thief's change is the owner's way back, and must outlast what the thief does next.
        let purposes = ActionCodePurpose.allCases.filter { !$0.takesBack }
        try work.endActionCodes(of: account.id, purposes: purposes)
        for email in Set([old.email, account.email].compactMap(\.self)) {
            try work.endActionCodes(sentFor: email, purpose: .signIn)
        }
    }

    /// Ends the codes for removing a second factor, recovery codes or a way in that no longer exist, and for restoring a way in
    /// that is back.
    private func endReverts(
        after account: Account, from old: Account, _ work: Work
    ) throws {
        let factors = old.secondFactors.map(\.id).filter { id in !account.secondFactors.contains { $0.id == id } }
        let (before, after) = (old.identities.map(\.key), account.identities.map(\.key))
        guard !factors.isEmpty || before != after || old.recoveryCodes != account.recoveryCodes else { return }
        for code in try work.openActionCodes(of: account.id) where code.purpose.takesBack && !code.applies(to: account) {
            _ = try work.transaction.spendActionCode(code.id, now: work.now)
        }
    }
}
