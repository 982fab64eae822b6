import IdentityToolkit

/// The operation that an action code performs.
public enum ActionCodeOperation: Int, Sendable {
    /// An operation that this SDK does not know.
    case unknown = 0
    /// Sets a new password.
    case passwordReset = 1
    /// Verifies the account's email address.
    case verifyEmail = 2
    /// Reverts a change of the email address.
    case recoverEmail = 3
    /// Signs in by email link.
    case emailLink = 4
    /// Verifies a new email address, which then replaces the account's.
    case verifyAndChangeEmail = 5
    /// Reverts the enrollment of a second factor.
    case revertSecondFactorAddition = 6

    /// Parses the wire name: the type in a request or response (`PASSWORD_RESET`), or the mode in a link (`resetPassword`).
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

    /// The request type for this operation.
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

    /// The mode in a link for this operation.
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
