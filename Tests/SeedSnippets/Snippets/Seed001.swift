// swift-format-ignore-file
// The snippets stand here as they stand in the seed.
// Seed 001: the official guide to linking, in its old spellings.

import FirebaseAuth

final class Seed001: OldLinking {
    typealias Told = (AuthDataResult?, (any Error)?) -> Void

    func googleCredential(of user: GIDGoogleUser, use: (AuthCredential) -> Void) {
        // 001-01
        guard let authentication = user.authentication else { return }
        let credential = GoogleAuthProvider.credential(withIDToken: authentication.idToken,
                                                          accessToken: authentication.accessToken)

        use(credential)
    }

    func facebookCredential() -> AuthCredential {
        // 001-02
        let credential = FacebookAuthProvider.credential(withAccessToken: FBSDKAccessToken.current().tokenString)

        return credential
    }

    func emailCredential(email: String, password: String) -> AuthCredential {
        // 001-03
        let credential = EmailAuthProvider.credential(withEmail: email, password: password)

        return credential
    }

    @available(*, deprecated)
    func link(_ user: User, with credential: AuthCredential, told: @escaping Told) {
        // 001-04: extra brace dropped
        user.linkAndRetrieveData(with: credential) { (authResult, error) in
          // ...
          told(authResult, error)
        }
    }

    @available(*, deprecated)
    func signInToMerge(with credential: AuthCredential, merge: @escaping (User?, AuthDataResult?, (any Error)?) -> Void) {
        // 001-05: extra brace dropped
        let prevUser = Auth.auth().currentUser
        Auth.auth().signInAndRetrieveData(with: credential) { (authResult, error) in
          if let error = error {
            // ...
            merge(prevUser, nil, error)
            return
          }
          // User is signed in
          // ...
          merge(prevUser, authResult, nil)
        }
                    // Merge prevUser and currentUser accounts and data
                    // ...
    }

    func unlink(_ providerID: String?, told: @escaping (User?, (any Error)?) -> Void) {
        // 001-06
        Auth.auth().currentUser?.unlink(fromProvider: providerID!) { (user, error) in
          // ...
          told(user, error)
        }
    }
}
