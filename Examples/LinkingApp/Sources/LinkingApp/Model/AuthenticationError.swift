import FirebaseAuth
public import Foundation

/// What went wrong, in the app's terms and in words for people.
public enum AuthenticationError: Error {
    /// The email belongs to an account with other ways in; it can be recovered from.
    case collision(Collision)
    case serverUnreachable
    /// Whether the address or the password is wrong is told to nobody.
    case wrongEmailOrPassword
    /// The link or the code from a mail was used, or is too old, or was mistyped.
    case mailUseless
    /// The link went to another address than the one that the person named.
    case mailOfAnotherAddress
    /// The change wants people who have signed in within the last five minutes.
    case recentLoginNeeded
    case nobodySignedIn
    /// The person did not want to after all.
    case cancelled
    /// Anything else, in words.
    case refused(String)

    /// - Parameter error: What FirebaseAuth threw.
    init(_ error: any Error) {
        if let error = error as? AuthenticationError {
            self = error
            return
        }
        if error is CancellationError {
            self = .cancelled
            return
        }
        switch AuthErrorCode(error) {
        case .networkError: self = .serverUnreachable
        case .requiresRecentLogin: self = .recentLoginNeeded
        case .webContextCancelled: self = .cancelled
        case .emailAlreadyInUse: self = .refused("Another account has this email address.")
        case .credentialAlreadyInUse: self = .refused("This sign-in belongs to another account already.")
        case .userMismatch: self = .refused("That is somebody else than the person who is signed in.")
        case .providerAlreadyLinked: self = .refused("The account has such a way in already.")
        case .invalidUserToken, .userTokenExpired: self = .refused("The session has ended. Sign in again.")
        case .userNotFound: self = .refused("The account does not exist any more.")
        case .invalidEmail, .missingEmail: self = .refused("This is not an email address.")
        // The rest comes in words that can be shown, with the server's own.
        default: self = .refused(error.localizedDescription)
        }
    }
}

extension AuthenticationError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .collision(let collision) where collision.tried == .emailAndPassword:
            "The email address \(collision.email) is already in use by another account. Sign in to it. If you came by Facebook or "
                + "Google before, sign in that way, and this password is linked to it."
        case .collision(let collision):
            "An account with the email \(collision.email) exists, but \(collision.tried.title) does not open it yet. "
                + "Sign in the way you did before; then \(collision.tried.title) is linked to it."
        case .serverUnreachable: "The server cannot be reached."
        case .wrongEmailOrPassword: "The email address or the password is wrong."
        case .mailUseless: "This link or code does not work (any more). Each works once, for an hour. Have a new mail sent."
        case .mailOfAnotherAddress: "The link was mailed to another address."
        case .recentLoginNeeded:
            "You signed in too long ago for this. Sign out, sign in again, and repeat it within five minutes."
        case .nobodySignedIn: "Nobody is signed in."
        case .cancelled: "Cancelled."
        case .refused(let text): text
        }
    }
}
