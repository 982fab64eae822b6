/// A project's mail settings.
package struct EmailSettings: Hashable, Sendable, Codable {
    /// A project's own text for one kind of mail in one language: Mustache templates. Parts that are `nil` use the default.
    package struct Template: Hashable, Sendable, Codable {
        package var subject: String?
        package var text: String?
        package var html: String?

        package init(subject: String? = nil, text: String? = nil, html: String? = nil) {
            self.subject = subject
            self.text = text
            self.html = html
        }
    }

    /// The app's name in mails; `nil` means ``PageSettings/name``, or the project's id.
    package var appName: String?
    /// The name before the sender's address; `nil` means ``appName``.
    package var senderName: String?
    package var replyTo: EmailAddress?
    /// The page that links lead to instead of the server's own pages; the project provides it.
    package var actionURL: String?
    /// The language for people who ask for none, or for one that is not available.
    package var language: Language = .english
    /// True if mails also contain six digits that can be used instead of the link.
    package var digitsEnabled = false
    /// By ``MailKind``, then by language.
    package var templates: [String: [String: Template]] = [:]
    /// The project's own texts for all languages, by ``MailKind``; one in ``templates`` takes precedence.
    package var placeholderTemplates: [String: PlaceholderTemplate] = [:]
    /// The project's own mail server, in place of the operator's.
    package var server: MailServerSettings?
    /// True if ``server`` is used; otherwise it is only kept.
    package var usesOwnServer = false

    package init() {}

    /// The server that mails go through; `nil` for the operator's.
    package var ownServer: MailServerSettings? { usesOwnServer ? server : nil }

    /// The project's own text of a mail.
    package func template(_ kind: MailKind, _ language: Language) -> Template? {
        templates[kind.rawValue]?[language.rawValue] ?? placeholderTemplates[kind.rawValue]?.mustache
    }
}
