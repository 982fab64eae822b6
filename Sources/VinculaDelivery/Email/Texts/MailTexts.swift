import VinculaCore

/// What mails say in one language.
///
/// Each text is a Mustache template of the variables that ``MailVariables`` lists; all of them are plain text, which is
/// escaped where HTML is made.
struct MailTexts: Sendable {
    /// One mail.
    struct Letter: Sendable {
        var subject: String
        /// The first sentences.
        var lead: String
        /// What stands on the button that opens the link; `nil` for a mail without one.
        var button: String?
        /// The sentences behind the button, a paragraph each.
        var after: [String]
    }

    var resetPassword: Letter
    var verifyEmail: Letter
    var signIn: Letter
    /// To the new address.
    var verifyAndChangeEmail: Letter
    /// To the old address, with a link that takes the change back.
    var recoverEmail: Letter
    /// With a link that takes the new second factor off.
    var revertSecondFactorAddition: Letter
    /// To the old address, without a link.
    var emailChanged: Letter
    var passwordChanged: Letter
    /// A provider opens the account from now on.
    var signInMethodAdded: Letter
    /// A provider does not open the account any more.
    var signInMethodRemoved: Letter
    var secondFactorRemoved: Letter
    /// Somebody passes the first factor and guesses at the second.
    var secondFactorGuessed: Letter

    /// Before the link, where it is written out.
    var orCopyTheLink: String
    /// Before the six digits.
    var orEnterTheCode: String
    /// The link by which somebody says that an account is not theirs.
    var notMyAccount: String
    /// How long the link works: `{{count}}` hours, or days; one of them, and several.
    var hour: String
    var hours: String
    var day: String
    var days: String
    /// With `{{validity}}`, one of the four above.
    var worksOnceFor: String
    /// The last line of each mail.
    var sentBecause: String
    /// After it, where answers go to nobody.
    var nobodyReadsAnswers: String
}

extension MailTexts {
    static func of(_ language: Language) -> MailTexts {
        switch language {
        case .english: english
        case .spanish: spanish
        case .italian: italian
        case .french: french
        case .german: german
        case .portuguese: portuguese
        }
    }
}
