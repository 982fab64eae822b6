public import Foundation

/// The reason why a session that is bound to a key cannot be used, under `NSUnderlyingErrorKey` of the error that the API throws.
///
/// The SDK makes a key for each installation, and the server binds sessions to it, so that a stolen refresh token is worth nothing
/// on another device.
///
/// ```swift
/// let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? SessionKeyError
/// ```
public enum SessionKeyError: Int, Error, Hashable, Sendable {
    /// This installation does not have the session's key: its data was restored from a backup of another device, say. The user
    /// has been signed out here (`userTokenExpired`); the session's own device is not affected.
    case lost = 1
    /// The server refused the session because it is bound to another key. At a refresh the user has been signed out here
    /// (`userTokenExpired`); elsewhere it is `requiresRecentLogin`.
    case refused = 2
    /// The project requires keys, and the app's storage cannot have one, or the app does not want any (`operationNotAllowed`).
    case requiredByProject = 3
}

extension SessionKeyError: CustomNSError, LocalizedError {
    /// The domain, `VinculaSessionKeyErrorDomain`.
    public static var errorDomain: String { "VinculaSessionKeyErrorDomain" }

    /// The raw value.
    public var errorCode: Int { rawValue }

    /// The reason, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .lost: "This installation does not have the key that the session is bound to. Sign in again."
        case .refused: "The session is bound to the key of another installation. Sign in again."
        case .requiredByProject: "The project requires that sessions are bound to a key, and this app has none."
        }
    }

    /// Creates the reason from a server's error (`error.details[].reason`); nil if it is another.
    init?(serverReason: String) {
        switch serverReason {
        case "SESSION_KEY_REQUIRED", "SESSION_KEY_MISMATCH": self = .refused
        case "SESSION_KEY_REQUIRED_BY_PROJECT": self = .requiredByProject
        default: return nil
        }
    }

    /// Returns whether an error says that the session's key is lost here, which ends the session here.
    static func isLost(_ error: any Error) -> Bool {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return underlying?.domain == errorDomain && underlying?.code == SessionKeyError.lost.rawValue
    }
}

extension AuthFailure {
    /// Creates the error for a session whose key is not here.
    static func lostKey() -> NSError {
        make(
            .userTokenExpired, message: SessionKeyError.lost.errorDescription, reason: "The session's key is lost.",
            underlying: SessionKeyError.lost)
    }
}
