/// What a mail says.
public enum MailKind: String, Hashable, Sendable, Codable, CaseIterable {
    case resetPassword
    case verifyEmail
    case signIn
    /// To the new address.
    case verifyAndChangeEmail
    /// To the old address, with a link that takes the change back.
    case recoverEmail
    /// To the owner, with a link that takes off the second factor that the account got.
    case revertSecondFactorAddition
    /// To the old address, without a link: nobody had proven to own it.
    case emailChanged
    case passwordChanged
    /// A provider opens the account from now on; with a link that takes it off, where a person linked it.
    case signInMethodAdded
    /// A provider does not open the account any more.
    case signInMethodRemoved
    case secondFactorRemoved
    /// Somebody passes the first factor and guesses at the second.
    case secondFactorGuessed

    public init(_ purpose: ActionCodePurpose) {
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

    /// Whether somebody asked for the mail, and so could ask for too many; the others tell an owner what has happened.
    public var isAskedFor: Bool {
        switch self {
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .emailChanged, .passwordChanged, .signInMethodAdded,
            .signInMethodRemoved, .secondFactorRemoved, .secondFactorGuessed:
            false
        }
    }

    /// The kinds that count together when a mailbox has had enough. What a stranger has sent to an address that they want must
    /// not keep the address's owner from their own mails.
    public var pool: [MailKind] {
        switch self {
        case .resetPassword, .signIn, .verifyEmail: [.resetPassword, .signIn, .verifyEmail]
        case .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition, .emailChanged, .passwordChanged,
            .signInMethodAdded, .signInMethodRemoved, .secondFactorRemoved, .secondFactorGuessed:
            [self]
        }
    }
}
