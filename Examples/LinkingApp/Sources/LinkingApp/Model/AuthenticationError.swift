import FirebaseAuth
public import Foundation

/// An error in the app's terms, with a message for people.
public enum AuthenticationError: Error {
    /// The email belongs to an account with other sign-in methods; the app can recover from this.
    case collision(Collision)
    /// The sign-in waits for a second factor; ``AuthenticationViewModel/challenge`` has the factors.
    case secondFactorNeeded(SecondFactorChallenge)
    /// There is no connection to the server.
    case serverUnreachable
    /// The address or the password is wrong; which of them is not revealed.
    case wrongEmailOrPassword
    /// The link or code from an email was already used, has expired or was mistyped.
    case mailUseless
    /// The link was sent to a different address than the one entered.
    case mailOfAnotherAddress
    /// The change requires a sign-in within the last five minutes.
    case recentLoginNeeded
    /// The operation needs a signed-in user.
    case nobodySignedIn
    /// The person cancelled.
    case cancelled
    /// Any other error, as a message.
    case refused(String)

    /// - Parameter error: The error thrown by FirebaseAuth.
    init(_ error: any Error) {
        if let error = error as? AuthenticationError {
            self = error
            return
        }
        if error is CancellationError {
            self = .cancelled
            return
        }
        if let challenge = SecondFactorChallenge(error) {
            self = .secondFactorNeeded(challenge)
            return
        }
        switch AuthErrorCode(error) {
        case .networkError: self = .serverUnreachable
        case .requiresRecentLogin: self = .recentLoginNeeded
        case .webContextCancelled: self = .cancelled
        case .emailAlreadyInUse: self = .refused("Another account already has this email address.")
        case .credentialAlreadyInUse: self = .refused("This sign-in already belongs to another account.")
        case .userMismatch: self = .refused("This is not the person who is signed in.")
        case .providerAlreadyLinked: self = .refused("The account already has this sign-in method.")
        case .invalidUserToken, .userTokenExpired: self = .refused("The session has ended. Sign in again.")
        case .userNotFound: self = .refused("The account no longer exists.")
        case .invalidPhoneNumber, .missingPhoneNumber:
            self = .refused("This is not a phone number. Write it with the country code, such as +34 600 000 000.")
        case .invalidVerificationCode, .missingVerificationCode: self = .refused("This code is wrong.")
        case .sessionExpired: self = .refused("This code no longer works. Have another one sent.")
        case .quotaExceeded: self = .refused("No more text messages can be sent today. Try again tomorrow.")
        case .unverifiedEmail:
            self = .refused("Confirm your email address first: sign in once with the link from an email.")
        case .secondFactorAlreadyEnrolled: self = .refused("The account already has this second factor.")
        case .unsupportedFirstFactor:
            self = .refused("A phone number cannot open an account that has a second factor.")
        case .invalidEmail, .missingEmail: self = .refused("This is not an email address.")
        // Other errors have a message that can be shown, some of them the server's own.
        default: self = .refused(error.localizedDescription)
        }
    }
}

extension AuthenticationError: LocalizedError {
    /// The message for people.
    public var errorDescription: String? {
        switch self {
        case .collision(let collision) where collision.tried == .emailAndPassword:
            "The email address \(collision.email) is already in use by another account. Sign in to that account. If you "
                + "used Facebook or Google before, sign in that way, and this password will be linked to it."
        case .collision(let collision):
            "An account with the email \(collision.email) exists, but \(collision.tried.title) is not linked to it yet. "
                + "Sign in the way you did before, and \(collision.tried.title) will be linked to it."
        case .secondFactorNeeded: "This account has a second factor. Enter its code to finish signing in."
        case .serverUnreachable: "The server cannot be reached."
        case .wrongEmailOrPassword: "The email address or the password is wrong."
        case .mailUseless:
            "This link or code is wrong, expired or already used. Each works once, within an hour. Request a new email."
        case .mailOfAnotherAddress: "The link was sent to another address."
        case .recentLoginNeeded:
            "This requires a recent sign-in. Sign out, sign in again, and retry within five minutes."
        case .nobodySignedIn: "Nobody is signed in."
        case .cancelled: "Cancelled."
        case .refused(let text): text
        }
    }
}
