/// What a mailed code is for. A code of one purpose is worth nothing for another.
public enum ActionCodePurpose: String, Hashable, Sendable, Codable, CaseIterable {
    case resetPassword = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case signIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Goes to the address that an account had, and takes its change back.
    case recoverEmail = "RECOVER_EMAIL"
    /// Goes to the owner of an account that got a second factor, and takes that off again.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
    /// Goes to the owner of an account that got another way in, and takes that off again.
    case revertSignInMethodAddition = "REVERT_SIGN_IN_METHOD_ADDITION"

    /// The name on the wire. Clients know no word for a way in that is taken off; what they do for a recovery is right for it.
    public var requestType: String { self == .revertSignInMethodAddition ? Self.recoverEmail.rawValue : rawValue }

    /// The `mode` of a link.
    public var mode: String {
        switch self {
        case .resetPassword: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .signIn: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .recoverEmail, .revertSignInMethodAddition: "recoverEmail"
        case .revertSecondFactorAddition: "revertSecondFactorAddition"
        }
    }

    /// How long a code works, in seconds (Firebase's own sign-in links work for six hours: Documentation/Differences.md).
    public var lifetimeSeconds: Int64 {
        switch self {
        case .resetPassword, .signIn, .verifyAndChangeEmail: 3600
        // Whoever reads the mailbox takes the factor off: no longer than an owner needs to read the mail.
        case .verifyEmail, .revertSecondFactorAddition: 3 * 24 * 3600
        case .recoverEmail, .revertSignInMethodAddition: Probation.seconds
        }
    }

    /// How many codes of this purpose work at a time for one mailbox; a new one ends the oldest. Those that take a change back
    /// all work: a thief who changes the address again and again must not push the owner's out.
    public var mostAtATime: Int { takesBack ? .max : 3 }

    /// Whether it takes back what somebody else may have done. Such a code outlasts what they do next, and ends those that come
    /// later, never an older one.
    public var takesBack: Bool {
        switch self {
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition: true
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: false
        }
    }

    /// Whether six digits may stand in for the link. Not where the mail goes to somebody who does not wait for it.
    public var mayBeTyped: Bool {
        switch self {
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition: false
        }
    }
}
