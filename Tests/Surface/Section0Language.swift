import FirebaseAuth
import FirebaseCore
import Foundation
import Testing

// §0: what the language makes of the API. Compiled; what is harmless runs.

// Classes that an app can make are open. `nonisolated` is for apps where all is the main actor's by default.
nonisolated class ChattyOAuthProvider: OAuthProvider, @unchecked Sendable {
    override func getCredentialWith(_ uiDelegate: AuthUIDelegate?, completion: ((AuthCredential?, Error?) -> Void)? = nil) {
        super.getCredentialWith(uiDelegate, completion: completion)
    }

    @MainActor override func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
        try await super.credential(with: uiDelegate)
    }
}

nonisolated class HouseActionCodeSettings: ActionCodeSettings, @unchecked Sendable {
    override var url: URL? {
        get { super.url }
        set { super.url = newValue }
    }

    override func setIOSBundleID(_ bundleID: String) { super.setIOSBundleID(bundleID) }
}

nonisolated class HouseOptions: FirebaseOptions, @unchecked Sendable {
    override var apiKey: String? {
        get { super.apiKey }
        set { super.apiKey = newValue }
    }
}

nonisolated class HouseEmailAuthProvider: EmailAuthProvider {
    override class func credential(withEmail email: String, password: String) -> AuthCredential {
        super.credential(withEmail: email.lowercased(), password: password)
    }
}

nonisolated class HouseAuthErrors: AuthErrors {}

/// The classes that archives may have.
func archivableTypes() -> [any NSSecureCoding.Type] {
    [
        User.self, AuthDataResult.self, AdditionalUserInfo.self, UserMetadata.self, AuthTokenResult.self, OAuthCredential.self,
        PhoneAuthCredential.self, MultiFactor.self, MultiFactorInfo.self, PhoneMultiFactorInfo.self,
    ]
}

func archiving(_ user: User, coder: NSCoder) {
    user.encode(with: coder)
    let _: User? = User(coder: coder)
    let _: AuthDataResult? = AuthDataResult(coder: coder)
    let _: AdditionalUserInfo? = AdditionalUserInfo(coder: coder)
    let _: UserMetadata? = UserMetadata(coder: coder)
    let _: AuthTokenResult? = AuthTokenResult(coder: coder)
    let _: OAuthCredential? = OAuthCredential(coder: coder)
    let _: PhoneAuthCredential? = PhoneAuthCredential(coder: coder)
    let _: MultiFactor? = MultiFactor(coder: coder)
    let _: MultiFactorInfo? = MultiFactorInfo(coder: coder)
}

/// Values that cross from one actor to another, `@preconcurrency` nowhere.
func sendableTypes() -> [any Sendable.Type] {
    [
        Auth.self, User.self, AuthDataResult.self, AuthTokenResult.self, UserMetadata.self, AdditionalUserInfo.self,
        AuthSettings.self, UserProfileChangeRequest.self, (any UserInfo).self, [any UserInfo].self,
        AuthCredential.self, OAuthCredential.self, PhoneAuthCredential.self, OAuthProvider.self, PhoneAuthProvider.self,
        AuthProviderID.self,
        ActionCodeInfo.self, ActionCodeSettings.self, ActionCodeURL.self, ActionCodeOperation.self, AuthAPNSTokenType.self,
        MultiFactor.self, MultiFactorInfo.self, PhoneMultiFactorInfo.self, MultiFactorSession.self, MultiFactorResolver.self,
        MultiFactorAssertion.self, PhoneMultiFactorAssertion.self, TOTPMultiFactorAssertion.self, TOTPSecret.self,
        AuthErrorCode.self, Auth.AuthStateChangesSequence.self, Auth.IDTokenChangesSequence.self,
        FirebaseApp.self, FirebaseOptions.self, FirebaseConfiguration.self,
    ]
}

/// An actor of an app that holds what it got elsewhere.
actor SessionActor {
    private var user: User?
    private var result: AuthDataResult?
    private let auth: Auth

    init(auth: Auth) { self.auth = auth }

    func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
        let result = try await auth.signIn(with: credential)
        self.result = result
        user = result.user
        return result
    }

    func providers() -> [UserInfo] { user?.providerData ?? [] }
    func token() async throws -> AuthTokenResult? { try await user?.getIDTokenResult() }
}

@MainActor
final class CrossingViewModel {
    var providers: [UserInfo] = []
    var user: User?
    private let session = SessionActor(auth: Auth.auth())

    func signIn(_ credential: AuthCredential) async throws {
        user = try await session.signIn(with: credential).user
        providers = await session.providers()
        async let token = session.token()
        async let fresh = user?.getIDToken(forcingRefresh: true)
        _ = try await (token?.claims["admin"], fresh)
        let user = user
        await Task.detached { try? await user?.reload() }.value
    }
}

/// Handles are kept in optionals, and given back.
nonisolated final class HandleOwner {
    var handle: AuthStateDidChangeListenerHandle?
    var tokenHandle: IDTokenDidChangeListenerHandle?
    var plain: NSObjectProtocol?

    init() {
        handle = Auth.auth().addStateDidChangeListener { auth, user in _ = (auth, user) }
        plain = Auth.auth().addIDTokenDidChangeListener { _, _ in }
    }

    deinit {
        if let handle = handle { Auth.auth().removeStateDidChangeListener(handle) }
        if let plain = plain { Auth.auth().removeIDTokenDidChangeListener(plain) }
    }
}

/// Apps put the SDK behind protocols of their own: the signatures must be exactly these.
protocol Authenticating: AnyObject {
    var currentUser: User? { get }
    func addStateDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> NSObjectProtocol
    func removeStateDidChangeListener(_ listenerHandle: NSObjectProtocol)
    func signIn(withEmail email: String, password: String, completion: ((AuthDataResult?, Error?) -> Void)?)
    func signIn(withEmail email: String, password: String) async throws -> AuthDataResult
    func signOut() throws
}
extension Auth: Authenticating {}

protocol Identifiable2: NSObjectProtocol {
    var uid: String { get }
    var providerData: [UserInfo] { get }
}
extension User: Identifiable2 {}

@Suite struct LanguageTests {
    @Test("Archives: all of them by secure coding")
    func archives() {
        for type in archivableTypes() { #expect(type.supportsSecureCoding == true) }
    }

    @Test("Objects are themselves in ==, sets and casts")
    func identity() throws {
        let credential = GoogleAuthProvider.credential(withIDToken: "id", accessToken: "access")
        let other = GoogleAuthProvider.credential(withIDToken: "id", accessToken: "access")
        #expect(credential == credential && credential != other)
        let credentials: Set<AuthCredential> = [credential, other, credential]
        #expect(credentials.count == 2)
        let oauth = try #require(credential as? OAuthCredential)
        #expect(oauth.idToken == "id")
        #expect(credential as? PhoneAuthCredential == nil)
        #expect(!sendableTypes().isEmpty)
    }

    @Test("Errors are NSErrors: catch let, as?, code, and AuthErrorCode is not what is thrown")
    func errors() async {
        do {
            try await Auth.auth().createUser(withEmail: "ana@example.com", password: "")
            Issue.record("An empty password was taken.")
        } catch let error as NSError {
            #expect(error.code == AuthErrorCode.weakPassword.rawValue)
            #expect(error.domain == AuthErrorDomain && AuthErrorCode(rawValue: error.code) == .weakPassword)
            #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_WEAK_PASSWORD")
            #expect(error as Error as? AuthErrorCode == nil)
        }
    }

    @Test("A struct with static members: switching on a provider needs a default")
    func providerIDs() {
        switch AuthProviderID.google {
        case .google: break
        case .apple, .facebook: Issue.record("Google is Google.")
        default: Issue.record("Google is Google.")
        }
    }
}
