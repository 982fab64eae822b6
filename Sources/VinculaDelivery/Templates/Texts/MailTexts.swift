import VinculaCore

/// The texts of mails in one language.
///
/// Each text is a Mustache template of the variables that ``MailVariables`` lists; all of them are plain text, which is
/// escaped where HTML is made.
struct MailTexts: Translated, Sendable {
    /// One mail.
    struct Letter: Sendable {
        var subject: String
        /// The first sentences.
        var lead: String
        /// The label of the button that opens the link; `nil` for a mail without one.
        var button: String?
        /// The sentences after the button, a paragraph each.
        var after: [String]
    }

    var resetPassword: Letter
    var verifyEmail: Letter
    var signIn: Letter
    /// To the new address.
    var verifyAndChangeEmail: Letter
    /// To the old address, with a link that undoes the change.
    var recoverEmail: Letter
    /// With a link that removes the new second factor.
    var revertSecondFactorAddition: Letter
    /// The same for a phone.
    var phoneFactorAdded: Letter
    var phoneFactorRemoved: Letter
    /// To the old address, without a link.
    var emailChanged: Letter
    /// With a link that removes the new password, unless it was set by mail.
    var passwordChanged: Letter
    /// A provider was linked to the account.
    var signInMethodAdded: Letter
    /// A provider was unlinked from the account; with a link that restores it, if it can be restored.
    var signInMethodRemoved: Letter
    /// A change was undone; `{{removed}}`
    var accountRecovered: Letter
    var secondFactorRemoved: Letter
    /// Somebody passed the first factor and is guessing the second.
    var secondFactorGuessed: Letter
    /// Somebody has a copy of a session's tokens, which is worth nothing without its key.
    var sessionKeyRefused: Letter
    /// With a link that removes them.
    var recoveryCodesMade: Letter
    /// `{{codesLeft}}`
    var recoveryCodeUsed: Letter

    /// What else the button of a mail does that undoes a change.
    var undoing: String
    /// The labels of a change's time, network address and device.
    var time: String
    var place: String
    var device: String
    /// An app, as a device's program.
    var anApp: String
    /// The place or device, if it is not known.
    var unknown: String
    /// What a recovery removed.
    var aPassword: String
    var anAuthenticator: String
    var aPhoneFactor: String
    var theRecoveryCodes: String

    /// The end of the line before a link in plain text.
    var colon: String
    /// The sentence before the link, where it is written out.
    var orCopyTheLink: String
    /// The sentence before the six digits.
    var orEnterTheCode: String
    /// The label of the link with which somebody says that an account is not theirs.
    var notMyAccount: String
    /// The validity of the link: `{{count}}` hours or days; in the singular and the plural.
    var hour: String
    var hours: String
    var day: String
    var days: String
    /// The sentence with `{{validity}}`, one of the four above.
    var worksOnceFor: String
    /// The last line of each mail.
    var sentBecause: String
    /// The sentence after it, if replies are not read.
    var repliesAreNotRead: String
}

extension MailTexts {
    func letter(_ order: MailOrder) -> Letter {
        var letter = letter(order.kind)
        // A second factor that is a phone has its provider's id; an authenticator app has none.
        if order.provider == ProviderID.phone.value {
            if order.kind == .revertSecondFactorAddition { letter = phoneFactorAdded }
            if order.kind == .secondFactorRemoved { letter = phoneFactorRemoved }
        }
        // The button of a password does not remove its provider.
        if order.kind == .signInMethodAdded, order.provider == ProviderID.password.value {
            letter.button = passwordChanged.button
            letter.after = passwordChanged.after
        }
        return letter
    }

    private func letter(_ kind: MailKind) -> Letter {
        switch kind {
        case .resetPassword: resetPassword
        case .verifyEmail: verifyEmail
        case .signIn: signIn
        case .verifyAndChangeEmail: verifyAndChangeEmail
        case .recoverEmail: recoverEmail
        case .revertSecondFactorAddition: revertSecondFactorAddition
        case .emailChanged: emailChanged
        case .passwordChanged: passwordChanged
        case .signInMethodAdded: signInMethodAdded
        case .signInMethodRemoved: signInMethodRemoved
        case .accountRecovered: accountRecovered
        case .secondFactorRemoved: secondFactorRemoved
        case .secondFactorGuessed: secondFactorGuessed
        case .sessionKeyRefused: sessionKeyRefused
        case .recoveryCodesMade: recoveryCodesMade
        case .recoveryCodeUsed: recoveryCodeUsed
        }
    }

    /// A device in words: `Firefox (Windows)`.
    func name(_ device: ClientDevice) -> String {
        let program = device.program.map { $0 == .app ? anApp : $0.rawValue }
        guard let program, let system = device.system?.rawValue else { return program ?? device.system?.rawValue ?? unknown }
        return "\(program) (\(system))"
    }

    func name(_ part: AccountPart, _ catalogue: ProviderCatalogue) -> String {
        switch part {
        case .password: aPassword
        case .wayIn(let provider): catalogue.title(of: provider)
        case .authenticator: anAuthenticator
        case .phoneFactor: aPhoneFactor
        case .recoveryCodes: theRecoveryCodes
        }
    }

    /// A duration in words: hours up to a day, then days.
    func validity(seconds: Int64) -> String {
        let hours = max(1, seconds / 3600)
        guard hours >= 24 else { return hours == 1 ? hour : self.hours.replacing("{{count}}", with: "\(hours)") }
        let days = hours / 24
        return days == 1 ? day : self.days.replacing("{{count}}", with: "\(days)")
    }
}
