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
    /// The change that a notice tells of.
    package var event: MailEvent?
    /// The number of recovery codes that are left.
    package var codesLeft: Int?
    /// What a recovery removed from the account.
    package var removed: [AccountPart]?
    /// True if nothing is sent: such orders are queued so that a request for mail to an unknown address takes as long as any
    /// other.
    package var isDecoy = false

    package init(_ kind: MailKind, project: String, to: EmailAddress) {
        self.kind = kind
        self.project = project
        self.to = to
    }
}

/// The time, place and device of a change.
package struct MailEvent: Hashable, Sendable, Codable {
    package let at: Timestamp
    /// The network address that the change was made from, as text; `nil` if it is not known or must not be told.
    package var address: String?
    package var device: ClientDevice?
    /// True if the mail says nothing of place and device.
    package var isPlaceUntold = false

    package init(at: Timestamp, address: String? = nil, device: ClientDevice? = nil, isPlaceUntold: Bool = false) {
        self.at = at
        self.address = address
        self.device = device
        self.isPlaceUntold = isPlaceUntold
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
    /// With a link that removes the new password, unless it was set by mail.
    case passwordChanged
    /// A provider was added to the account; with a link that removes it, if a person linked it.
    case signInMethodAdded
    /// A provider was removed from the account; with a link that restores it, if it can be restored.
    case signInMethodRemoved
    /// The link of another mail undid a change.
    case accountRecovered
    case secondFactorRemoved
    /// Somebody passed the first factor and is guessing the second.
    case secondFactorGuessed
    /// The tokens of a bound session were presented without its key.
    case sessionKeyRefused
    /// The account got recovery codes; with a link that removes them.
    case recoveryCodesMade
    /// A recovery code was used to sign in.
    case recoveryCodeUsed

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
            case .revertSignInMethodRemoval: .signInMethodRemoved
            case .revertPasswordChange: .passwordChanged
            case .revertRecoveryCodes: .recoveryCodesMade
            }
    }

    /// True if somebody requested the mail, and so could request too many; the others inform an owner of something that
    /// happened.
    package var isAskedFor: Bool {
        switch self {
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .emailChanged, .passwordChanged, .signInMethodAdded,
            .signInMethodRemoved, .accountRecovered, .secondFactorRemoved, .secondFactorGuessed, .sessionKeyRefused,
            .recoveryCodesMade, .recoveryCodeUsed:
            false
        }
    }

    /// True if its link, if it has one, undoes a change of the account.
    package var takesBack: Bool {
        switch self {
        case .recoverEmail, .revertSecondFactorAddition, .passwordChanged, .signInMethodAdded, .signInMethodRemoved,
            .recoveryCodesMade:
            true
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail, .emailChanged, .accountRecovered,
            .secondFactorRemoved, .secondFactorGuessed, .sessionKeyRefused, .recoveryCodeUsed:
            false
        }
    }

    /// The kinds that count together against a mailbox's limit. Mail that a stranger requests for an address that they want
    /// must not use up the mails of the address's owner.
    package var pool: [MailKind] {
        switch self {
        case .resetPassword, .signIn, .verifyEmail: [.resetPassword, .signIn, .verifyEmail]
        case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .emailChanged, .passwordChanged,
            .signInMethodAdded, .signInMethodRemoved, .accountRecovered, .secondFactorRemoved, .secondFactorGuessed,
            .sessionKeyRefused, .recoveryCodesMade, .recoveryCodeUsed:
            [self]
        }
    }
}
