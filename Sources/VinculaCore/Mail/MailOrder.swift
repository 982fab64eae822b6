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

/// The kind of a mail.
package enum MailKind: String, Hashable, Sendable, Codable, CaseIterable {
    case resetPassword
    case verifyEmail
    case signIn
    /// To the new address.
    case verifyAndChangeEmail
    /// To the old address, with a link that reverts the change.
    case recoverEmail
    /// To the owner, with a link that removes the second factor that the account got.
    case revertSecondFactorAddition
    /// To the old address, which was never proven; without a link.
    case emailChanged
    case passwordChanged
    /// A provider was added to the account; with a link that removes it, if a person linked it.
    case signInMethodAdded
    /// A provider was removed from the account.
    case signInMethodRemoved
    case secondFactorRemoved
    /// Somebody passed the first factor and is guessing the second.
    case secondFactorGuessed

    package init(_ purpose: ActionCodePurpose) {
        self =
            switch purpose {
            case .resetPassword: .resetPassword
            case .verifyEmail: .verifyEmail
            case .signIn: .signIn
            case .verifyAndChangeEmail: .verifyAndChangeEmail
            case .recoverEmail: .recoverEmail
            case .revertSecondFactorAddition: .revertSecondFactorAddition
            case .revertSignInMethodAddition: .signInMethodAdded
            }
    }

    /// True if somebody requested the mail, and so could request too many; the others inform an owner of something that
    /// happened.
    package var isAskedFor: Bool {
        switch self {
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .emailChanged, .passwordChanged, .signInMethodAdded,
            .signInMethodRemoved, .secondFactorRemoved, .secondFactorGuessed:
            false
        }
    }

    /// The kinds that count together against a mailbox's limit. Mail that a stranger requests for an address that they want
    /// must not use up the mails of the address's owner.
    package var pool: [MailKind] {
        switch self {
        case .resetPassword, .signIn, .verifyEmail: [.resetPassword, .signIn, .verifyEmail]
        case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .emailChanged, .passwordChanged,
            .signInMethodAdded, .signInMethodRemoved, .secondFactorRemoved, .secondFactorGuessed:
            [self]
        }
    }
}
