package import VinculaCore

/// A mail, ready to be sent.
package struct RenderedMail: Hashable, Sendable {
    /// The name before the sender's address.
    package var senderName: String
    package var replyTo: EmailAddress?
    package var to: EmailAddress
    package var subject: String
    package var text: String
    package var html: String
    package var language: Language
    /// True if the project's own template would have made the mail too long, so that ours was used instead.
    package var hasTooLongTemplate = false

    package init(
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
package protocol MailRenderer: Sendable {
    /// Renders a mail.
    ///
    /// - Parameters:
    ///   - order: The mail, as facts.
    ///   - settings: The project's settings for mails.
    ///   - page: The look of the project's pages, which its mails share.
    /// - Throws: An error if it cannot be rendered, or would be too long: the mail is then given up.
    func render(_ order: MailOrder, _ settings: EmailSettings, page: PageSettings) throws -> RenderedMail

    /// Checks a project's own template, before it is stored.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)`` with the reason.
    func check(_ template: EmailSettings.Template) throws(AuthError)
}
