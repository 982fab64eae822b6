public import VinculaCore

/// A mail in words.
public struct RenderedMail: Hashable, Sendable {
    /// The name before the sender's address.
    public var senderName: String
    public var replyTo: EmailAddress?
    public var to: EmailAddress
    public var subject: String
    public var text: String
    public var html: String
    public var language: Language
    /// Whether the project's own template would have made it too long, so that ours stands in its place.
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

/// Writes mails, as a port: who has the words, and the templates, is not the engine.
public protocol MailRenderer: Sendable {
    /// Writes a mail.
    ///
    /// - Throws: If it cannot be written, or would be too long: it is then given up.
    func render(_ order: MailOrder, _ settings: EmailSettings) throws -> RenderedMail

    /// Checks a project's own template, before it is kept.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)`` that says what is wrong with it.
    func check(_ template: EmailSettings.Template) throws(AuthError)
}
