/// A project's mail settings.
public struct EmailSettings: Hashable, Sendable, Codable {
    /// A project's own text for one kind of mail in one language: Mustache templates. Parts that are `nil` use the default.
    public struct Template: Hashable, Sendable, Codable {
        public var subject: String?
        public var text: String?
        public var html: String?

        public init(subject: String? = nil, text: String? = nil, html: String? = nil) {
            self.subject = subject
            self.text = text
            self.html = html
        }
    }

    /// The app's name in mails and pages; `nil` means the project's id.
    public var appName: String?
    /// The name before the sender's address; `nil` means ``appName``.
    public var senderName: String?
    public var replyTo: EmailAddress?
    /// The page that links lead to instead of the server's own pages; the project provides it.
    public var actionURL: String?
    /// The language for people who ask for none, or for one that is not available.
    public var language: Language = .english
    /// True if mails also contain six digits that can be used instead of the link.
    public var digitsEnabled = false
    /// By ``MailKind``, then by language.
    public var templates: [String: [String: Template]] = [:]

    public init() {}

    public func template(_ kind: MailKind, _ language: Language) -> Template? { templates[kind.rawValue]?[language.rawValue] }
}
