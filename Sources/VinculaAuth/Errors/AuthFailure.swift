import Foundation

/// Creates the errors that the API throws.
///
/// They are real `NSError`s, because `catch let error as NSError` matches nothing else on Linux.
enum AuthFailure {
    /// The codes of `FIRAuthInternalErrorDomain`, which an internal error wraps.
    enum InternalCode: Int {
        case requestEncoding = 1
        case jsonSerialization = 2
        case unexpectedErrorResponse = 3
        case unexpectedResponse = 4
        case responseDecoding = 5
    }

    static let internalDomain = "FIRAuthInternalErrorDomain"
    static let deserializedResponseKey = "FIRAuthErrorUserInfoDeserializedResponseKey"
    static let dataKey = "FIRAuthErrorUserInfoDataKey"

    /// Creates an error of the API.
    ///
    /// - Parameters:
    ///   - message: The text shown to people; nil for the code's standard message.
    ///   - reason: `NSLocalizedFailureReasonErrorKey`.
    ///   - userInfo: Additional keys, which take precedence over the others.
    static func make(
        _ code: AuthErrorCode, message: String? = nil, reason: String? = nil, underlying: (any Error)? = nil,
        userInfo: [String: Any] = [:]
    ) -> NSError {
        var all: [String: Any] = [
            AuthErrorUserInfoNameKey: code.name,
            NSLocalizedDescriptionKey: message ?? code.standardMessage,
        ]
        if let reason { all[NSLocalizedFailureReasonErrorKey] = reason }
        // As an NSError, so that apps can read the code even if the error is a Swift value.
        if let underlying { all[NSUnderlyingErrorKey] = underlying as NSError }
        all.merge(userInfo) { _, given in given }
        return NSError(domain: AuthErrorDomain, code: code.rawValue, userInfo: all)
    }

    /// Creates an error that neither the app nor the person can fix.
    ///
    /// - Parameters:
    ///   - reason: The wrapped error's `NSLocalizedFailureReasonErrorKey`, for developers.
    ///   - refusal: The body of the server's error response, to be included in the wrapped error.
    ///   - userInfo: Additional keys of the outer error.
    static func internalError(
        _ inner: InternalCode, message: String? = nil, reason: String? = nil, underlying: (any Error)? = nil,
        refusal: Refusal? = nil, userInfo: [String: Any] = [:]
    ) -> NSError {
        var details: [String: Any] = [:]
        if let reason { details[NSLocalizedFailureReasonErrorKey] = reason }
        if let underlying { details[NSUnderlyingErrorKey] = underlying as NSError }
        if let refusal {
            details[dataKey] = refusal.data
            details[deserializedResponseKey] = refusal.error
        }
        let wrapped = NSError(domain: internalDomain, code: inner.rawValue, userInfo: details)
        return make(.internalError, message: message, underlying: wrapped, userInfo: userInfo)
    }

    /// Creates an error for a response that could not be decoded.
    ///
    /// The error contains nothing of the response, which may contain a session: errors are printed, logged and sent to third
    /// parties.
    ///
    /// - Parameter place: The server's name.
    static func unreadable(_ answer: Data, from place: String, _ error: any Error) -> NSError {
        let isJSON = (try? JSONSerialization.jsonObject(with: answer, options: .fragmentsAllowed)) != nil
        let path = isJSON ? (error as? DecodingError)?.path : nil
        return internalError(
            isJSON ? .responseDecoding : .unexpectedResponse,
            message: "The server's response was not understood. Is \(place) really an authentication server?",
            reason: "\(answer.count) bytes" + (path.map { ", not as expected at \($0)" } ?? ", not JSON"))
    }

    /// Creates an error for an unreadable ID token. The token is not included: errors are printed and logged.
    static func malformedToken(_ token: String, underlying: (any Error)? = nil) -> NSError {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).count
        return make(.malformedJWT, reason: "\(token.utf8.count) bytes in \(parts) parts", underlying: underlying)
    }

    /// Creates an error for a stored session that could not be read or written.
    ///
    /// - Parameter call: The failed call, such as `SecItemAdd` or `write`.
    static func storage(_ call: String, _ underlying: any Error) -> NSError {
        let error = underlying as NSError
        return make(.keychainError, reason: "\(call) (\(error.code)) \(error.localizedDescription)", underlying: underlying)
    }

    /// Returns the code of an error that the API threw; nil for errors of other domains.
    static func code(of error: any Error) -> AuthErrorCode? { AuthErrorCode(error) }

    /// Returns whether a session is over, by a server's report or because its key is lost here: such an error signs the user
    /// out.
    ///
    /// Errors that the client itself creates for unreadable responses have the same codes, but do not end a session.
    static func endsSession(_ error: any Error) -> Bool {
        if SessionKeyError(error) == .lost { return true }
        guard let said = (error as NSError).userInfo[AuthErrorUserInfoServerMessageKey] as? String,
            code(of: error)?.endsSession == true
        else { return false }
        // This is about the address in the request, not about a session.
        return !said.hasPrefix("EMAIL_NOT_FOUND")
    }
}

extension DecodingError {
    /// The position in the document, such as `users.0.localId`.
    fileprivate var path: String {
        let keys: [any CodingKey]
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            keys = context.codingPath
        case .keyNotFound(let key, let context): keys = context.codingPath + [key]
        @unknown default: keys = []
        }
        return keys.isEmpty ? "the top" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
