import VinculaCore

/// The texts of a sign-in at a provider's page, in one language: templates, as ``PageTexts`` has them.
///
/// `{{app}}` is the app's name, `{{provider}}` the provider's.
struct FlowTexts: Translated, Sendable {
    typealias Notice = PageTexts.Notice

    // While the app is told, and afterwards; `{{app}}`, `{{provider}}`
    var handingOver: Notice
    /// Before an app is told; also `{{receiver}}`, its bundle id or package.
    var askedByApp: Notice
    /// Before a program on the person's machine is told; also `{{receiver}}`, the address at which it listens.
    var askedByProgram: Notice
    var done: Notice
    var appOpened: Notice
    var windowGone: Notice
    var noStorage: Notice
    /// The text for browsers without JavaScript.
    var needsScript: String

    // After the provider answered; `{{app}}`, `{{provider}}`
    var cancelled: Notice
    var refused: Notice
    var unavailable: Notice
    /// The server has too much to do; no provider is known.
    var busy: Notice
    var invalid: Notice
    /// The answer belongs to no open sign-in of this browser.
    var lost: Notice

    // Before the browser leaves; `{{app}}`, `{{provider}}`, if they are known
    var unknownApp: Notice
    var malformed: Notice
    var addressNotAllowed: Notice
    var notOffered: Notice
    var noTextMessages: Notice
    var tooOften: Notice

    // The proof of work for a native app; `{{app}}`, `{{receiver}}`
    var proving: Notice
    var provingWork: String
    var proven: Notice
    var notProven: Notice
    var provingNeedsScript: String

    // Buttons; `{{app}}`
    var continueToApp: String
    var tryAgain: String
    var backToApp: String
}
