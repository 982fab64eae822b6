import Foundation
package import VinculaCore

/// The information that a hosted page shows about a code. Reading it changes nothing: mail scanners open links too.
package struct ActionCodeView: Sendable {
    package enum State: Hashable, Sendable {
        case open
        case expired
        /// Used, or ended by something else.
        case spent
        case disabled
    }

    package let scope: ProjectScope
    package let purpose: ActionCodePurpose
    package let state: State
    package let email: EmailAddress?
    package let newEmail: EmailAddress?
    /// The time at which the account was created.
    package let accountSince: Timestamp?
    /// True if the code's purpose is already fulfilled: a link that is opened twice did its work the first time.
    package let isDone: Bool
    /// The time at which the mail was requested.
    package let askedAt: Timestamp
    package let target: ActionCode.Target
    package let settings: ProjectSettings
    /// True if this server sends mails itself.
    package let sendsMail: Bool
    /// The parts of the account that the code would remove now, if it takes a change back.
    package let removes: [AccountPart]
    /// True if the code would restore a way in, and that belongs to another account now.
    package let isRestoredElsewhere: Bool

    /// True if a new link of this kind can be mailed to the address that this one went to.
    package var canBeRenewed: Bool {
        switch purpose {
        case .resetPassword, .signIn, .verifyEmail:
            sendsMail && canBeAskedFor && !isDone && (state == .expired || state == .spent)
        case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition,
            .revertSignInMethodRemoval, .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
            false
        }
    }

    /// True if anybody can request another link of this kind, here or in the app, with the project's current settings.
    package var canBeAskedFor: Bool {
        switch purpose {
        case .resetPassword: settings.passwordEnabled
        case .signIn: settings.emailLinkEnabled
        case .verifyEmail, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition, .revertSignInMethodRemoval,
            .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
            false
        }
    }

    /// True if a password reset leads back to the account: a link can be mailed, and passwords can sign in.
    package var offersReset: Bool { sendsMail && settings.passwordEnabled }
}

extension ActionCodes {
    /// Reads the information that a page shows about a code.
    ///
    /// - Returns: `nil` for an unknown code.
    package func viewActionCode(_ text: String) async throws -> ActionCodeView? {
        let id = ActionCode.id(of: text)
        return try await read { reading -> ActionCodeView? in
            guard let code = try reading.reads.actionCode(id), !code.leadsNowhere else { return nil }
            let account = try code.account.flatMap { try reading.reads.account($0, in: code.scope) }
            let isGone = code.account != nil && account == nil
            let isClosed = try reading.reads.tenant(code.scope)?.settings.isDisabled ?? false
            let state: ActionCodeView.State =
                account?.isDisabled == true || isClosed
                ? .disabled : code.spentAt != nil || isGone ? .spent : reading.now >= code.expiresAt ? .expired : .open
            let settings = try reading.settings(in: code.scope)
            var target = code.target
            // A domain may have been removed from the project's list since the mail was sent.
            target.continueURL = target.continueURL.flatMap { url in
                mail.links.isAccountPage(url) ? url : try? settings.continueDomains.check(url)
            }
            var recovered = account
            if let account, state == .open, code.purpose.takesBack {
                var changed = account
                try reading.about(code.scope).recovering(&changed, by: code, settings: settings)
                recovered = changed
            }
            let restored = code.target.removedIdentity?.key
            return ActionCodeView(
                scope: code.scope, purpose: code.purpose, state: state, email: code.email, newEmail: code.newEmail,
                accountSince: account?.createdAt,
                isDone: code.purpose == .verifyEmail && code.email != nil && code.email == account?.email
                    && account?.emailVerified == true && account?.isDisabled == false,
                askedAt: code.createdAt, target: target, settings: settings, sendsMail: mail.isSet(settings),
                removes: recovered.flatMap { account?.parts(missingIn: $0) } ?? [],
                isRestoredElsewhere: restored.map { key in recovered?.identities.contains { $0.key == key } == false } ?? false)
        }
    }

    /// Checks the address that somebody enters who opened a link on another device, without spending the code.
    ///
    /// - Returns: `true` if the link was sent there. A wrong address is counted; after too many the code ends.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    package func checkAddress(_ email: EmailAddress, ofLink text: String, in scope: ProjectScope) async throws -> Bool {
        let code = try await requireActionCode(text, for: [.signIn], digitsOf: nil, in: scope)
        guard code.email != email else { return true }
        try await noteMismatch(of: code)
        return false
    }

    /// Counts a wrong address, in its own transaction.
    ///
    /// - Throws: ``AuthError/invalidActionCode`` once there have been too many, also for attempts that came at the same
    ///   time.
    func noteMismatch(of code: ActionCode) async throws {
        let isOpen = try await write(in: code.scope) { work in
            guard let code = try work.transaction.actionCode(code.id), code.spentAt == nil else { return false }
            try work.transaction.noteActionCodeMismatch(code.id, most: ActionCode.mostMismatches, now: work.now)
            return true
        }
        guard isOpen else { throw AuthError.invalidActionCode }
    }

    /// Mails a new link in place of one that no longer works, to the address that that one went to.
    ///
    /// The result is not revealed: the page's reader may be anybody who has the old link.
    ///
    /// - Parameters:
    ///   - text: The old link's code.
    ///   - apiKey: The API key in the old link; it is not stored.
    package func renewActionCode(_ text: String, apiKey: String? = nil) async throws {
        let id = ActionCode.id(of: text)
        try await write { installation in
            guard let code = try installation.transaction.actionCode(id), let email = code.email, !code.leadsNowhere,
                code.spentAt != nil || installation.now >= code.expiresAt
            else { return }
            let work = installation.about(code.scope)
            try work.requireInUse()
            let settings = try work.settings()
            try mail.requireSet(settings)
            let account = try work.account(email: email)
            switch code.purpose {
            case .resetPassword: guard settings.passwordEnabled, account != nil else { return }
            case .signIn: guard settings.emailLinkEnabled else { return }
            case .verifyEmail: guard account?.emailVerified == false, account?.id == code.account else { return }
            case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition,
                .revertSignInMethodRemoval, .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
                return
            }
            var target = code.target
            target.apiKey = apiKey
            guard account?.isDisabled != true,
                let allowance = try mail.allowance(
                    for: email, MailKind(code.purpose), of: account, from: work.origin.client ?? .unknown, work)
            else { return }
            var order = MailOrder(MailKind(code.purpose), project: code.scope.project, to: email)
            order.email = email
            try mail.queueActionCode(
                code.purpose, in: order, of: account, target, countedAs: allowance, settings: settings, work)
        }
    }
}
