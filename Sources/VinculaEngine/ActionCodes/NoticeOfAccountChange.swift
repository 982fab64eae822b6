import VinculaCore

/// The mails that tell an owner of a change; most of them have a button that takes it back.
extension AccountMail {
    /// Indicates whether the owner of an account is informed by mail of what a person does to it; see ``SecurityNotice``.
    func tellsOwner(of account: Account, _ work: Work) throws -> Bool {
        let settings = try work.settings()
        return isSet(settings) && work.origin.actor.kind == .endUser && account.email != nil && account.emailVerified
    }

    /// Mails the notices of a change, in the transaction that makes it.
    func mailNotices(after account: Account, from old: Account, _ work: Work) throws {
        let settings = try work.settings()
        guard isSet(settings) else { return }
        if let recovered = work.transaction.journal.recovered {
            // Nobody else is informed: the address that loses in a recovery would get a link that reverts it.
            return recovered == account.id ? try mailRecovery(of: account, from: old, work) : ()
        }
        let notices = SecurityNotice.of(account, from: old, byOwner: work.origin.actor.kind == .endUser)
        guard !notices.isEmpty else { return }
        var target = ActionCode.Target()
        target.language = work.language
        try keepSettled(of: old, in: &target, settings: settings, work)
        for notice in notices {
            var order = MailOrder(notice.kind, project: work.scope.project, to: notice.address)
            order.email = notice.address
            order.provider = notice.provider?.value
            if case .emailChanged(_, let newEmail, let isProven) = notice {
                order.newEmail = newEmail
                try queue(changedAddress: order, isProven: isProven, account, target, settings: settings, work)
            } else if let button = button(of: notice, after: account, from: old, target, settings: settings, work) {
                try queueActionCode(button.purpose, in: order, of: account, button.target, settings: settings, work)
            } else {
                try queue(notice: order, work)
            }
        }
    }

    /// The code with which the owner takes back what a notice tells of; `nil` if there is nothing to take back, or if the
    /// owner's mailbox was used to make the change: then whoever reads the mail could have made it.
    private func button(
        of notice: SecurityNotice, after account: Account, from old: Account, _ before: ActionCode.Target,
        settings: ProjectSettings, _ work: Work
    ) -> (purpose: ActionCodePurpose, target: ActionCode.Target)? {
        var target = before
        switch notice {
        case .passwordChanged, .signInMethodAdded(.password, _):
            return work.transaction.journal.isProvenByMail ? nil : (.revertPasswordChange, target)
        case .signInMethodAdded(let provider, _):
            target.addedIdentity = account.identity(of: provider)?.key
            return target.addedIdentity.map { _ in (.revertSignInMethodAddition, target) }
        case .signInMethodRemoved(.password, _):
            return settings.passwordEnabled ? (.revertPasswordChange, target) : nil
        case .signInMethodRemoved(let provider, _):
            // What a stale session had added was never the owner's for certain; what was replaced has no place to return to.
            guard let removed = old.identity(of: provider), !removed.isOfStaleSession, account.identity(of: provider) == nil
            else { return nil }
            target.removedIdentity = RemovedIdentity(key: removed.key, addition: removed.addition)
            return (.revertSignInMethodRemoval, target)
        case .secondFactorAdded(let factor, _):
            target.secondFactor = factor.id
            target.isPhoneFactor = factor.phone != nil
            return (.revertSecondFactorAddition, target)
        case .recoveryCodesMade: return (.revertRecoveryCodes, target)
        case .secondFactorRemoved, .emailChanged: return nil
        }
    }

    private func queue(
        changedAddress notice: MailOrder, isProven: Bool, _ account: Account, _ target: ActionCode.Target,
        settings: ProjectSettings, _ work: Work
    ) throws {
        if isProven || settings.recoversUnprovenEmail && notice.newEmail != nil && work.origin.actor.kind == .endUser {
            var order = notice
            order.kind = .recoverEmail
            return try queueActionCode(
                .recoverEmail, in: order, of: account, target, tellsPlace: isProven, settings: settings, work)
        }
        // If the address was removed altogether, there is no new one to show.
        guard notice.newEmail != nil,
            let allowance = try allowance(for: notice.to, .emailChanged, of: nil, from: work.origin.client ?? .unknown, work)
        else { return }
        try queue(notice: notice, countedAs: allowance, tellsPlace: false, work)
    }

    /// Tells the owner that a change was taken back, and what went with it: they may not be the one who pressed the button.
    private func mailRecovery(of account: Account, from old: Account, _ work: Work) throws {
        guard let email = account.email, account.emailVerified else { return }
        var order = MailOrder(.accountRecovered, project: work.scope.project, to: email)
        order.removed = old.parts(missingIn: account)
        try queue(notice: order, work)
    }

    /// Notes in a code what of an account survives a recovery by it.
    func keepSettled(
        of account: Account, in target: inout ActionCode.Target, settings: ProjectSettings, _ reading: some ScopedReads
    ) throws {
        target.identitiesBefore = try settledIdentities(of: account, settings: settings, reading)
        target.secondFactorsBefore = try settledFactors(of: account, reading)
        target.recoveryCodesBefore = try settledRecoveryCodes(of: account, reading)
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
        let leadsBack = settled.contains { $0.provider != .phone || settings.phone.isEnabled }
        guard !leadsBack, !settings.passwordEnabled else { return settled }
        let fresh = account.identities.filter { !$0.isOfStaleSession }.map(\.key)
        return settled + fresh.filter { !settled.contains($0) }
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

    /// The recovery codes, if they can no longer be removed by mail.
    private func settledRecoveryCodes(of account: Account, _ reading: some ScopedReads) throws -> SecondFactorID? {
        guard let set = account.recoveryCodes else { return nil }
        let isRevocable = try reading.openActionCodes(of: account.id).contains {
            $0.purpose == .revertRecoveryCodes && reading.now < $0.expiresAt && !$0.keeps(set)
        }
        return isRevocable ? nil : set.id
    }
}

extension SecurityNotice {
    /// The mailbox that the notice goes to.
    fileprivate var address: EmailAddress {
        switch self {
        case .emailChanged(let address, _, _), .passwordChanged(let address), .signInMethodAdded(_, let address),
            .signInMethodRemoved(_, let address), .secondFactorAdded(_, let address), .secondFactorRemoved(_, let address),
            .recoveryCodesMade(let address):
            address
        }
    }

    fileprivate var provider: ProviderID? {
        switch self {
        case .signInMethodAdded(let provider, _), .signInMethodRemoved(let provider, _): provider
        case .secondFactorAdded(let factor, _), .secondFactorRemoved(let factor, _): factor.phone.map { _ in .phone }
        case .emailChanged, .passwordChanged, .recoveryCodesMade: nil
        }
    }

    fileprivate var kind: MailKind {
        switch self {
        case .emailChanged: .emailChanged
        case .passwordChanged: .passwordChanged
        case .signInMethodAdded: .signInMethodAdded
        case .signInMethodRemoved: .signInMethodRemoved
        case .secondFactorAdded: .revertSecondFactorAddition
        case .secondFactorRemoved: .secondFactorRemoved
        case .recoveryCodesMade: .recoveryCodesMade
        }
    }
}
