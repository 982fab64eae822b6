public import Foundation

/// The reason why a session that is bound to a key cannot be used. It is the underlying error of the one that the API throws.
///
/// The SDK makes a key for each installation, and the server binds sessions to it, so that a stolen refresh token is worth nothing
/// on another device.
///
/// ```swift
/// if SessionKeyError(error) == .lost { show("Please sign in again on this device.") }
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

    /// Reads the reason from an error that the API threw; nil if the error is about something else.
    ///
    /// - Parameter error: The caught error.
    public init?(_ error: any Error) {
        let error = error as NSError
        let reason = error.domain == Self.errorDomain ? error : error.userInfo[NSUnderlyingErrorKey] as? NSError
        guard let reason, reason.domain == Self.errorDomain else { return nil }
        self.init(rawValue: reason.code)
    }

    /// Creates the reason from a server's error (`error.details[].reason`); nil if it is another.
    init?(serverReason: String) {
        switch serverReason {
        case "SESSION_KEY_REQUIRED", "SESSION_KEY_MISMATCH": self = .refused
        case "SESSION_KEY_REQUIRED_BY_PROJECT": self = .requiredByProject
        default: return nil
        }
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
