public import FirebaseAuth
import Foundation

/// A sign-in that collided with an account that has the same email but other sign-in methods.
///
/// Recovery has two steps: sign in with one of the account's sign-in methods, then link the pending credential.
public struct Collision: Sendable {
    /// The account's email address.
    public let email: String
    /// The sign-in method that the person tried to use.
    public let tried: LinkedAccounts
    /// The credential to be linked. The server keeps it for 15 minutes.
    public let pendingCredential: AuthCredential

    /// Returns nil for errors that are not a collision.
    init?(_ error: any Error) {
        let userInfo = (error as NSError).userInfo
        guard let code = AuthErrorCode(error), code == .accountExistsWithDifferentCredential || code == .emailAlreadyInUse,
            let email = userInfo[AuthErrorUserInfoEmailKey] as? String,
            let credential = userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
        else { return nil }
        self.email = email
        tried = LinkedAccounts(rawValue: credential.provider) ?? .unknown
        pendingCredential = credential
    }

    /// The sign-in methods that the account may have instead. The server does not reveal which of them it has.
    public var otherWays: [LinkedAccounts] { [.emailAndPassword, .facebook, .google].filter { $0 != tried } }
}
