import Foundation
import IdentityToolkit

/// A sign-in or a link that met another account: the errors that say so, with all that an app needs to go on.
///
/// Firebase leaves the email and the credential out of some of them. Here both are always there, as far as they are known.
enum Collision {
    /// Whose identity it is, at the provider: by it a link that was made before is told from somebody else's.
    static let identityKey = "VinculaAuthErrorUserInfoIdentityKey"

    /// The error that a success in form only stands for.
    ///
    /// - Parameter server: Who answered.
    /// - Returns: nil for a real success.
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

    /// Adds to an error of a password or a link what was tried.
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

    /// The credential to go on with: the server's pending one, as Apple's tokens, for one, are good once only.
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
