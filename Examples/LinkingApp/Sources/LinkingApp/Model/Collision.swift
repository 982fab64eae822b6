public import FirebaseAuth
import Foundation

/// A sign-in that met an account with the same email, which has other ways in.
///
/// It is recovered from in two steps: sign in the way that the account has, then link the credential that is pending.
public struct Collision: Sendable {
    /// The account's email address.
    public let email: String
    /// What the person tried to sign in with.
    public let tried: LinkedAccounts
    /// What remains to be linked. The server keeps it for 15 minutes.
    public let pendingCredential: AuthCredential

    /// Nil for all errors that are no collision.
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

    /// The ways in that the account may have instead. Which of them it has the server does not tell strangers.
    public var otherWays: [LinkedAccounts] { LinkedAccounts.allCases.filter { $0 != tried && $0 != .unknown } }
}
