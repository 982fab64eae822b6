public import Foundation

/// What the server says of an action code.
open class ActionCodeInfo: NSObject, @unchecked Sendable {
    /// What the code is good for.
    public let operation: ActionCodeOperation

    /// The email that the code was sent to, or the new one where the code changes it; empty if the server does not tell.
    public let email: String

    /// The email before the change; nil where the code changes none.
    public let previousEmail: String?

    /// - Parameters:
    ///   - requestType: The server's word for the operation.
    ///   - email: The account's email.
    ///   - newEmail: The email that the code leads to, if another one.
    init(requestType: String?, email: String?, newEmail: String?) {
        operation = ActionCodeOperation(wire: requestType)
        self.email = newEmail ?? email ?? ""
        previousEmail = newEmail == nil ? nil : email
    }
}
