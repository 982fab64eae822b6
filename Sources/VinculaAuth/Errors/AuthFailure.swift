import Foundation

/// Makes the errors that the API throws.
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

    /// An error of the API.
    ///
    /// - Parameters:
    ///   - message: What is said to people; nil for the code's standard message.
    ///   - reason: `NSLocalizedFailureReasonErrorKey`.
    ///   - userInfo: More keys; they win over the others.
    static func make(
        _ code: AuthErrorCode, message: String? = nil, reason: String? = nil, underlying: (any Error)? = nil,
        userInfo: [String: Any] = [:]
    ) -> NSError {
        var all: [String: Any] = [
            AuthErrorUserInfoNameKey: code.name,
            NSLocalizedDescriptionKey: message ?? code.standardMessage,
        ]
        if let reason { all[NSLocalizedFailureReasonErrorKey] = reason }
        // As an NSError, so that apps can read the code of an error that is a Swift value.
        if let underlying { all[NSUnderlyingErrorKey] = underlying as NSError }
        all.merge(userInfo) { _, given in given }
        return NSError(domain: AuthErrorDomain, code: code.rawValue, userInfo: all)
    }

    /// The server could not be reached, or did not answer.
    static func network(_ underlying: any Error) -> NSError {
        make(.networkError, reason: underlying.localizedDescription, underlying: underlying)
    }

    /// Something that neither the app nor the person can do anything about.
    ///
    /// - Parameters:
    ///   - data: The answer's bytes.
    ///   - response: The answer, or its part that matters, as `JSONSerialization` read it.
    static func internalError(
        _ inner: InternalCode, message: String? = nil, data: Data? = nil, response: Any? = nil,
        underlying: (any Error)? = nil
    ) -> NSError {
        internalError(inner, message: message, data: data, response: response, underlying: underlying, userInfo: [:])
    }

    static func internalError(
        _ inner: InternalCode, message: String?, data: Data?, response: Any?, underlying: (any Error)?,
        userInfo: [String: Any]
    ) -> NSError {
        var details: [String: Any] = [:]
        if let data { details[dataKey] = data }
        if let response { details[deserializedResponseKey] = response }
        if let underlying { details[NSUnderlyingErrorKey] = underlying as NSError }
        let wrapped = NSError(domain: internalDomain, code: inner.rawValue, userInfo: details)
        return make(.internalError, message: message, underlying: wrapped, userInfo: userInfo)
    }

    /// An ID token that cannot be read.
    ///
    /// The token is in `userInfo` as bytes only: errors are printed and logged.
    static func malformedToken(_ token: String, underlying: (any Error)? = nil) -> NSError {
        make(.malformedJWT, underlying: underlying, userInfo: [dataKey: Data(token.utf8)])
    }

    /// The stored session could not be read or written.
    ///
    /// - Parameter call: What was tried, such as `SecItemAdd` or `write`.
    static func storage(_ call: String, _ underlying: any Error) -> NSError {
        let error = underlying as NSError
        return make(.keychainError, reason: "\(call) (\(error.code)) \(error.localizedDescription)", underlying: underlying)
    }

    /// The code of an error that the API threw; nil for errors of other domains.
    static func code(of error: any Error) -> AuthErrorCode? { AuthErrorCode(error) }

    /// Whether a server said that a session is over: such an error signs the user out.
    ///
    /// What the client itself says of an answer that it does not understand has the same codes, and is no such word.
    static func endsSession(_ error: any Error) -> Bool {
        guard let said = (error as NSError).userInfo[AuthErrorUserInfoServerMessageKey] as? String,
            code(of: error)?.endsSession == true
        else { return false }
        // It is about an address that was given, and about no session.
        return !said.hasPrefix("EMAIL_NOT_FOUND")
    }
}
