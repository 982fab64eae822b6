/// The purpose of a mailed code. A code for one purpose cannot be used for another.
package enum ActionCodePurpose: String, Hashable, Sendable, Codable, CaseIterable {
    case resetPassword = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case signIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Goes to the account's previous address, and reverts the change.
    case recoverEmail = "RECOVER_EMAIL"
    /// Goes to the owner of an account that got a second factor, and removes that factor.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
    /// Goes to the owner of an account that got another way in, and removes that way in.
    case revertSignInMethodAddition = "REVERT_SIGN_IN_METHOD_ADDITION"
    /// Goes to the owner of an account that lost a way in, and restores it.
    case revertSignInMethodRemoval = "REVERT_SIGN_IN_METHOD_REMOVAL"
    /// Goes to the owner of an account whose password was set, changed or removed without a mailed code, and removes what it
    /// is now.
    case revertPasswordChange = "REVERT_PASSWORD_CHANGE"
    /// Goes to the owner of an account that got new recovery codes, and removes them.
    case revertRecoveryCodes = "REVERT_RECOVERY_CODES"
    /// Goes to the owner of an account that was signed in to from a new device, and ends what came of that.
    case revertSignIn = "REVERT_SIGN_IN"

    /// The name on the wire. Clients do not know the last five; what they do for a recovery is right for them.
    package var requestType: String { mode == Self.recoverEmail.mode ? Self.recoverEmail.rawValue : rawValue }

    /// The `mode` of a link.
    package var mode: String {
        switch self {
        case .resetPassword: "resetPassword"
        case .verifyEmail: "verifyEmail"
        case .signIn: "signIn"
        case .verifyAndChangeEmail: "verifyAndChangeEmail"
        case .recoverEmail, .revertSignInMethodAddition, .revertSignInMethodRemoval, .revertPasswordChange,
            .revertRecoveryCodes, .revertSignIn:
            "recoverEmail"
        case .revertSecondFactorAddition: "revertSecondFactorAddition"
        }
    }

    /// The lifetime of a code, in seconds. (Firebase's own sign-in links work for six hours: Documentation/Differences.md.)
    package var lifetimeSeconds: Int64 {
        switch self {
        case .resetPassword, .signIn, .verifyAndChangeEmail: 3600
        // Anyone who can read the mailbox can remove factors, so no longer than an owner needs to read the mail. A new
        // password can be set by mail at any time, and a way in that was removed can be linked again.
        case .verifyEmail, .revertSecondFactorAddition, .revertSignInMethodRemoval, .revertPasswordChange,
            .revertRecoveryCodes, .revertSignIn:
            3 * 24 * 3600
        case .recoverEmail, .revertSignInMethodAddition: Probation.seconds
        }
    }

    /// The maximum number of codes of this purpose that work at a time for one mailbox; a new one ends the oldest. Codes
    /// that revert a change are unlimited: a thief who changes the address again and again must not displace the owner's.
    package var mostAtATime: Int { takesBack ? .max : 3 }

    /// True if the code reverts what somebody else may have done. Such a code outlasts what they do next, and ends later
    /// ones, never an older one.
    package var takesBack: Bool {
        switch self {
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition, .revertSignInMethodRemoval,
            .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
            true
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: false
        }
    }

    /// True if six digits may be used instead of the link. False where the recipient is not expecting the mail.
    package var mayBeTyped: Bool {
        switch self {
        case .resetPassword, .verifyEmail, .signIn, .verifyAndChangeEmail: true
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition, .revertSignInMethodRemoval,
            .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
            false
        }
    }
}
