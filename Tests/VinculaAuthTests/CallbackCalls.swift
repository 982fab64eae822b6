import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// A call with a completion handler; all of them are brought to one shape.
struct CallbackCall: Sendable, CustomTestStringConvertible {
    /// Takes what a handler got: a value, an error, or neither.
    typealias Done = (Any?, (any Error)?) -> Void
    typealias Person = PublicCall.Person

    /// The call's outcome if the server does everything that it asks for.
    enum Ending: Sendable {
        /// The handler gets a value and no error.
        case value
        /// The handler, which takes an error only, gets nil.
        case done
        /// The handler gets an error, whatever the server says.
        case refused(AuthErrorCode)
    }

    let name: String
    var start = PublicCall.Start.nobody
    var ending = Ending.value
    /// Indicates whether it asks the server, so that it fails without one.
    var isLocal = false
    /// The answers of methods that the server does not support yet, or that need emails or text messages. `SESSION` stands for
    /// tokens.
    var replies: [WatchedTransport.Method: String] = [:]
    let perform: @Sendable (Auth, Person, @escaping Done) throws -> Void

    var testDescription: String { name }

    static let all = signIns + mails + users + tokens + factors + refused

    static func user(_ auth: Auth) throws -> User { try #require(auth.currentUser) }

    /// A handler that takes a value or an error.
    static func with<Value>(_ done: @escaping Done) -> (Value?, (any Error)?) -> Void { { done($0, $1) } }

    /// A handler that takes an error only.
    static func plain(_ done: @escaping Done) -> ((any Error)?) -> Void { { done(nil, $0) } }

    private static let signIns: [CallbackCall] = [
        .init(name: "createUser") { $0.createUser(withEmail: $1.email, password: Ways.password, completion: with($2)) },
        .init(name: "signIn by password", start: .password) {
            $0.signIn(withEmail: $1.email, password: Ways.password, completion: with($2))
        },
        .init(name: "signIn by a mailed link", replies: ["accounts:signInWithEmailLink": "SESSION"]) {
            $0.signIn(withEmail: $1.email, link: "https://a.example/?mode=signIn&oobCode=x", completion: with($2))
        },
        .init(name: "signIn by mailed digits", replies: ["accounts:signInWithEmailLink": "SESSION"]) {
            $0.signIn(withEmail: $1.email, code: "123456", completion: with($2))
        },
        .init(name: "signIn by a credential") { $0.signIn(with: $1.google, completion: with($2)) },
        .init(name: "signIn with a provider") {
            $0.signIn(with: Provider($1.google), uiDelegate: nil, completion: with($2))
        },
        .init(name: "signInAnonymously") { auth, _, done in auth.signInAnonymously(completion: with(done)) },
        .init(name: "signIn by a custom token", replies: ["accounts:signInWithCustomToken": "SESSION"]) { auth, _, done in
            auth.signIn(withCustomToken: "made up", completion: with(done))
        },
        .init(name: "updateCurrentUser", start: .password, ending: .done, isLocal: true) { auth, _, done in
            try auth.updateCurrentUser(user(auth), completion: plain(done))
        },
        .init(name: "verifyPhoneNumber", replies: ["accounts:sendVerificationCode": #"{"sessionInfo":"s"}"#]) { auth, _, done in
            let done = Unchecked(done)
            PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000") { done.value($0, $1) }
        },
        .init(name: "initializeRecaptchaConfig", ending: .done) { auth, _, done in
            auth.initializeRecaptchaConfig(completion: plain(done))
        },
        .init(name: "revokeToken", start: .password, ending: .done, replies: ["accounts:revokeToken": "{}"]) { auth, _, done in
            auth.revokeToken(withAuthorizationCode: "made up", completion: plain(done))
        },
    ]

    private static let mail = ["accounts:sendOobCode": #"{"email":"ana@example.com"}"#]
    private static let code = ["accounts:resetPassword": #"{"email":"ana@example.com","requestType":"PASSWORD_RESET"}"#]

    private static let mails: [CallbackCall] = [
        .init(name: "sendPasswordReset", ending: .done, replies: mail) {
            $0.sendPasswordReset(withEmail: $1.email, completion: plain($2))
        },
        .init(name: "sendPasswordReset with settings", ending: .done, replies: mail) {
            $0.sendPasswordReset(withEmail: $1.email, actionCodeSettings: ActionCodeSettings(), completion: plain($2))
        },
        .init(name: "sendSignInLink", ending: .done, replies: mail) {
            let settings = ActionCodeSettings()
            settings.handleCodeInApp = true
            $0.sendSignInLink(toEmail: $1.email, actionCodeSettings: settings, completion: plain($2))
        },
        .init(name: "checkActionCode", replies: code) { auth, _, done in auth.checkActionCode("c", completion: with(done)) },
        .init(name: "verifyPasswordResetCode", replies: code) { auth, _, done in
            auth.verifyPasswordResetCode("c", completion: with(done))
        },
        .init(name: "confirmPasswordReset", ending: .done, replies: code) { auth, _, done in
            auth.confirmPasswordReset(withCode: "c", newPassword: "battery staple", completion: plain(done))
        },
        .init(name: "confirmPasswordReset by digits", ending: .done, replies: code) {
            $0.confirmPasswordReset(
                withCode: "123456", email: $1.email, newPassword: "battery staple", completion: plain($2))
        },
        .init(name: "applyActionCode of a user", start: .password, ending: .done, replies: ["accounts:update": "{}"]) {
            auth, _, done in try user(auth).applyActionCode("123456", completion: plain(done))
        },
        .init(name: "applyActionCode", ending: .done, replies: ["accounts:update": "{}"]) { auth, _, done in
            auth.applyActionCode("c", completion: plain(done))
        },
        .init(name: "fetchSignInMethods") { auth, person, done in
            let call: any DeprecatedCallback = FetchSignInMethods()
            try call.make(auth, person, done)
        },
        .init(name: "sendEmailVerification", start: .password, ending: .done, replies: mail) { auth, _, done in
            try user(auth).sendEmailVerification(completion: plain(done))
        },
        .init(name: "sendEmailVerification with settings", start: .password, ending: .done, replies: mail) { auth, _, done in
            try user(auth).sendEmailVerification(with: ActionCodeSettings(), completion: plain(done))
        },
        .init(name: "sendEmailVerification beforeUpdating", start: .password, ending: .done, replies: mail) { auth, _, done in
            try user(auth).sendEmailVerification(beforeUpdatingEmail: MadeUp.email(), completion: plain(done))
        },
    ]

    private static let users: [CallbackCall] = [
        .init(name: "link", start: .password) { try user($0).link(with: $1.google, completion: with($2)) },
        .init(name: "link with a provider", start: .password) {
            try user($0).link(with: Provider($1.google), uiDelegate: nil, completion: with($2))
        },
        .init(name: "reauthenticate with a provider", start: .passwordAndGoogle) {
            try user($0).reauthenticate(with: Provider($1.google), uiDelegate: nil, completion: with($2))
        },
        .init(name: "unlink", start: .passwordAndGoogle) { auth, _, done in
            try user(auth).unlink(fromProvider: "google.com", completion: with(done))
        },
        .init(name: "reauthenticate", start: .password) {
            try user($0).reauthenticate(with: Ways.email($1.email), completion: with($2))
        },
        .init(name: "reload", start: .password, ending: .done) { auth, _, done in
            try user(auth).reload(completion: plain(done))
        },
        .init(name: "updateEmail", start: .password, ending: .done) { auth, person, done in
            let call: any DeprecatedCallback = UpdateEmail()
            try call.make(auth, person, done)
        },
        .init(name: "updatePassword", start: .password, ending: .done) { auth, _, done in
            try user(auth).updatePassword(to: "battery staple", completion: plain(done))
        },
        .init(
            name: "updatePhoneNumber", start: .password, ending: .done, replies: ["accounts:signInWithPhoneNumber": "SESSION"]
        ) { auth, _, done in
            let credential = PhoneAuthProvider.provider(auth: auth).credential(withVerificationID: "v", verificationCode: "1")
            try user(auth).updatePhoneNumber(credential, completion: plain(done))
        },
        .init(name: "commitChanges", start: .password, ending: .done) { auth, _, done in
            let change = try user(auth).createProfileChangeRequest()
            change.displayName = "Ana"
            change.commitChanges(completion: plain(done))
        },
        .init(name: "commitChanges of nothing", start: .password, ending: .done, isLocal: true) { auth, _, done in
            try user(auth).createProfileChangeRequest().commitChanges(completion: plain(done))
        },
        .init(name: "delete", start: .password, ending: .done) { auth, _, done in
            try user(auth).delete(completion: plain(done))
        },
    ]

    private static let tokens: [CallbackCall] = [
        .init(name: "getIDToken", start: .password) { auth, _, done in try user(auth).getIDToken(completion: with(done)) },
        .init(name: "getIDTokenForcingRefresh", start: .password) { auth, _, done in
            try user(auth).getIDTokenForcingRefresh(true, completion: with(done))
        },
        .init(name: "getIDTokenResult", start: .password) { auth, _, done in
            try user(auth).getIDTokenResult(completion: with(done))
        },
        .init(name: "getIDTokenResult forcingRefresh", start: .password) { auth, _, done in
            try user(auth).getIDTokenResult(forcingRefresh: true, completion: with(done))
        },
        .init(name: "getToken", start: .password) { auth, _, done in
            auth.getToken(forcingRefresh: false, completion: with(done))
        },
        .init(name: "getToken with nobody", ending: .done, isLocal: true) { auth, _, done in
            auth.getToken(forcingRefresh: true, completion: with(done))
        },
    ]

    private static let totp = #"{"totpSessionInfo":{"sharedSecretKey":"ABCD","sessionInfo":"s","verificationCodeLength":6}}"#

    private static let factors: [CallbackCall] = [
        .init(name: "getSession", start: .password, isLocal: true) { auth, _, done in
            try user(auth).multiFactor.getSessionWithCompletion(with(done))
        },
        .init(name: "generateSecret", start: .password, replies: ["mfaEnrollment:start": totp]) { auth, _, done in
            let session = MultiFactorSession(.user(try user(auth)))
            TOTPMultiFactorGenerator.generateSecret(with: session, completion: with(done))
        },
        .init(name: "enroll", start: .password, ending: .done, replies: ["mfaEnrollment:finalize": "SESSION"]) { auth, _, done in
            let secret = try TOTPSecret(
                key: "ABCD", algorithm: nil, digits: 6, period: 30, sessionInfo: "made up", user: user(auth))
            let code = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "123456")
            try user(auth).multiFactor.enroll(with: code, displayName: nil, completion: plain(done))
        },
        .init(name: "unenroll", start: .password, ending: .done, replies: ["mfaEnrollment:withdraw": "SESSION"]) {
            auth, _, done in
            try user(auth).multiFactor.unenroll(withFactorUID: "f", completion: plain(done))
        },
        .init(name: "recoveryCodesLeft", start: .password, replies: ["recovery-codes": #"{"left":9}"#]) { auth, _, done in
            try user(auth).multiFactor.recoveryCodesLeft { done($1 == nil ? $0 : nil, $1) }
        },
        .init(
            name: "newRecoveryCodes", start: .password, replies: ["recovery-codes:new": #"{"recoveryCodes":["K7QM2-9XTRD"]}"#]
        ) { auth, _, done in
            try user(auth).multiFactor.newRecoveryCodes(completion: with(done))
        },
        .init(
            name: "sessions", start: .password, replies: ["sessions": #"{"sessions":[{"handle":"h","current":true}]}"#]
        ) { auth, _, done in
            try user(auth).sessions(completion: with(done))
        },
        .init(name: "endOtherSessions", start: .password, ending: .done, replies: ["sessions:end": "{}"]) { auth, _, done in
            try user(auth).endOtherSessions(completion: plain(done))
        },
        .init(name: "resolveSignIn", replies: ["mfaSignIn:finalize": "SESSION"]) { auth, _, done in
            let code = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: "123456")
            MultiFactorResolver(pendingCredential: "p", hints: [], auth: auth).resolveSignIn(with: code, completion: with(done))
        },
    ]

    /// A provider of an app's own, which needs no browser.
    private final class Provider: NSObject, FederatedAuthProvider {
        private let credential: AuthCredential

        init(_ credential: AuthCredential) { self.credential = credential }

        @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential { credential }
    }

    /// By way of a protocol, a deprecated call is made without a warning.
    private protocol DeprecatedCallback {
        func make(_ auth: Auth, _ person: Person, _ done: @escaping Done) throws
    }

    private struct FetchSignInMethods: DeprecatedCallback {
        @available(*, deprecated)
        func make(_ auth: Auth, _ person: Person, _ done: @escaping Done) throws {
            auth.fetchSignInMethods(forEmail: person.email, completion: with(done))
        }
    }

    private struct UpdateEmail: DeprecatedCallback {
        @available(*, deprecated)
        func make(_ auth: Auth, _ person: Person, _ done: @escaping Done) throws {
            try user(auth).updateEmail(to: MadeUp.email(), completion: plain(done))
        }
    }
}
