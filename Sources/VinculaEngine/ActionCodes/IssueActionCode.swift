import Foundation
import VinculaCore
import VinculaCrypto

extension AccountMail {
    /// Makes a code and adds the mail with it to the outbox.
    ///
    /// - Parameters:
    ///   - kind: The kind of the mail, if codes of this purpose are in mails of several kinds.
    ///   - provider: The provider that a notice is about.
    ///   - to: The mailbox: always one from the database, or one that a link proves before it gets anything.
    ///   - allowance: The allowance that the mail is counted against.
    ///   - tellsPlace: `true` if a notice names the place and the device of the change.
    func queueActionCode(
        _ purpose: ActionCodePurpose, as kind: MailKind? = nil, provider: ProviderID? = nil, to mailbox: EmailAddress,
        countedAs allowance: MailAllowance = .uncounted, account: Account?, email: EmailAddress?,
        newEmail: EmailAddress? = nil, target: ActionCode.Target, tellsPlace: Bool = true, settings: ProjectSettings,
        _ work: Work
    ) throws {
        let code = ActionCode.newSecret()
        var order = MailOrder(kind ?? MailKind(purpose), project: work.scope.project, to: mailbox)
        order.language = target.language
        order.digits = settings.email.digitsEnabled && purpose.mayBeTyped ? SecureRandom.digits(6) : nil
        order.link = try issueActionCode(
            code, digits: order.digits, purpose, account: account?.id, email: email, newEmail: newEmail, target: target,
            settings: settings, work)
        if purpose == .verifyEmail, account?.emailVerified == false {
            order.disownLink = links.disownLink(code, purpose, target, tenant: work.scope.tenant, settings.email)
        }
        order.validForSeconds = purpose.lifetimeSeconds
        order.email = email
        order.newEmail = newEmail
        order.provider = provider?.value
        order.event = purpose.takesBack ? MailEvent(work, tellsPlace: tellsPlace) : nil
        order.displayName = account?.displayName
        // A sign-in link may create an account, where that is allowed.
        order.isDecoy = account == nil && (purpose != .signIn || settings.disabledUserSignUp) || account?.isDisabled == true
        try queue(order, countedAs: allowance, work)
    }

    /// Stores what is needed to recognise a new code, and ends the oldest codes beyond the number that may be open at a time.
    ///
    /// - Parameters:
    ///   - code: The code, which is not stored itself.
    ///   - digits: Six digits that can be used instead of it, if there are any.
    /// - Returns: The code's link.
    func issueActionCode(
        _ code: String, digits: String? = nil, _ purpose: ActionCodePurpose, account: AccountID?, email: EmailAddress?,
        newEmail: EmailAddress?, target: ActionCode.Target, settings: ProjectSettings, _ work: Work
    ) throws -> String {
        let id = ActionCode.id(of: code)
        let link = links.link(code, purpose, target, tenant: work.scope.tenant, settings.email)
        let mailbox = purpose == .verifyAndChangeEmail ? newEmail : email
        try work.transaction.insert(
            ActionCode(
                id: id, scope: work.scope, purpose: purpose, account: account, email: email, newEmail: newEmail, target: target,
                digits: digits.flatMap { digits in mailbox.map { fingerprint(digits, purpose, $0, in: work.scope) } },
                sealedLink: links.isEmulator
                    ? try sealer.seal(Data("\(code) \(link)".utf8), place: ActionCode.place(id)) : nil,
                createdAt: work.now, expiresAt: work.now.adding(seconds: purpose.lifetimeSeconds)))
        if let account, purpose != .signIn {
            try work.endActionCodes(of: account, purposes: [purpose], keeping: purpose.mostAtATime)
        } else if let email {
            try work.endActionCodes(sentFor: email, purpose: purpose, keeping: purpose.mostAtATime)
        }
        return link
    }

    func fingerprint(_ digits: String, _ purpose: ActionCodePurpose, _ mailbox: EmailAddress, in scope: ProjectScope) -> Data {
        let text = [scope.project, scope.tenant, purpose.rawValue, mailbox.value, digits].joined(separator: "\u{0}")
        return sealer.fingerprint(Data(text.utf8), purpose: "action code digits")
    }
}

extension ActionCode {
    /// Makes a new code: 256 random bits.
    static func newSecret() -> String { SecureRandom.bytes(32).base64URL }

    /// The stored form of a code.
    static func id(of code: String) -> String { Data(code.utf8).sha256.base64URL }

    /// The place that a sealed link is bound to.
    static func place(_ id: String) -> String { "action-code/\(id)" }
}
