import FirebaseAuth
import FirebaseCore
import Foundation

// §1: Auth. Compiled, not run.

/// The properties that an app reads and sets.
func settings(_ auth: Auth, app: FirebaseApp) {
    let _: Auth = Auth.auth()
    let _: Auth = Auth.auth(app: app)
    let _: FirebaseApp? = auth.app
    let _: User? = auth.currentUser
    auth.languageCode = "es"
    let _: String? = auth.languageCode
    auth.useAppLanguage()
    auth.settings?.isAppVerificationDisabledForTesting = true
    auth.settings = AuthSettings()
    let _: AuthSettings? = auth.settings
    let _: String? = auth.userAccessGroup
    auth.shareAuthStateAcrossDevices = true
    let _: Bool = auth.shareAuthStateAcrossDevices
    auth.tenantID = "tenant"
    let _: String? = auth.tenantID
    auth.customAuthDomain = "auth.example.com"
    let _: String? = auth.customAuthDomain
    auth.useEmulator(withHost: "localhost", port: 9099)
    let _: Bool = auth.isSignIn(withEmailLink: "https://example.com")
    let _: NSNotification.Name = Auth.authStateDidChangeNotification
    let _: String? = auth.getUserID()
}

/// On iOS alone upstream; here everywhere.
func pushAndPages(_ auth: Auth, userInfo: [AnyHashable: Any], url: URL) {
    let _: Data? = auth.apnsToken
    auth.setAPNSToken(Data(), type: AuthAPNSTokenType.prod)
    auth.setAPNSToken(Data(), type: .sandbox)
    auth.setAPNSToken(Data(), type: .unknown)
    if auth.canHandleNotification(userInfo) { return }
    if auth.canHandle(url) { return }
}

func accessGroups(_ auth: Auth) throws {
    try auth.useUserAccessGroup("group")
    let _: User? = try auth.getStoredUser(forAccessGroup: nil)
    try auth.signOut()
}

/// A view model with completion handlers, as apps write it.
@MainActor
final class CallbackViewModel {
    var user: User?
    var message = ""
    var methods: [String] = []
    private var handle: AuthStateDidChangeListenerHandle?
    private var tokenHandle: IDTokenDidChangeListenerHandle?

    func listen() {
        handle = Auth.auth().addStateDidChangeListener { [weak self] auth, user in
            self?.user = user ?? auth.currentUser
        }
        tokenHandle = Auth.auth().addIDTokenDidChangeListener { [weak self] _, user in
            guard let self = self else { return }
            self.user = user
        }
    }

    func stop() {
        if let handle { Auth.auth().removeStateDidChangeListener(handle) }
        if let tokenHandle { Auth.auth().removeIDTokenDidChangeListener(tokenHandle) }
    }

    func signIn(email: String, password: String, link: String, credential: AuthCredential, token: String) {
        let auth = Auth.auth()
        auth.createUser(withEmail: email, password: password) { [weak self] authResult, error in
            if let error = error as NSError? {
                self?.message = error.localizedDescription
                return
            }
            self?.user = authResult?.user
        }
        auth.createUser(withEmail: email, password: password)
        auth.signIn(withEmail: email, password: password) { [weak self] authResult, error in
            guard let strongSelf = self else { return }
            strongSelf.finish(authResult, error)
        }
        auth.signIn(withEmail: email, password: password)
        auth.signIn(withEmail: email, link: link) { authResult, error in self.finish(authResult, error) }
        auth.signIn(withEmail: email, link: link)
        auth.signIn(with: credential) { (result, error) in self.finish(result, error) }
        auth.signIn(with: credential, completion: finish)
        auth.signIn(with: credential, completion: nil)
        auth.signIn(with: credential)
        auth.signInAnonymously { result, error in self.finish(result, error) }
        auth.signInAnonymously()
        auth.signIn(withCustomToken: token) { result, error in self.finish(result, error) }
        auth.signIn(withCustomToken: token)
    }

    private func finish(_ result: AuthDataResult?, _ error: Error?) {
        user = result?.user
        message = error?.localizedDescription ?? ""
    }

    func browser(provider: FederatedAuthProvider, delegate: AuthUIDelegate?) {
        Auth.auth().signIn(with: provider, uiDelegate: nil) { result, error in self.finish(result, error) }
        Auth.auth().signIn(with: provider, uiDelegate: delegate, completion: nil)
    }

    func actionCodes(email: String, code: String, settings: ActionCodeSettings) {
        let auth = Auth.auth()
        auth.confirmPasswordReset(withCode: code, newPassword: "new") { error in self.message = "\(String(describing: error))" }
        auth.checkActionCode(code) { info, error in
            let _: ActionCodeInfo? = info
            self.message = error?.localizedDescription ?? ""
        }
        auth.verifyPasswordResetCode(code) { email, error in
            let _: String? = email
            self.message = error?.localizedDescription ?? ""
        }
        auth.applyActionCode(code) { error in self.message = error?.localizedDescription ?? "" }
        auth.sendPasswordReset(withEmail: email) { error in self.message = error?.localizedDescription ?? "" }
        auth.sendPasswordReset(withEmail: email)
        auth.sendPasswordReset(withEmail: email, actionCodeSettings: settings) { error in
            self.message = error?.localizedDescription ?? ""
        }
        auth.sendPasswordReset(withEmail: email, actionCodeSettings: nil)
        auth.sendSignInLink(toEmail: email, actionCodeSettings: settings) { error in
            self.message = error?.localizedDescription ?? ""
        }
        auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
    }

    @available(*, deprecated)
    func waysIn(email: String) {
        Auth.auth().fetchSignInMethods(forEmail: email) { methods, error in
            self.methods = methods ?? []
            self.message = error?.localizedDescription ?? ""
        }
        Auth.auth().fetchSignInMethods(forEmail: email)
    }

    func rest(code: String, other: User?) {
        let auth = Auth.auth()
        auth.updateCurrentUser(other) { error in self.message = error?.localizedDescription ?? "" }
        auth.updateCurrentUser(nil)
        auth.revokeToken(withAuthorizationCode: code) { error in self.message = error?.localizedDescription ?? "" }
        auth.revokeToken(withAuthorizationCode: code)
        auth.initializeRecaptchaConfig { error in self.message = error?.localizedDescription ?? "" }
        auth.initializeRecaptchaConfig(completion: nil)
        auth.getToken(forcingRefresh: true) { token, error in
            let _: String? = token
            self.message = error?.localizedDescription ?? ""
        }
    }
}

/// The same with `async`: what may be thrown away is thrown away.
@MainActor
final class AsyncViewModel {
    var user: User?

    func signIn(email: String, password: String, link: String, credential: AuthCredential, token: String) async throws {
        let auth = Auth.auth()
        try await auth.createUser(withEmail: email, password: password)
        try await auth.signIn(withEmail: email, password: password)
        user = try await auth.signIn(withEmail: email, link: link).user
        try await auth.signIn(with: credential)
        try await auth.signInAnonymously()
        try await auth.signIn(withCustomToken: token)
        let result: AuthDataResult = try await auth.signIn(withEmail: email, password: password)
        user = result.user
    }

    func browser(provider: FederatedAuthProvider, delegate: AuthUIDelegate?) async throws {
        try await Auth.auth().signIn(with: provider, uiDelegate: delegate)
        try await Auth.auth().signIn(with: OAuthProvider(providerID: "twitter.com"), uiDelegate: nil)
    }

    func actionCodes(email: String, code: String, settings: ActionCodeSettings) async throws {
        let auth = Auth.auth()
        try await auth.confirmPasswordReset(withCode: code, newPassword: "new")
        let _: ActionCodeInfo = try await auth.checkActionCode(code)
        let _: String = try await auth.verifyPasswordResetCode(code)
        try await auth.applyActionCode(code)
        try await auth.sendPasswordReset(withEmail: email)
        try await auth.sendPasswordReset(withEmail: email, actionCodeSettings: settings)
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
    }

    @available(*, deprecated)
    func waysIn(email: String) async throws -> [String] {
        try await Auth.auth().fetchSignInMethods(forEmail: email)
    }

    func rest(code: String, other: User) async throws {
        let auth = Auth.auth()
        try await auth.updateCurrentUser(other)
        try await auth.revokeToken(withAuthorizationCode: code)
        try await auth.initializeRecaptchaConfig()
    }

    func follow() async {
        for await user in Auth.auth().authStateChanges { self.user = user }
        for await user in Auth.auth().idTokenChanges {
            self.user = user
            break
        }
        var iterator: Auth.AuthStateChangesSequence.Iterator =
            Auth.AuthStateChangesSequence(Auth.auth()).makeAsyncIterator()
        let _: User?? = await iterator.next()
        var tokens: Auth.IDTokenChangesSequence.Iterator = Auth.IDTokenChangesSequence(Auth.auth()).makeAsyncIterator()
        let _: User?? = await tokens.next()
        let emails = Auth.auth().idTokenChanges.map { $0?.email }
        for await email in emails where email == nil { break }
    }
}

/// Off any actor the sequences have what the standard library gives them.
nonisolated func firstUser(_ auth: Auth) async -> User? { await auth.authStateChanges.first { $0 != nil } ?? nil }

/// A sequence whose failure is `Never` can be handed on as such.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func anyChanges(_ auth: Auth) -> any AsyncSequence<User?, Never> { auth.authStateChanges }

/// The exact shapes, by what a protocol asks for.
protocol AuthShape {
    func updateCurrentUser(_ user: User?, completion: ((Error?) -> Void)?)
    func updateCurrentUser(_ user: User) async throws
    func signIn(withEmail email: String, link: String, completion: ((AuthDataResult?, Error?) -> Void)?)
    func signIn(withEmail email: String, link: String) async throws -> AuthDataResult
    func signIn(
        with provider: FederatedAuthProvider, uiDelegate: AuthUIDelegate?, completion: ((AuthDataResult?, Error?) -> Void)?)
    func signIn(with provider: FederatedAuthProvider, uiDelegate: AuthUIDelegate?) async throws -> AuthDataResult
    func signIn(with credential: AuthCredential, completion: ((AuthDataResult?, Error?) -> Void)?)
    func signIn(with credential: AuthCredential) async throws -> AuthDataResult
    func signInAnonymously(completion: ((AuthDataResult?, Error?) -> Void)?)
    func signInAnonymously() async throws -> AuthDataResult
    func signIn(withCustomToken token: String, completion: ((AuthDataResult?, Error?) -> Void)?)
    func signIn(withCustomToken token: String) async throws -> AuthDataResult
    func createUser(withEmail email: String, password: String, completion: ((AuthDataResult?, Error?) -> Void)?)
    func createUser(withEmail email: String, password: String) async throws -> AuthDataResult
    func confirmPasswordReset(withCode code: String, newPassword: String, completion: @escaping (Error?) -> Void)
    func confirmPasswordReset(withCode code: String, newPassword: String) async throws
    func checkActionCode(_ code: String, completion: @escaping (ActionCodeInfo?, Error?) -> Void)
    func checkActionCode(_ code: String) async throws -> ActionCodeInfo
    func verifyPasswordResetCode(_ code: String, completion: @escaping (String?, Error?) -> Void)
    func verifyPasswordResetCode(_ code: String) async throws -> String
    func applyActionCode(_ code: String, completion: @escaping (Error?) -> Void)
    func applyActionCode(_ code: String) async throws
    func sendPasswordReset(withEmail email: String, completion: ((Error?) -> Void)?)
    func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings?, completion: ((Error?) -> Void)?)
    func sendPasswordReset(withEmail email: String, actionCodeSettings: ActionCodeSettings?) async throws
    func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings, completion: ((Error?) -> Void)?)
    func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws
    func initializeRecaptchaConfig(completion: ((Error?) -> Void)?)
    func initializeRecaptchaConfig() async throws
    func addIDTokenDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> NSObjectProtocol
    func removeIDTokenDidChangeListener(_ listenerHandle: NSObjectProtocol)
    func revokeToken(withAuthorizationCode authorizationCode: String, completion: ((Error?) -> Void)?)
    func revokeToken(withAuthorizationCode authorizationCode: String) async throws
    func getToken(forcingRefresh forceRefresh: Bool, completion callback: @escaping (String?, Error?) -> Void)
}
extension Auth: AuthShape {}
