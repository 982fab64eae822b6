import Foundation
import IdentityToolkit

/// A sign-in or link that collided with another account: the errors, with everything an app needs to recover.
///
/// Firebase leaves the email and the credential out of some of them. Here they are always included if known.
enum Collision {
    /// The identity at the provider. It distinguishes a link that was made before from another person's.
    static let identityKey = "VinculaAuthErrorUserInfoIdentityKey"

    /// Returns the error contained in a response with a success status.
    ///
    /// - Parameter server: The server that responded.
    /// - Returns: nil for an actual success.
    static func error(
        in answer: SignInWithIdpResponse, of server: ServerAddress, with shown: OAuthCredential
    ) -> NSError? {
        if answer.needConfirmation == true {
            return with(
                AuthFailure.make(.accountExistsWithDifferentCredential), email: answer.email,
                credential: credential(of: answer, server, shown: shown))
        }
        guard let message = answer.errorMessage, !message.isEmpty else { return nil }
        let error = AuthFailure.server(message: message)
        var userInfo = error.userInfo
        userInfo[identityKey] = answer.federatedId
        return with(
            NSError(domain: error.domain, code: error.code, userInfo: userInfo), email: answer.email,
            credential: credential(of: answer, server, shown: shown))
    }

    /// Adds the attempted credential to an error from a password or a link.
    static func with(_ error: any Error, tried credential: EmailAuthCredential) -> any Error {
        guard AuthFailure.code(of: error) == .emailAlreadyInUse else { return error }
        return with(error as NSError, email: credential.email, credential: credential)
    }

    /// Adds the email and the credential to an error.
    static func with(_ error: NSError, email: String?, credential: AuthCredential?) -> NSError {
        var userInfo = error.userInfo
        if let email { userInfo[AuthErrorUserInfoEmailKey] = email }
        if let credential { userInfo[AuthErrorUserInfoUpdatedCredentialKey] = credential }
        return NSError(domain: error.domain, code: error.code, userInfo: userInfo)
    }

    /// Returns the credential to continue with: the server's pending one, because some tokens, such as Apple's, are valid
    /// only once.
    private static func credential(
        of answer: SignInWithIdpResponse, _ server: ServerAddress, shown: OAuthCredential
    ) -> OAuthCredential {
        let hasPending = !(answer.pendingToken ?? "").isEmpty
        return OAuthCredential(
            provider: answer.providerId ?? shown.provider,
            idToken: answer.oauthIdToken ?? (hasPending ? nil : shown.idToken),
            accessToken: answer.oauthAccessToken ?? (hasPending ? nil : shown.accessToken),
            secret: answer.oauthTokenSecret ?? (hasPending ? nil : shown.secret),
            rawNonce: shown.rawNonce, pendingToken: hasPending ? answer.pendingToken : nil,
            server: hasPending ? server : nil)
    }
}
