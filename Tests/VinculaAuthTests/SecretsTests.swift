import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Checks that printed, dumped or transmitted errors and objects contain no secrets.
@Suite(.serialized, .alone) struct SecretsTests {
    private static let secret = "s3cret"

    private static func server() throws -> URL { try #require(URL(string: "https://auth.example")) }

    /// Everything that can be found in an error, however deep.
    static func everything(in value: Any) -> String {
        switch value {
        case let error as NSError:
            "\(error) \(error.debugDescription) \(error.localizedDescription) \(everything(in: error.userInfo))"
        case let values as [String: Any]: values.map { "\($0.key) \(everything(in: $0.value))" }.joined(separator: " ")
        case let values as [Any]: values.map(everything).joined(separator: " ")
        case let data as Data: String(decoding: data, as: UTF8.self)
        default: dumped(value)
        }
    }

    private static func dumped(_ value: Any) -> String {
        var text = "\(value) \(String(reflecting: value)) "
        dump(value, to: &text)
        return text
    }

    /// The error of a sign-in that the server answers in this way.
    private static func failure(_ status: Int, _ body: String) async throws -> NSError? {
        let transport = AnsweringTransport { _, _ in (status, body) }
        let app = try TestApp.configure(at: server(), transport: transport)
        let auth = Auth.auth(app: app)
        let error = await #expect(throws: NSError.self) {
            try await auth.signIn(withEmail: "ana@example.com", password: "correct horse")
        }
        await app.delete()
        return error
    }

    @Test(
        arguments: [
            (200, #"{"idToken":"s3cret","refreshToken":7}"#), (200, #"{"idToken":"s3cret"#), (200, #"["s3cret"]"#),
            (200, #"{"idToken":["s3cret"],"refreshToken":"s3cret"}"#), (200, "s3cret"),
            (400, #"{"idToken":"s3cret"}"#), (400, #"{"error":{"message":"ODD"},"refreshToken":"s3cret"}"#), (502, "s3cret"),
            (400, #"["s3cret"]"#), (400, #"{"error":["s3cret"]}"#), (307, #"{"access_token":"s3cret"}"#),
        ])
    func `An answer that is not understood is not in the error`(status: Int, body: String) async throws {
        let error = try #require(try await Self.failure(status, body))
        #expect(AuthErrorCode(error) == .internalError)
        #expect(!Self.everything(in: error).contains(Self.secret))
        let inner = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(inner.localizedFailureReason?.hasPrefix("\(body.utf8.count) bytes") == true)
    }

    @Test func `The error says which part of the answer is unexpected`() async throws {
        let error = try await Self.failure(200, #"{"idToken":"s3cret","refreshToken":7}"#)
        let inner = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(inner?.localizedFailureReason?.hasSuffix("at refreshToken") == true)
    }

    @Test func `A refusal in Google's shape stays`() async throws {
        let body = #"{"error":{"code":400,"message":"ODD : Really."}}"#
        let inner = try await Self.failure(400, body)?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(inner?.userInfo["FIRAuthErrorUserInfoDataKey"] as? Data == Data(body.utf8))
        let object = inner?.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [String: Any]
        #expect(object?["message"] as? String == "ODD : Really.")
    }

    @Test func `An unreadable token is not in the error`() {
        let error = AuthFailure.malformedToken("a.s3cret.token")
        #expect(error.code == 18_000 && error.localizedFailureReason == "14 bytes in 3 parts")
        #expect(!Self.everything(in: error).contains(Self.secret))
    }

    @Test func `A network error has the address without its query`() throws {
        let address = "https://auth.example/v1/token?key=s3cret"
        let inner = URLError(
            .timedOut,
            userInfo: [
                NSURLErrorFailingURLErrorKey: try #require(URL(string: address)), "NSErrorFailingURLStringKey": address,
                "_NSURLErrorFailingURLSessionTaskErrorKey": "task with s3cret", NSLocalizedDescriptionKey: "Too late.",
            ])
        let wrapped = NSError(
            domain: NSURLErrorDomain, code: -1,
            userInfo: [NSUnderlyingErrorKey: inner, "NSErrorFailingURLStringKey": address])
        for error in [AuthFailure.network(inner), AuthFailure.network(wrapped)] {
            #expect(AuthErrorCode(error) == .networkError)
            #expect(!Self.everything(in: error).contains(Self.secret))
        }
        let underlying = AuthFailure.network(inner).userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.domain == NSURLErrorDomain && underlying?.code == URLError.timedOut.rawValue)
        #expect(underlying?.localizedDescription == "Too late.")
        #expect((underlying?.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString == "https://auth.example/v1/token")
    }

    @Test func `A server that is not there does not give the API key away`() async throws {
        let app = try TestApp.configure(at: try #require(URL(string: "http://127.0.0.1:1")))
        let auth = Auth.auth(app: app)
        let error = await #expect(throws: NSError.self) { try await auth.signInAnonymously() }
        #expect(error.flatMap { AuthErrorCode($0) } == .networkError)
        #expect(error.map { Self.everything(in: $0).contains("test-key") } == false)
        await app.delete()
    }

    @Test func `Nothing that an app can hold is dumped or printed with its secrets`() async throws {
        let storage = MemoryStorage()
        storage.update("key") { _ in Data(Self.secret.utf8) }
        let app = try TestApp.configure(at: Self.server(), storage: storage)
        let auth = Auth.auth(app: app)
        let user = User(
            UserState(
                uid: "u", factors: [EnrolledFactor(uid: "f", kind: .phone(number: Self.secret))],
                tokens: Tokens(idToken: Self.secret, refreshToken: Self.secret, expiresAt: nil)), auth: auth)
        try auth.commit(user)
        for object in try Self.objects(of: user, auth, app, storage) {
            let kind = "\(type(of: object))"
            #expect(!Self.dumped(object).contains(Self.secret), "\(kind)")
            #expect(!Self.dumped(["error": object]).contains(Self.secret), "\(kind)")
            #expect(!String(describing: Optional(object)).contains(Self.secret), "\(kind)")
            let error = AuthFailure.make(.internalError, userInfo: ["it": object])
            #expect(!Self.dumped(error).contains(Self.secret), "\(kind)")
        }
        #expect(Self.dumped(user).contains("uid: \"u\""))
        #expect(Self.dumped(auth).contains("uid: \"u\""))
        await app.delete()
    }

    @Test func `Tokens by themselves, and a state that has some, are dumped and printed without them`() {
        let tokens = Tokens(idToken: Self.secret, refreshToken: Self.secret, expiresAt: nil)
        #expect(!Self.dumped(tokens).contains(Self.secret))
        #expect(!Self.dumped(UserState(uid: "u", tokens: tokens)).contains(Self.secret))
    }

    /// One of each class that apps get or make, with secrets in it wherever there is a place for one.
    private static func objects(of user: User, _ auth: Auth, _ app: FirebaseApp, _ storage: MemoryStorage) throws -> [Any] {
        let claims = #"{"user_id":"u","exp":2,"auth_time":1,"iat":1,"name":"s3cret","firebase":{"sign_in_provider":"s"}}"#
        let token = "\(secret).\(Data(claims.utf8).base64EncodedString()).\(secret)"
        let totp = TOTPSecret(key: secret, algorithm: "SHA1", digits: 6, period: 30, sessionInfo: secret, user: user)
        let phone = PhoneAuthProvider.provider(auth: auth).credential(withVerificationID: secret, verificationCode: secret)
        let oauth = OAuthCredential(
            provider: "github.com", idToken: secret, accessToken: secret, secret: secret, rawNonce: secret,
            pendingToken: secret, webResult: .init(requestURI: secret, sessionID: secret))
        let change = user.createProfileChangeRequest()
        change.displayName = secret
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://example.com/?token=\(secret)")
        let provider = OAuthProvider(providerID: "github.com", auth: auth)
        provider.customParameters = ["login_hint": secret]
        let info = AdditionalUserInfo(
            providerID: "github.com", profile: ["token": secret], username: secret, isNewUser: false)
        return [
            user, auth, app, app.options, storage, totp, phone, oauth, change, settings, provider, info, user.multiFactor,
            AuthDataResult(user: user, additionalUserInfo: info, credential: oauth), try AuthTokenResult(token: token),
            user.multiFactor.enrolledFactors, user.metadata, auth.settings as Any, auth.authStateChanges,
            PhoneAuthProvider.provider(auth: auth), MultiFactorSession(.user(user)),
            ActionCodeURL(link: "https://example.com/?mode=signIn&oobCode=\(secret)&apiKey=k") as Any,
            EmailAuthProvider.credential(withEmail: "ana@example.com", password: secret),
            EmailAuthProvider.credential(withEmail: "ana@example.com", link: "https://example.com/?oobCode=s3cret"),
            EmailAuthProvider.credential(withEmail: "ana@example.com", code: secret),
            GameCenterAuthCredential(
                playerID: secret, teamPlayerID: secret, gamePlayerID: secret, publicKeyURL: try server(),
                signature: Data(secret.utf8), salt: Data(secret.utf8), timestamp: 1, displayName: secret),
            MultiFactorSession(.pendingSignIn(secret, at: .google)),
            MultiFactorResolver(pendingCredential: secret, hints: [], auth: auth, for: user),
            TOTPMultiFactorGenerator.assertionForEnrollment(with: totp, oneTimePassword: secret),
            TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: secret),
            PhoneMultiFactorGenerator.assertion(with: phone),
            RecoveryCodeMultiFactorGenerator.assertion(withRecoveryCode: secret),
            Collision.with(AuthFailure.make(.credentialAlreadyInUse), email: nil, credential: oauth),
        ]
    }

    #if os(Linux)
        @Test @MainActor func `An authenticator's address is handed to no program, and not printed`() async {
            let user = User(UserState(uid: "u", tokens: Tokens(idToken: "", refreshToken: "", expiresAt: nil)), auth: nil)
            let totp = TOTPSecret(
                key: Self.secret, algorithm: "SHA1", digits: 6, period: 30, sessionInfo: nil, user: user)
            let lines = await console {
                totp.openInOTPApp(withQRCodeURL: totp.generateQRCodeURL(withAccountName: "ana", issuer: "shop"))
            }
            #expect(lines.contains { $0.contains("QR code") })
            #expect(!lines.contains { $0.contains(Self.secret) })
        }
    #endif

    @Test func `A closed standard error ends nothing`() {
        ConsoleLog.print("line", to: FileHandle(fileDescriptor: .max))
    }
}
