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

    /// Something that neither the app nor the person can do anything about.
    ///
    /// - Parameters:
    ///   - reason: The wrapped error's `NSLocalizedFailureReasonErrorKey`, for developers.
    ///   - refusal: The body of the server's refusal, which the wrapped error is to have.
    ///   - userInfo: More keys of the outer error.
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

    /// An answer that should have been read and could not be.
    ///
    /// Nothing of the answer is in the error, for it may be a session: errors are printed, logged and sent to strangers.
    ///
    /// - Parameter place: The server's name.
    static func unreadable(_ answer: Data, from place: String, _ error: any Error) -> NSError {
        let isJSON = (try? JSONSerialization.jsonObject(with: answer, options: .fragmentsAllowed)) != nil
        let path = isJSON ? (error as? DecodingError)?.path : nil
        return internalError(
            isJSON ? .responseDecoding : .unexpectedResponse,
            message: "The server's answer was not understood. Is \(place) really an authentication server?",
            reason: "\(answer.count) bytes" + (path.map { ", not as expected at \($0)" } ?? ", not JSON"))
    }

    /// An ID token that cannot be read. The token is not in the error: errors are printed and logged.
    static func malformedToken(_ token: String, underlying: (any Error)? = nil) -> NSError {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).count
        return make(.malformedJWT, reason: "\(token.utf8.count) bytes in \(parts) parts", underlying: underlying)
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

extension DecodingError {
    /// Where in the document it was, such as `users.0.localId`.
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
