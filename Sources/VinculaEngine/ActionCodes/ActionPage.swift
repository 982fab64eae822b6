import Foundation
public import VinculaCore

/// What a hosted page shows of a code. It changes nothing: mail scanners open links too.
public struct ActionCodeView: Sendable {
    public enum State: Hashable, Sendable {
        case open
        case expired
        /// Used, or ended by something else.
        case spent
        case disabled
    }

    public let scope: ProjectScope
    public let purpose: ActionCodePurpose
    public let state: State
    public let email: EmailAddress?
    public let newEmail: EmailAddress?
    /// When the account was made.
    public let accountSince: Timestamp?
    /// Whether what the code is for is so already: a link that is opened twice did its work the first time.
    public let isDone: Bool
    /// When the mail was asked for.
    public let askedAt: Timestamp
    public let target: ActionCode.Target
    public let settings: ProjectSettings
    /// Whether this server sends mails by itself.
    public let sendsMail: Bool

    /// Whether a new link of this kind can be mailed to where this one went.
    public var canBeRenewed: Bool {
        switch purpose {
        case .resetPassword, .signIn, .verifyEmail:
            sendsMail && canBeAskedFor && !isDone && (state == .expired || state == .spent)
        case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition: false
        }
    }

    /// Whether anybody can ask for another link of this kind, here or in the app, as the project is set up now.
    public var canBeAskedFor: Bool {
        switch purpose {
        case .resetPassword: settings.emailEnabled
        case .signIn: settings.emailLinkEnabled
        case .verifyEmail, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition: false
        }
    }

    /// Whether a link for a new password leads back to the account: one can be mailed, and passwords sign in.
    public var offersReset: Bool { sendsMail && settings.emailEnabled }
}

extension AuthEngine {
    /// Reads what a page shows of a code.
    ///
    /// - Returns: `nil` for a code that is not known.
    public func viewActionCode(_ text: String) async throws -> ActionCodeView? {
        let id = ActionCode.id(of: text)
        let now = clock.now
        return try await read { transaction in
            guard let code = try transaction.actionCode(id), !code.leadsNowhere else { return nil }
            let account = try code.account.flatMap { try transaction.account($0, in: code.scope) }
            let isGone = code.account != nil && account == nil
            let state: ActionCodeView.State =
                account?.isDisabled == true
                ? .disabled : code.spentAt != nil || isGone ? .spent : now >= code.expiresAt ? .expired : .open
            let settings = try self.settings(of: code.scope.project, in: transaction)
            var target = code.target
            // A domain may have been taken off the project's list since the mail went out.
            target.continueURL = target.continueURL.flatMap { try? settings.continueDomains.check($0) }
            return ActionCodeView(
                scope: code.scope, purpose: code.purpose, state: state, email: code.email, newEmail: code.newEmail,
                accountSince: account?.createdAt,
                isDone: code.purpose == .verifyEmail && code.email != nil && code.email == account?.email
                    && account?.emailVerified == true && account?.isDisabled == false,
                askedAt: code.createdAt, target: target, settings: settings, sendsMail: mailDelivery != .none)
        }
    }

    /// Checks the address that somebody names who opened a link on another device, and leaves the code as it is.
    ///
    /// - Returns: Whether the link was sent there. A wrong address is counted; the last that is borne ends the code.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    public func checkAddress(_ email: EmailAddress, ofLink text: String, in scope: ProjectScope) async throws -> Bool {
        let code = try await requireActionCode(text, for: [.signIn], digitsOf: nil, in: scope)
        guard code.email != email else { return true }
        try await noteMismatch(of: code)
        return false
    }

    /// Counts a wrong address, in a transaction of its own.
    ///
    /// - Throws: ``AuthError/invalidActionCode`` once the code has borne enough, for those too that came at the same time.
    func noteMismatch(of code: ActionCode) async throws {
        let now = clock.now
        let isOpen = try await write { transaction in
            guard let code = try transaction.actionCode(code.id), code.spentAt == nil else { return false }
            try transaction.noteActionCodeMismatch(code.id, most: ActionCode.mostMismatches, now: now)
            return true
        }
        guard isOpen else { throw AuthError.invalidActionCode }
    }

    /// Mails a new link in the place of one that does not work any more, to where that one went.
    ///
    /// Nobody is told whether it was: the page's reader may be anybody who has the old link.
    ///
    /// - Parameter apiKey: The one in the old link; none is kept.
    public func renewActionCode(_ text: String, apiKey: String? = nil) async throws {
        guard mailDelivery != .none else { throw AuthError.operationNotAllowed("This server sends no mail.") }
        let id = ActionCode.id(of: text)
        let now = clock.now
        try await write { transaction in
            guard let code = try transaction.actionCode(id), let email = code.email, !code.leadsNowhere,
                code.spentAt != nil || now >= code.expiresAt
            else { return }
            let scope = code.scope
            let settings = try self.settings(of: scope.project, in: transaction)
            let account = try transaction.account(email: email, in: scope)
            switch code.purpose {
            case .resetPassword: guard settings.emailEnabled, account != nil else { return }
            case .signIn: guard settings.emailLinkEnabled else { return }
            case .verifyEmail: guard account?.emailVerified == false, account?.id == code.account else { return }
            case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition: return
            }
            var target = code.target
            target.apiKey = apiKey
            guard account?.isDisabled != true,
                let allowance = try allowance(
                    for: email, MailKind(code.purpose), of: account, from: origin.client ?? .unknown, in: scope, now: now,
                    transaction)
            else { return }
            try mailActionCode(
                code.purpose, to: email, countedAs: allowance, account: account, email: email, target: target, settings: settings,
                in: scope,
                now: now, transaction)
        }
    }
}
