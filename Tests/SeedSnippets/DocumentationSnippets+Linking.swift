import FirebaseAuth
import Foundation

// The code blocks of the articles in VinculaAuth.docc, unchanged. Change both together.

@MainActor enum DocumentedLinking {
    static func isLinked(_ providerID: String) -> Bool {
        Auth.auth().currentUser?.providerData.contains { $0.providerID == providerID } ?? false
    }

    static func facebook(_ user: User, accessToken: String) async throws {
        let credential = FacebookAuthProvider.credential(withAccessToken: accessToken)
        let result = try await user.link(with: credential)
        print("\(result.user.uid) has \(result.user.providerData.count) sign-in methods")
    }

    static func facebookWithHandler(accessToken: String, show: @escaping (String) -> Void) {
        let credential = FacebookAuthProvider.credential(withAccessToken: accessToken)
        Auth.auth().currentUser?.link(with: credential) { result, error in
            if let error {
                show(error.localizedDescription)
                return
            }
            show("Facebook is linked to \(result?.user.email ?? "your account").")
        }
    }

    static func google(_ user: User, idToken: String, accessToken: String) async throws {
        let credential = GoogleAuthProvider.credential(withIDToken: idToken, accessToken: accessToken)
        try await user.link(with: credential)
    }

    static func password(_ user: User, accessToken: String, email: String, password: String) async throws {
        try await user.reauthenticate(with: FacebookAuthProvider.credential(withAccessToken: accessToken))
        try await user.link(with: EmailAuthProvider.credential(withEmail: email, password: password))
    }

    static func guest(email: String, password: String) async throws {
        let guest = try await Auth.auth().signInAnonymously().user
        // Later, once the person wants to keep what is there:
        try await guest.link(with: EmailAuthProvider.credential(withEmail: email, password: password))
    }

    static func merge(
        _ user: User, _ credential: AuthCredential, moveData: (User, User) async throws -> Void
    ) async throws {
        do {
            try await user.link(with: credential)
        } catch let error as NSError where AuthErrorCode(error) == .credentialAlreadyInUse {
            let owned = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential ?? credential
            let other = try await Auth.auth().signIn(with: owned).user
            try await moveData(user, other)
            try await user.delete()
        }
    }

    static func unlink(_ user: User) async throws {
        let rest = try await user.unlink(fromProvider: "google.com")
        print("Left: \(rest.providerData.map(\.providerID))")
    }
}
