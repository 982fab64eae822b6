public import Foundation

/// Information about an action code, as returned by the server.
open class ActionCodeInfo: NSObject, @unchecked Sendable {
    /// The operation that the code performs.
    public let operation: ActionCodeOperation

    /// The email address that the code was sent to, or the new one if the code changes it; empty if the server does not
    /// return it.
    public let email: String

    /// The email address before the change; nil if the code changes none.
    public let previousEmail: String?

    /// - Parameters:
    ///   - requestType: The operation's wire name.
    ///   - email: The account's email.
    ///   - newEmail: The email that the code changes the account to, if any.
    init(requestType: String?, email: String?, newEmail: String?) {
        operation = ActionCodeOperation(wire: requestType)
        self.email = newEmail ?? email ?? ""
        previousEmail = newEmail == nil ? nil : email
    }
}
