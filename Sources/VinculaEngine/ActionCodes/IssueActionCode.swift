import Foundation
import VinculaCore
import VinculaCrypto

extension AccountMail {
    /// Makes a code, and adds the mail with it to the outbox.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the code.
    ///   - order: The mail, with the addresses that the code is for. It goes to a mailbox from the database, or to one that
    ///     the code's link proves before it gets anything.
    ///   - account: The account that the code is for, if there is one.
    ///   - target: The page that follows, and the language of the mail.
    ///   - allowance: The allowance that the mail is counted against.
    ///   - tellsPlace: `true` if a notice names the place and the device of the change.
    func queueActionCode(
        _ purpose: ActionCodePurpose, in order: MailOrder, of account: Account?, _ target: ActionCode.Target,
        countedAs allowance: MailAllowance = .uncounted, tellsPlace: Bool = true, settings: ProjectSettings, _ work: Work
    ) throws {
        let target = try withAPIKey(target, work)
        var order = order
        order.language = target.language
        order.digits = settings.email.digitsEnabled && purpose.mayBeTyped ? SecureRandom.digits(6) : nil
        let action = try issueActionCode(purpose, for: order, of: account, target, settings: settings, work)
        order.link = action.link
        if purpose == .verifyEmail, account?.emailVerified == false {
            order.disownLink = links.disownLink(action.code, purpose, target, tenant: work.scope.tenant, settings.email)
        }
        order.validForSeconds = purpose.lifetimeSeconds
        order.event = purpose.takesBack ? MailEvent(work, tellsPlace: tellsPlace) : nil
        order.displayName = account?.displayName
        // A sign-in link may create an account, where that is allowed.
        order.isDecoy = account == nil && (purpose != .signIn || settings.disabledUserSignUp) || account?.isDisabled == true
        try queue(order, countedAs: allowance, work)
    }

    /// Makes a code, stores what is needed to recognise it, and ends the oldest codes beyond the number that may be open at a
    /// time.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the code.
    ///   - order: The mail that it will be in; six digits in it can be used instead of the code.
    ///   - account: The account that it is for, if there is one.
    ///   - target: The page that follows.
    /// - Returns: The code, which is not stored itself, and its link.
    func issueActionCode(
        _ purpose: ActionCodePurpose, for order: MailOrder, of account: Account?, _ target: ActionCode.Target,
        settings: ProjectSettings, _ work: Work
    ) throws -> ActionLink {
        let target = try withAPIKey(target, work)
        let code = SecureRandom.bytes(32).base64URL
        let id = ActionCode.id(of: code)
        let link = links.link(code, purpose, target, tenant: work.scope.tenant, settings.email)
        try work.transaction.insert(
            ActionCode(
                id: id, scope: work.scope, purpose: purpose, account: account?.id, email: order.email,
                newEmail: order.newEmail, target: target,
                digits: order.digits.map { fingerprint($0, purpose, order.to, in: work.scope) },
                sealedLink: links.isEmulator
                    ? try sealer.seal(Data("\(code) \(link)".utf8), place: ActionCode.place(id)) : nil,
                createdAt: work.now, expiresAt: work.now.adding(seconds: purpose.lifetimeSeconds)))
        if let account, purpose != .signIn {
            try work.endActionCodes(of: account.id, purposes: [purpose], keeping: purpose.mostAtATime)
        } else if let email = order.email {
            try work.endActionCodes(sentFor: email, purpose: purpose, keeping: purpose.mostAtATime)
        }
        return ActionLink(code: code, link: link, email: order.email ?? order.to)
    }

    /// A target with an API key, which apps need to read the link: where no app has asked, the project's oldest key.
    private func withAPIKey(_ target: ActionCode.Target, _ work: Work) throws -> ActionCode.Target {
        guard target.apiKey == nil, !links.isEmulator else { return target }
        var target = target
        target.apiKey = try work.reads.apiKeys(of: work.scope.project).first?.key
        return target
    }

    func fingerprint(_ digits: String, _ purpose: ActionCodePurpose, _ mailbox: EmailAddress, in scope: ProjectScope) -> Data {
        let text = [scope.project, scope.tenant, purpose.rawValue, mailbox.value, digits].joined(separator: "\u{0}")
        return sealer.fingerprint(Data(text.utf8), purpose: "action code digits")
    }
}

extension ActionCode {
    /// The stored form of a code.
    static func id(of code: String) -> String { Data(code.utf8).sha256.base64URL }

    /// The place that a sealed link is bound to.
    static func place(_ id: String) -> String { "action-code/\(id)" }
}
