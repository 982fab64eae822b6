import IdentityToolkit

/// What an action code is good for.
public enum ActionCodeOperation: Int, Sendable {
    /// Nothing that this SDK knows.
    case unknown = 0
    /// Setting a new password.
    case passwordReset = 1
    /// Verifying the account's email.
    case verifyEmail = 2
    /// Undoing a change of the email.
    case recoverEmail = 3
    /// Signing in by the link.
    case emailLink = 4
    /// Verifying a new email, which then becomes the account's.
    case verifyAndChangeEmail = 5
    /// Undoing the enrollment of a second factor.
    case revertSecondFactorAddition = 6

    /// Reads the server's word: a request's or answer's type (`PASSWORD_RESET`), or a link's mode (`resetPassword`).
    init(wire: String?) {
        switch wire {
        case "PASSWORD_RESET", "resetPassword": self = .passwordReset
        case "VERIFY_EMAIL", "verifyEmail": self = .verifyEmail
        case "RECOVER_EMAIL", "recoverEmail": self = .recoverEmail
        case "EMAIL_SIGNIN", "signIn": self = .emailLink
        case "VERIFY_AND_CHANGE_EMAIL", "verifyAndChangeEmail": self = .verifyAndChangeEmail
        case "REVERT_SECOND_FACTOR_ADDITION", "revertSecondFactorAddition": self = .revertSecondFactorAddition
        default: self = .unknown
        }
    }

    /// The type that a request names.
    var requestType: OobReqType? {
        switch self {
        case .unknown: nil
        case .passwordReset: .passwordReset
        case .verifyEmail: .verifyEmail
        case .recoverEmail: .recoverEmail
        case .emailLink: .emailSignin
        case .verifyAndChangeEmail: .verifyAndChangeEmail
        case .revertSecondFactorAddition: .revertSecondFactorAddition
        }
    }

    /// The mode in a link.
    var mode: String? {
        switch self {
        case .unknown: nil
        case .passwordReset: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .recoverEmail: "recoverEmail"
        case .emailLink: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .revertSecondFactorAddition: "revertSecondFactorAddition"
        }
    }
}
