import VinculaCore

/// The hosted pages' texts in one language.
///
/// Each text is a Mustache template with the variables that its comment names; all are plain text, which is escaped when
/// HTML is made.
struct PageTexts: Translated, Sendable {
    /// A question: the action that is about to happen, and the button that triggers it.
    struct Question: Sendable {
        var title: String
        var text: String
        var button: String
    }

    /// A notice of what has happened.
    struct Notice: Sendable {
        var title: String
        var text: String
    }

    /// The rules for a new password.
    struct PasswordRules: Sendable {
        var heading: String
        /// `{{count}}` characters.
        var atLeast: String
        /// `{{count}}` characters.
        var atMost: String
        var lowercase: String
        var uppercase: String
        var digit: String
        var symbol: String
        var notCommon: String
        /// The rules that a password broke by being common, and by being the address or the app's name.
        var common: String
        var ownWord: String
        /// The heading of the list of rules that a password broke.
        var broken: String
    }

    // Confirming an address; `{{app}}`, `{{email}}`, `{{date}}`
    var verify: Question
    var verified: Notice
    var disown: Question
    var disowned: Notice

    // Choosing a new password; `{{app}}`, `{{email}}`
    var reset: Question
    var newPassword: String
    var rules: PasswordRules
    var wasReset: Notice

    // Signing in; `{{app}}`, `{{date}}`, `{{address}}` (an IP address). The button continues without entering the address.
    var signIn: Question
    /// The sentence before the field for the address.
    var otherDevice: String
    var yourAddress: String
    var continueWithAddress: String
    var otherAddress: String
    var tooManyAddresses: String

    // Changing the address; `{{app}}`, `{{email}}` (masked), `{{newEmail}}`
    var change: Question
    var changed: Notice

    // Reverting a change of the address; `{{app}}`, `{{email}}`, `{{newEmail}}`
    var recover: Question
    var recovered: Notice

    // Removing a second factor again; `{{app}}`, `{{email}}`
    var revertSecondFactor: Question
    var secondFactorReverted: Notice
    // The same for a phone
    var revertPhoneFactor: Question
    var phoneFactorReverted: Notice

    // Removing a way in again; `{{app}}`, `{{email}}`, `{{provider}}`
    var revertSignInMethod: Question
    var signInMethodReverted: Notice

    // Restoring a way in that was removed; `{{app}}`, `{{email}}`, `{{provider}}`
    var revertSignInMethodRemoval: Question
    var signInMethodRestored: Notice
    var signInMethodIsTaken: String

    // Undoing a change of the password: set, changed or removed; `{{app}}`, `{{email}}`
    var revertPasswordChange: Question
    var passwordReverted: Notice

    // Removing recovery codes; `{{app}}`, `{{email}}`
    var revertRecoveryCodes: Question
    var recoveryCodesReverted: Notice

    // Ending what came of a sign-in from a new device; `{{app}}`, `{{email}}`
    var revertSignIn: Question
    var signInReverted: Notice

    /// The heading of the list of what any of these removes.
    var removesNow: String
    // The list's entries, besides providers
    var aPassword: String
    /// `{{date}}`
    var anAuthenticator: String
    /// `{{date}}`
    var aPhoneFactor: String
    /// `{{date}}`
    var theRecoveryCodes: String

    /// The button after any of these.
    var sendPasswordLink: String
    /// The text in its place if a new password does not give access to the account; `{{app}}`
    var signInAsBefore: String

    // Links that do not work
    var expired: Notice
    var used: Notice
    var unknown: Notice
    var disabled: Notice
    var taken: Notice
    var tooOften: Notice
    var failed: Notice
    /// The page at an address that has none.
    var missing: Notice
    var toStart: String
    var sendNewLink: String
    var newLinkSent: Notice
    /// The text if no new link can be sent.
    var askInTheApp: String

    // Links back to the app; `{{place}}` is a host
    var continueTo: String
    /// The link to this server's account page.
    var goToAccount: String
    /// The sentence after success where no link leads on.
    var closePage: String
    var openApp: String
    var openAppText: String
    var getTheApp: String
    var goOnHere: String

    /// The notice on every page of a development server.
    var developmentServer: String
}
