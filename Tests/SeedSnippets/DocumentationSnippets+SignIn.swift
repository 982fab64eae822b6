import FirebaseAuth
import Foundation

// The code blocks of the articles in VinculaAuth.docc, unchanged. Change both together.

@MainActor enum DocumentedOAuth {
    static func token(_ idToken: String) async throws {
        let credential = OAuthProvider.credential(providerID: .custom("oidc.acme"), idToken: idToken)
        let result = try await Auth.auth().signIn(with: credential)
        print("New here: \(result.additionalUserInfo?.isNewUser ?? false)")
        print("What the provider tells: \(result.additionalUserInfo?.profile ?? [:])")
    }

    static func browser() async throws {
        let provider = OAuthProvider(providerID: "twitter.com")
        provider.customParameters = ["lang": "fr"]
        let credential = try await provider.credential(with: nil)
        try await Auth.auth().signIn(with: credential)
    }

    static func recover(
        _ credential: AuthCredential, askForPassword: (String) async throws -> String
    ) async throws {
        do {
            try await Auth.auth().signIn(with: credential)
        } catch let error as NSError where AuthErrorCode(error) == .accountExistsWithDifferentCredential {
            guard let email = error.userInfo[AuthErrorUserInfoEmailKey] as? String,
                let pending = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
            else { throw error }
            let password = try await askForPassword(email)
            try await Auth.auth().signIn(withEmail: email, password: password)
            try await Auth.auth().currentUser?.link(with: pending)
        }
    }

    static func reauthenticate(_ user: User, _ credential: AuthCredential) async throws {
        try await user.reauthenticate(with: credential)
        try await user.delete()
    }

    static func signOut() throws {
        do {
            try Auth.auth().signOut()
        } catch let signOutError as NSError {
            print("Still signed in: \(signOutError.localizedDescription)")
        }
    }
}

@MainActor enum DocumentedEmailLink {
    static func send(to email: String) async throws {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://www.example.com/welcome")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("com.example.ios")
        try await Auth.auth().sendSignInLink(toEmail: email, actionCodeSettings: settings)
        UserDefaults.standard.set(email, forKey: "emailForSignIn")
    }

    static func open(_ link: String, email: String) async throws {
        guard Auth.auth().isSignIn(withEmailLink: link) else { return }
        let result = try await Auth.auth().signIn(withEmail: email, link: link)
        print("Signed in as \(result.user.uid)")
    }

    static func link(_ user: User, email: String, link: String) async throws {
        let credential = EmailAuthProvider.credential(withEmail: email, link: link)
        try await user.link(with: credential)
    }

    static func reauthenticate(_ user: User, email: String, link: String) async throws {
        let credential = EmailAuthProvider.credential(withEmail: email, link: link)
        try await user.reauthenticate(with: credential)
    }

    static func type(_ code: String, email: String) async throws {
        let result = try await Auth.auth().signIn(withEmail: email, code: code)
        print("Signed in as \(result.user.uid)")
    }

    static func reset(email: String, newPassword: String, askForCode: () async throws -> String) async throws {
        try await Auth.auth().sendPasswordReset(withEmail: email)
        let code = try await askForCode()
        try await Auth.auth().confirmPasswordReset(withCode: code, email: email, newPassword: newPassword)
    }

    static func verify(_ user: User, askForCode: () async throws -> String) async throws {
        try await user.sendEmailVerification()
        let code = try await askForCode()
        try await user.applyActionCode(code)
        print("Verified: \(user.isEmailVerified)")
    }
}
