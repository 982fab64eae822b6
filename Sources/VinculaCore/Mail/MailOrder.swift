/// A mail to be written: facts, no text.
public struct MailOrder: Hashable, Sendable, Codable {
    public var kind: MailKind
    public var project: String
    public var to: EmailAddress
    public var language: Language?
    /// The link, if the mail has one. Anyone who has it can use it.
    public var link: String?
    /// The link with which somebody reports that an account is not theirs.
    public var disownLink: String?
    /// Six digits that can be used instead of the link.
    public var digits: String?
    /// The lifetime of the link, in seconds.
    public var validForSeconds: Int64?
    /// The account's email, or its previous one.
    public var email: EmailAddress?
    public var newEmail: EmailAddress?
    /// The account's display name. It was chosen by whoever created the account.
    public var displayName: String?
    /// A provider's id.
    public var provider: String?
    /// True if nothing is sent: such orders are queued so that a request for mail to an unknown address takes as long as any
    /// other.
    public var isDecoy = false

    public init(_ kind: MailKind, project: String, to: EmailAddress) {
        self.kind = kind
        self.project = project
        self.to = to
    }
}
