public import VinculaCore

/// A mail, ready to be sent.
public struct RenderedMail: Hashable, Sendable {
    /// The name before the sender's address.
    public var senderName: String
    public var replyTo: EmailAddress?
    public var to: EmailAddress
    public var subject: String
    public var text: String
    public var html: String
    public var language: Language
    /// True if the project's own template would have made the mail too long, so that ours was used instead.
    public var hasTooLongTemplate = false

    public init(
        senderName: String, replyTo: EmailAddress?, to: EmailAddress, subject: String, text: String, html: String,
        language: Language
    ) {
        self.senderName = senderName
        self.replyTo = replyTo
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.language = language
    }
}

/// Renders mails, as a port: the engine has neither texts nor templates.
public protocol MailRenderer: Sendable {
    /// Renders a mail.
    ///
    /// - Throws: An error if it cannot be rendered, or would be too long: the mail is then given up.
    func render(_ order: MailOrder, _ settings: EmailSettings) throws -> RenderedMail

    /// Checks a project's own template, before it is stored.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)`` with the reason.
    func check(_ template: EmailSettings.Template) throws(AuthError)
}
