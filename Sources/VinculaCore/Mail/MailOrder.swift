/// A mail to be written: facts, no text.
package struct MailOrder: Hashable, Sendable, Codable {
    package var kind: MailKind
    package var project: String
    package var to: EmailAddress
    package var language: Language?
    /// The link, if the mail has one. Anyone who has it can use it.
    package var link: String?
    /// The link with which somebody reports that an account is not theirs.
    package var disownLink: String?
    /// Six digits that can be used instead of the link.
    package var digits: String?
    /// The lifetime of the link, in seconds.
    package var validForSeconds: Int64?
    /// The account's email, or its previous one.
    package var email: EmailAddress?
    package var newEmail: EmailAddress?
    /// The account's display name. It was chosen by whoever created the account.
    package var displayName: String?
    /// A provider's id.
    package var provider: String?
    /// True if nothing is sent: such orders are queued so that a request for mail to an unknown address takes as long as any
    /// other.
    package var isDecoy = false

    package init(_ kind: MailKind, project: String, to: EmailAddress) {
        self.kind = kind
        self.project = project
        self.to = to
    }
}
