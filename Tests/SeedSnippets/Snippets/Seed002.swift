// swift-format-ignore-file
// The snippets stand here as they stand in the seed.
// Seed 002: sign-in with an OAuth provider, and the way out of a collision.

import FirebaseAuth
import Foundation

final class Seed002: OldRecovery {
    typealias Told = (AuthDataResult?, (any Error)?) -> Void

    // 002-01
    var provider = OAuthProvider(providerID: "twitter.com")

    func parameters() {
        // 002-02
        provider.customParameters = [
        "lang": "fr"
        ]
    }

    func signIn(told: @escaping Told) {
        // 002-03: the credential unwrapped, which signIn(with:) needs
        provider.getCredentialWith(nil) { credential, error in
        if error != nil {
        // Handle error.
        told(nil, error)
        }
        if let credential {
        Auth.auth().signIn(with: credential) { authResult, error in
        if error != nil {
        // Handle error.
        told(nil, error)
        }
        // User is signed in.
        // IdP data available in authResult.additionalUserInfo.profile.
        // Twitter OAuth access token can also be retrieved by:
        // (authResult.credential as? OAuthCredential)?.accessToken
        // Twitter OAuth ID token can be retrieved by calling:
        // (authResult.credential as? OAuthCredential)?.idToken
        // Twitter OAuth secret can be retrieved by calling:
        // (authResult.credential as? OAuthCredential)?.secret
        told(authResult, error)
        }
        }
        }
    }

    func link(_ credential: AuthCredential, told: @escaping Told) {
        // 002-04: Auth.auth(), the optional user and the label, as the API has them
        Auth.auth().currentUser?.link(with: credential) { authResult, error in
        if error != nil {
        // Handle error.
        told(nil, error)
        }
        // Twitter credential is linked to the current user.
        // IdP data available in authResult.additionalUserInfo.profile.
        // Twitter OAuth access token can also be retrieved by:
        // (authResult.credential as? OAuthCredential)?.accessToken
        // Twitter OAuth ID token can be retrieved by calling:
        // (authResult.credential as? OAuthCredential)?.idToken
        // Twitter OAuth secret can be retrieved by calling:
        // (authResult.credential as? OAuthCredential)?.secret
        told(authResult, error)
        }
    }

    func reauthenticate(_ credential: AuthCredential, told: @escaping Told) {
        // 002-05: Auth.auth(), the optional user, the name and the label, as the API has them
        Auth.auth().currentUser?.reauthenticate(with: credential) { authResult, error in
        if error != nil {
        // Handle error.
        told(nil, error)
        }
        // User is re-authenticated with fresh tokens minted and
        // should be able to perform sensitive operations like account
        // deletion and email or password update.
        // IdP data available in result.additionalUserInfo.profile.
        // Additional OAuth access token is can also be retrieved by:
        // (authResult.credential as? OAuthCredential)?.accessToken
        // Twitter OAuth ID token can be retrieved by calling:
        // (authResult.credential as? OAuthCredential)?.idToken
        // Twitter OAuth secret can be retrieved by calling:
        // (authResult.credential as? OAuthCredential)?.secret
        told(authResult, error)
        }
    }

    @available(*, deprecated)
    func recover(password: String, told: @escaping Told) {
        // 002-06
        // Sign-in with an OAuth credential.
        provider.getCredentialWith(nil) { credential, error in
        // An account with the same email already exists.
        if (error as NSError?)?.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue {
        // Get pending credential and email of existing account.
        let existingAcctEmail = (error! as NSError).userInfo[AuthErrorUserInfoEmailKey] as! String
        let pendingCred = (error! as NSError).userInfo[AuthErrorUserInfoUpdatedCredentialKey] as! AuthCredential
        // Lookup existing account identifier by the email.
        Auth.auth().fetchProviders(forEmail:existingAcctEmail) { providers, error in
        // Existing email/password account.
        if (providers?.contains(EmailAuthProviderID))! {
        // Existing password account for email. Ask user to provide the password of the
        // existing account.
        // Sign in with existing account.
        Auth.auth().signIn(withEmail:existingAcctEmail, password:password) { user, error in
        // Successfully signed in.
        if user != nil {
        // Link pending credential to account.
        Auth.auth().currentUser?.linkAndRetrieveData(with: pendingCred) { result, error in
        // ...
        told(result, error)
        }
        }
        }
        }
        }
        return
        }
        // Other errors.
        if error != nil {
        // handle the error.
        told(nil, error)
        return
        }
        // Sign in with the credential.
        if credential != nil {
        Auth.auth().signInAndRetrieveData(with: credential!) { result, error in
        if error != nil {
        // handle the error.
        told(result, error)
        return
        }
        }
        }
        }
    }

    func signOut() throws {
        // 002-07
        let firebaseAuth = Auth.auth()
        do {
        try firebaseAuth.signOut()
        } catch let signOutError as NSError {
        print("Error signing out: %@", signOutError)
        }
    }
}
