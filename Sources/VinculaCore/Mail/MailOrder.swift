/// A mail that is to be written: facts, no words.
public struct MailOrder: Hashable, Sendable, Codable {
    public var kind: MailKind
    public var project: String
    public var to: EmailAddress
    public var language: Language?
    /// The link, if the mail has one. Whoever reads it can act on it.
    public var link: String?
    /// The link by which somebody says that an account is not theirs.
    public var disownLink: String?
    /// Six digits that do instead of the link.
    public var digits: String?
    /// How long the link works, in seconds.
    public var validForSeconds: Int64?
    /// The account's email, or the one that it had.
    public var email: EmailAddress?
    public var newEmail: EmailAddress?
    /// The account's own name: whoever made the account wrote it.
    public var displayName: String?
    /// A provider's id.
    public var provider: String?
    /// Nothing is sent: it stands here so that asking for mail to nobody takes as long as for mail to somebody.
    public var isDecoy = false

    public init(_ kind: MailKind, project: String, to: EmailAddress) {
        self.kind = kind
        self.project = project
        self.to = to
    }
}
