import VinculaCore

/// The consequences of an account change, whoever made it: they are applied here, so that no use case can forget them.
extension AccountMail {
    /// Ends the codes that a change invalidates, then informs the owner, in the same transaction.
    func followUp(_ change: AccountChange, _ work: Work) throws {
        switch change {
        case .updated(let account, let old, let scope):
            try endActionCodes(after: account, from: old, work.about(scope))
            try mailNotices(after: account, from: old, work.about(scope))
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

    /// Ends the codes for removing a second factor, or a way in, that no longer exists.
    private func endReverts(
        after account: Account, from old: Account, _ work: Work
    ) throws {
        let factors = old.secondFactors.map(\.id).filter { id in !account.secondFactors.contains { $0.id == id } }
        let identities = old.identities.map(\.key).filter { key in !account.identities.contains { $0.key == key } }
        guard !factors.isEmpty || !identities.isEmpty else { return }
        for code in try work.openActionCodes(of: account.id)
        where code.target.secondFactor.map(factors.contains) ?? code.target.addedIdentity.map(identities.contains) ?? false {
            _ = try work.transaction.spendActionCode(code.id, now: work.now)
        }
    }

    /// Indicates whether the owner of an account is informed by mail of what a person does to it; see ``SecurityNotice``.
    func tellsOwner(of account: Account, _ work: Work) -> Bool {
        delivery != .none && work.origin.actor.kind == .endUser && account.email != nil && account.emailVerified
    }

    private func mailNotices(
        after account: Account, from old: Account, _ work: Work
    ) throws {
        // The address that loses in a recovery is not informed; otherwise a thief would get a link that reverts the
        // recovery.
        guard delivery != .none, !work.transaction.journal.isRecovery else { return }
        let notices = SecurityNotice.of(account, from: old, byOwner: work.origin.actor.kind == .endUser)
        guard !notices.isEmpty else { return }
        let settings = try work.settings()
        var target = ActionCode.Target()
        target.language = work.language
        target.identitiesBefore = try settledIdentities(of: old, settings: settings, work)
        target.phoneBefore = old.phone?.value
        target.secondFactorsBefore = try settledFactors(of: old, work)
        let waysBefore = target
        for notice in notices {
            switch notice {
            case .emailChanged(let email, let newEmail, let isProven)
            where isProven || settings.recoversUnprovenEmail && newEmail != nil && work.origin.actor.kind == .endUser:
                try queueActionCode(
                    .recoverEmail, to: email, account: account, email: email, newEmail: newEmail, target: target,
                    settings: settings, work)
            case .emailChanged(let email, let newEmail, _):
                // If the address was removed altogether, there is no new one to show.
                guard let newEmail,
                    let allowance = try allowance(
                        for: email, .emailChanged, of: nil, from: work.origin.client ?? .unknown, work)
                else { continue }
                var order = MailOrder(.emailChanged, project: work.scope.project, to: email)
                order.newEmail = newEmail
                try queue(notice: order, countedAs: allowance, work)
            case .passwordChanged(let email):
                try queue(
                    notice: MailOrder(.passwordChanged, project: work.scope.project, to: email), work)
            case .signInMethodAdded(let provider, let email) where account.identity(of: provider) != nil:
                var target = waysBefore
                target.addedIdentity = account.identity(of: provider)?.key
                try queueActionCode(
                    .revertSignInMethodAddition, to: email, account: account, email: email, target: target, settings: settings,
                    work)
            case .signInMethodAdded(let provider, let email):
                var order = MailOrder(.signInMethodAdded, project: work.scope.project, to: email)
                order.provider = provider.value
                try queue(notice: order, work)
            case .signInMethodRemoved(let provider, let email):
                var order = MailOrder(.signInMethodRemoved, project: work.scope.project, to: email)
                order.provider = provider.value
                try queue(notice: order, work)
            case .secondFactorAdded(let factor, let email):
                var target = waysBefore
                target.secondFactor = factor.id
                try queueActionCode(
                    .revertSecondFactorAddition, to: email, account: account, email: email, target: target, settings: settings,
                    work)
            case .secondFactorRemoved(_, let email):
                try queue(
                    notice: MailOrder(.secondFactorRemoved, project: work.scope.project, to: email), work)
            }
        }
    }

    /// The ways in that survive a recovery: those that were there before a thief may have been active, even if they have
    /// been removed since. If mail does not lead back to the account and none of these is known, those that a fresh session
    /// added.
    private func settledIdentities(
        of account: Account, settings: ProjectSettings, _ reading: some ScopedReads
    ) throws -> [IdentityKey] {
        let present = account.identities.filter { $0.isSettled(now: reading.now) }.map(\.key)
        let codes = try reading.openActionCodes(of: account.id).filter {
            $0.purpose.takesBack && reading.now < $0.expiresAt
        }
        let settled = codes.flatMap { $0.target.identitiesBefore ?? [] }.reduce(into: present) { keys, key in
            if !keys.contains(key) { keys.append(key) }
        }
        // A phone number does not lead back either: nobody can sign in with one yet.
        guard settled.isEmpty, !settings.emailEnabled else { return settled }
        return account.identities.filter { !$0.isOfStaleSession }.map(\.key)
    }

    /// The second factors that can no longer be removed by mail: those that survive a recovery.
    private func settledFactors(
        of account: Account, _ reading: some ScopedReads
    ) throws -> [SecondFactorID] {
        guard !account.secondFactors.isEmpty else { return [] }
        let revocable = try reading.openActionCodes(of: account.id)
            .filter { $0.purpose == .revertSecondFactorAddition && reading.now < $0.expiresAt }.compactMap(\.target.secondFactor)
        return account.secondFactors.map(\.id).filter { !revocable.contains($0) }
    }
}
