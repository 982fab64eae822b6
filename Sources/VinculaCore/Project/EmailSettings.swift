/// What a project's mails look like.
public struct EmailSettings: Hashable, Sendable, Codable {
    /// A project's own words for one kind of mail in one language: Mustache templates. What is `nil` stays as it is.
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

    /// What mails and pages call the app; `nil` means the project's id.
    public var appName: String?
    /// The name before the sender's address; `nil` means ``appName``.
    public var senderName: String?
    public var replyTo: EmailAddress?
    /// Where links lead instead of to the server's own pages, which then are the project's own.
    public var actionURL: String?
    /// The language for people who ask for none, or for one that nothing is written in.
    public var language: Language = .english
    /// Whether mails also carry six digits that do instead of the link.
    public var digitsEnabled = false
    /// By ``MailKind``, then by language.
    public var templates: [String: [String: Template]] = [:]

    public init() {}

    public func template(_ kind: MailKind, _ language: Language) -> Template? { templates[kind.rawValue]?[language.rawValue] }
}
