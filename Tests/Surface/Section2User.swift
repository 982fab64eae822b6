import FirebaseAuth
import FirebaseCore
import Foundation

// §2: User and what comes with it. Compiled, not run.

func reading(_ user: User) {
    let _: Bool = user.isAnonymous
    let _: Bool = user.isEmailVerified
    let _: Bool = user.anonymous()
    let _: Bool = user.emailVerified()
    let _: [UserInfo] = user.providerData
    for info in user.providerData where info.providerID == "google.com" { show(info) }
    let _: Bool = user.providerData.contains { $0.providerID == EmailAuthProviderID }
    let _: UserMetadata = user.metadata
    let _: String? = user.tenantID
    let _: String? = user.refreshToken
    let _: MultiFactor = user.multiFactor
    let _: String = user.providerID
    let _: String = user.uid
    let _: String? = user.email
    let _: String? = user.phoneNumber
    user.displayName = "Ana"
    let _: String? = user.displayName
    user.photoURL = nil
    let _: URL? = user.photoURL
    show(user)
    let _: Date? = user.metadata.lastSignInDate
    let _: Date? = user.metadata.creationDate
}

func show(_ info: UserInfo) {
    let _: String = info.providerID
    let _: String = info.uid
    let _: String? = info.displayName
    let _: URL? = info.photoURL
    let _: String? = info.email
    let _: String? = info.phoneNumber
    let _: NSObjectProtocol = info
}

/// An app's own, in its previews and tests.
final class SampleUserInfo: NSObject, UserInfo {
    let providerID = "google.com"
    let uid = "1"
    let displayName: String? = nil
    let photoURL: URL? = nil
    let email: String? = nil
    let phoneNumber: String? = nil
}

#if !swift(>=6)
    /// Older code does not say `final`, and need not.
    class OlderSampleUserInfo: NSObject, UserInfo {
        var providerID = "google.com"
        var uid = "1"
        var displayName: String?
        var photoURL: URL?
        var email: String?
        var phoneNumber: String?
    }

    class OlderProvider: NSObject, FederatedAuthProvider {
        var token = "t"

        func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
            GitHubAuthProvider.credential(withToken: token)
        }
    }
#endif

func results(_ result: AuthDataResult, token: AuthTokenResult, settings: AuthSettings) {
    let _: User = result.user
    let _: OAuthCredential? = result.credential
    let _: AdditionalUserInfo? = result.additionalUserInfo
    if let info = result.additionalUserInfo {
        let _: String = info.providerID
        let _: [String: Any]? = info.profile
        let _: String? = info.username
        let _: Bool = info.isNewUser
        let _: Bool = info.newUser()
    }
    let _: String = token.token
    let _: Date = token.expirationDate
    let _: Date = token.authDate
    let _: Date = token.issuedAtDate
    let _: String = token.signInProvider
    let _: String = token.signInSecondFactor
    let _: [String: Any] = token.claims
    settings.appVerificationDisabledForTesting = true
    settings.isAppVerificationDisabledForTesting = false
    let copying: NSCopying = settings
    _ = copying.copy(with: nil) as? AuthSettings
}

/// A view model with completion handlers.
@MainActor
final class AccountCallbackViewModel {
    var message = ""
    var token = ""
    var user: User?

    func tell(_ error: Error?) { message = error?.localizedDescription ?? "" }

    func update(_ user: User, phone: PhoneAuthCredential) {
        user.updatePassword(to: "secret") { [weak self] error in self?.tell(error) }
        user.updatePassword(to: "secret")
        user.updatePhoneNumber(phone) { error in self.tell(error) }
        user.updatePhoneNumber(phone)
        user.reload { error in self.tell(error) }
        user.reload()
        user.delete { error in self.tell(error) }
        user.delete()
        let request: UserProfileChangeRequest = user.createProfileChangeRequest()
        request.displayName = "Ana"
        request.photoURL = URL(string: "https://example.com/ana.png")
        let _: (String?, URL?) = (request.displayName, request.photoURL)
        request.commitChanges { error in self.tell(error) }
        request.commitChanges()
    }

    @available(*, deprecated)
    func update(_ user: User, email: String) {
        user.updateEmail(to: email) { error in self.tell(error) }
        user.updateEmail(to: email)
    }

    func tokens(_ user: User) {
        user.getIDToken { token, error in
            self.token = token ?? ""
            self.tell(error)
        }
        user.getIDToken(completion: nil)
        user.getIDTokenForcingRefresh(true) { token, error in
            self.token = token ?? ""
            self.tell(error)
        }
        user.getIDTokenForcingRefresh(true, completion: nil)
        user.getIDTokenResult { result, error in
            self.token = result?.token ?? ""
            self.tell(error)
        }
        user.getIDTokenResult(completion: { (result, error) in
            guard let admin = result?.claims["admin"] as? NSNumber else { return }
            if admin.boolValue { self.message = "admin" }
        })
        user.getIDTokenResult(forcingRefresh: true) { result, error in
            self.token = result?.token ?? ""
            self.tell(error)
        }
        user.getIDTokenResult(forcingRefresh: false, completion: nil)
    }

    func linking(_ user: User, _ credential: AuthCredential, _ provider: FederatedAuthProvider, _ delegate: AuthUIDelegate?) {
        user.link(with: credential) { authResult, error in
            self.user = authResult?.user
            self.tell(error)
        }
        user.link(with: credential)
        user.link(with: provider, uiDelegate: delegate) { authResult, error in
            self.user = authResult?.user
            self.tell(error)
        }
        user.link(with: provider, uiDelegate: nil)
        user.reauthenticate(with: credential) { result, error in
            self.user = result?.user
            self.tell(error)
        }
        user.reauthenticate(with: credential)
        user.reauthenticate(with: provider, uiDelegate: delegate) { result, error in
            self.user = result?.user
            self.tell(error)
        }
        user.reauthenticate(with: provider, uiDelegate: nil)
        user.unlink(fromProvider: "google.com") { user, error in
            self.user = user
            self.tell(error)
        }
        user.unlink(fromProvider: "google.com")
        Auth.auth().currentUser?.unlink(fromProvider: "google.com") { user, error in
            // ...
        }
    }

    func mails(_ user: User, settings: ActionCodeSettings) {
        user.sendEmailVerification { error in self.tell(error) }
        user.sendEmailVerification(completion: nil)
        user.sendEmailVerification(with: settings) { error in self.tell(error) }
        user.sendEmailVerification(with: settings, completion: nil)
        user.sendEmailVerification(beforeUpdatingEmail: "new@example.com") { error in self.tell(error) }
        user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        user.sendEmailVerification(beforeUpdatingEmail: "new@example.com", actionCodeSettings: settings) { error in
            self.tell(error)
        }
        user.__sendEmailVerification { error in self.tell(error) }
        user.__sendEmailVerification(withCompletion: nil)
        user.__sendEmailVerificationBeforeUpdating(email: "new@example.com", completion: nil)
    }
}

/// The same with `async`.
@MainActor
final class AccountAsyncViewModel {
    func update(_ user: User, phone: PhoneAuthCredential) async throws {
        try await user.updatePassword(to: "secret")
        try await user.updatePhoneNumber(phone)
        try await user.reload()
        let request = user.createProfileChangeRequest()
        request.displayName = nil
        try await request.commitChanges()
        try await user.delete()
    }

    @available(*, deprecated)
    func update(_ user: User, email: String) async throws { try await user.updateEmail(to: email) }

    func tokens(_ user: User) async throws {
        let _: String = try await user.getIDToken()
        let _: String = try await user.getIDToken(forcingRefresh: true)
        let _: String = try await user.idTokenForcingRefresh(true)
        let _: AuthTokenResult = try await user.getIDTokenResult()
        let _: AuthTokenResult = try await user.getIDTokenResult(forcingRefresh: true)
    }

    func linking(
        _ user: User, _ credential: AuthCredential, _ provider: FederatedAuthProvider, _ delegate: AuthUIDelegate?
    ) async throws {
        try await user.link(with: credential)
        try await user.link(with: provider, uiDelegate: delegate)
        try await user.reauthenticate(with: credential)
        try await user.reauthenticate(with: provider, uiDelegate: delegate)
        let _: AuthDataResult = try await user.link(with: credential)
        let _: User = try await user.unlink(fromProvider: "google.com")
    }

    func mails(_ user: User, settings: ActionCodeSettings) async throws {
        try await user.sendEmailVerification()
        try await user.sendEmailVerification(with: settings)
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com", actionCodeSettings: settings)
    }
}

/// The exact shapes, by what a protocol asks for.
nonisolated protocol UserShape: NSSecureCoding, UserInfo {
    var displayName: String? { get set }
    var photoURL: URL? { get set }
    func updatePassword(to password: String, completion: ((Error?) -> Void)?)
    func updatePassword(to password: String) async throws
    func updatePhoneNumber(_ phoneNumberCredential: PhoneAuthCredential, completion: ((Error?) -> Void)?)
    func updatePhoneNumber(_ phoneNumberCredential: PhoneAuthCredential) async throws
    func reload(completion: ((Error?) -> Void)?)
    func reload() async throws
    func reauthenticate(with credential: AuthCredential, completion: ((AuthDataResult?, Error?) -> Void)?)
    func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult
    func getIDToken(completion: ((String?, Error?) -> Void)?)
    func getIDTokenForcingRefresh(_ forceRefresh: Bool, completion: ((String?, Error?) -> Void)?)
    func getIDToken(forcingRefresh forceRefresh: Bool) async throws -> String
    func getIDTokenResult(completion: ((AuthTokenResult?, Error?) -> Void)?)
    func getIDTokenResult(forcingRefresh: Bool, completion: ((AuthTokenResult?, Error?) -> Void)?)
    func getIDTokenResult(forcingRefresh forceRefresh: Bool) async throws -> AuthTokenResult
    func link(with credential: AuthCredential, completion: ((AuthDataResult?, Error?) -> Void)?)
    func link(with credential: AuthCredential) async throws -> AuthDataResult
    func unlink(fromProvider provider: String, completion: ((User?, Error?) -> Void)?)
    func unlink(fromProvider provider: String) async throws -> User
    func sendEmailVerification(with actionCodeSettings: ActionCodeSettings?, completion: ((Error?) -> Void)?)
    func sendEmailVerification(with actionCodeSettings: ActionCodeSettings?) async throws
    func sendEmailVerification(
        beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings?, completion: ((Error?) -> Void)?)
    func sendEmailVerification(beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings?) async throws
    func delete(completion: ((Error?) -> Void)?)
    func delete() async throws
}
extension User: UserShape {}
