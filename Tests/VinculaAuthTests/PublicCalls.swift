import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// A call of the public API that speaks to the server, with what a fault of the network means to it.
struct PublicCall: Sendable, CustomTestStringConvertible {
    /// The user who is signed in before the call.
    enum Start: Sendable {
        case nobody, anonymous, password, passwordAndGoogle

        /// Signs in whoever a call begins with, and nobody else.
        func signIn(_ person: Person, to auth: Auth) async throws {
            try auth.signOut()
            switch self {
            case .nobody: break
            case .anonymous: try await auth.signInAnonymously()
            case .password: try await auth.createUser(withEmail: person.email, password: Ways.password)
            case .passwordAndGoogle:
                try await auth.createUser(withEmail: person.email, password: Ways.password)
                try await auth.currentUser?.link(with: person.google)
            }
        }
    }
    /// A healthy server's answer to the call.
    enum Ending: Sendable {
        case works
        /// It refuses, because this server has no such method yet, or because what a test can show it is made up.
        case refused
    }

    /// The objects that a call works with.
    struct Person: Sendable {
        var email = MadeUp.email()
        var google = Ways.google()
        var facebook = Ways.facebook()
    }

    let name: String
    let start: Start
    /// The methods that it calls: the call fails if this one does.
    var methods: [String]
    /// Methods without whose answer it can be done all the same.
    var dispensable: [String] = []
    var ending = Ending.works
    /// The error of a repetition if the server did its part and the answer was lost; nil if it works.
    var afterLoss: AuthErrorCode?
    let perform: @Sendable (Auth, Person) async throws -> Void

    var testDescription: String { name }

    static let signIns: [PublicCall] = [
        .init(name: "signInAnonymously", start: .nobody, methods: ["accounts:signUp", "accounts:lookup"]) { auth, _ in
            try await auth.signInAnonymously()
        },
        .init(
            name: "createUser", start: .nobody, methods: ["accounts:signUp", "accounts:lookup"], afterLoss: .emailAlreadyInUse
        ) {
            try await $0.createUser(withEmail: $1.email, password: Ways.password)
        },
        .init(name: "signIn with Google", start: .nobody, methods: ["accounts:signInWithIdp", "accounts:lookup"]) {
            try await $0.signIn(with: $1.google)
        },
        .init(name: "signIn with Facebook", start: .password, methods: ["accounts:signInWithIdp", "accounts:lookup"]) {
            try await $0.signIn(with: $1.facebook)
        },
        .init(name: "signIn again", start: .password, methods: ["accounts:signInWithPassword", "accounts:lookup"]) {
            try await $0.signIn(withEmail: $1.email, password: Ways.password)
        },
        .init(
            name: "signIn with a custom token", start: .nobody, methods: ["accounts:signInWithCustomToken", "accounts:lookup"]
        ) { try await $0.signIn(withCustomToken: MadeUp.customToken($1.email)) },
        .init(
            name: "signIn with a mailed link", start: .nobody, methods: ["accounts:signInWithEmailLink", "accounts:lookup"]
        ) { _ = try await $0.signIn(withEmail: $1.email, link: MailedCodes.link(.emailLink, of: $1.email, $0).link) },
        .init(
            name: "signIn with mailed digits", start: .nobody, methods: ["accounts:signInWithEmailLink", "accounts:lookup"]
        ) { try await $0.signIn(withEmail: $1.email, code: MailedCodes.digits(.emailLink, of: $1.email, $0)) },
        .init(
            name: "signIn with a phone", start: .nobody, methods: ["accounts:signInWithPhoneNumber"], ending: .refused
        ) { auth, _ in try await auth.signIn(with: phone(auth)) },
        .init(
            name: "signIn with Game Center", start: .nobody, methods: ["accounts:signInWithGameCenter"], ending: .refused
        ) { auth, _ in try await auth.signIn(with: gameCenter) },
        .init(
            name: "resolveSignIn", start: .nobody, methods: ["mfaSignIn:finalize"], ending: .refused
        ) { auth, _ in
            let resolver = MultiFactorResolver(pendingCredential: "made up", hints: [], auth: auth)
            let code = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: "123456")
            _ = try await resolver.resolveSignIn(with: code)
        },
        .init(
            name: "resolveSignIn with a recovery code", start: .nobody, methods: ["mfaSignIn:finalize"], ending: .refused
        ) { auth, _ in
            let resolver = MultiFactorResolver(pendingCredential: "made up", hints: [], auth: auth)
            let code = RecoveryCodeMultiFactorGenerator.assertion(withRecoveryCode: "K7QM2-9XTRD")
            _ = try await resolver.resolveSignIn(with: code)
        },
    ]

    static let links: [PublicCall] = [
        .init(
            name: "link Google", start: .password, methods: ["accounts:signInWithIdp", "token"],
            dispensable: ["accounts:lookup"]
        ) { try await user($0).link(with: $1.google) },
        .init(
            name: "link Google to an anonymous account", start: .anonymous, methods: ["accounts:signInWithIdp", "token"],
            dispensable: ["accounts:lookup"]
        ) { try await user($0).link(with: $1.google) },
        .init(
            name: "link a password to an anonymous account", start: .anonymous, methods: ["accounts:signUp", "token"],
            dispensable: ["accounts:lookup"]
        ) { try await user($0).link(with: Ways.email($1.email)) },
        .init(
            name: "link a mailed link", start: .anonymous, methods: ["accounts:signInWithEmailLink", "token"],
            dispensable: ["accounts:lookup"]
        ) {
            let link = try await MailedCodes.link(.emailLink, of: $1.email, $0).link
            try await user($0).link(with: EmailAuthProvider.credential(withEmail: $1.email, link: link))
        },
        .init(
            name: "link mailed digits", start: .anonymous, methods: ["accounts:signInWithEmailLink", "token"],
            dispensable: ["accounts:lookup"]
        ) {
            let code = try await MailedCodes.digits(.emailLink, of: $1.email, $0)
            try await user($0).link(with: EmailAuthProvider.credential(withEmail: $1.email, code: code))
        },
        .init(name: "link a phone", start: .password, methods: ["accounts:signInWithPhoneNumber"], ending: .refused) { auth, _ in
            try await user(auth).link(with: phone(auth))
        },
        .init(name: "link Game Center", start: .password, methods: ["accounts:signInWithGameCenter"], ending: .refused) {
            auth, _ in try await user(auth).link(with: gameCenter)
        },
        .init(name: "unlink", start: .passwordAndGoogle, methods: ["accounts:update", "token"]) { auth, _ in
            _ = try await user(auth).unlink(fromProvider: "google.com")
        },
        .init(
            name: "reauthenticate by password", start: .password, methods: ["accounts:signInWithPassword"],
            dispensable: ["accounts:lookup"]
        ) { try await user($0).reauthenticate(with: Ways.email($1.email)) },
        .init(
            name: "reauthenticate by Google", start: .passwordAndGoogle, methods: ["accounts:signInWithIdp"],
            dispensable: ["accounts:lookup"]
        ) { try await user($0).reauthenticate(with: $1.google) },
    ]

    static let changes: [PublicCall] = [
        .init(name: "reload", start: .password, methods: ["accounts:lookup", "token"]) { auth, _ in
            try await user(auth).reload()
        },
        .init(name: "getIDToken", start: .password, methods: ["token"]) { auth, _ in
            _ = try await user(auth).getIDToken(forcingRefresh: true)
        },
        .init(name: "getIDTokenResult", start: .anonymous, methods: ["token"]) { auth, _ in
            _ = try await user(auth).getIDTokenResult()
        },
        // The server ends all sessions of an account whose password or address changes, and the new one was in the lost answer.
        .init(
            name: "updatePassword", start: .password, methods: ["accounts:update", "token"], dispensable: ["accounts:lookup"],
            afterLoss: .userTokenExpired
        ) { auth, _ in try await user(auth).updatePassword(to: "battery staple") },
        .init(
            name: "updateEmail", start: .password, methods: ["accounts:update", "token"], dispensable: ["accounts:lookup"],
            afterLoss: .userTokenExpired
        ) { auth, _ in try await updateEmail(auth) },
        .init(name: "commitChanges", start: .password, methods: ["accounts:update", "token"]) { auth, _ in
            let change = try user(auth).createProfileChangeRequest()
            change.displayName = "Ana"
            try await change.commitChanges()
        },
        .init(
            name: "updatePhoneNumber", start: .password, methods: ["accounts:signInWithPhoneNumber"], ending: .refused
        ) { auth, _ in try await user(auth).updatePhoneNumber(phone(auth)) },
        .init(name: "delete", start: .password, methods: ["accounts:delete", "token"]) { auth, _ in
            try await user(auth).delete()
        },
        .init(name: "sendEmailVerification", start: .password, methods: ["accounts:sendOobCode", "token"]) { auth, _ in
            try await user(auth).sendEmailVerification()
        },
        .init(
            name: "sendEmailVerification beforeUpdating", start: .password, methods: ["accounts:sendOobCode", "token"]
        ) { auth, _ in try await user(auth).sendEmailVerification(beforeUpdatingEmail: MadeUp.email()) },
        .init(name: "applyActionCode of a user", start: .password, methods: ["accounts:update", "token"]) {
            try await user($0).applyActionCode(MailedCodes.link(.verifyEmail, of: $1.email, $0).code)
        },
        .init(name: "revokeToken", start: .password, methods: ["accounts:revokeToken", "token"], ending: .refused) { auth, _ in
            try await auth.revokeToken(withAuthorizationCode: "made up")
        },
        .init(name: "generateSecret", start: .password, methods: ["mfaEnrollment:start", "token"], ending: .refused) { auth, _ in
            _ = try await TOTPMultiFactorGenerator.generateSecret(with: user(auth).multiFactor.session())
        },
        .init(name: "enroll", start: .password, methods: ["mfaEnrollment:finalize", "token"], ending: .refused) { auth, _ in
            let secret = try TOTPSecret(
                key: "ABCD", algorithm: nil, digits: 6, period: 30, sessionInfo: "made up", user: user(auth))
            let code = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "123456")
            try await user(auth).multiFactor.enroll(with: code, displayName: nil)
        },
        .init(name: "recoveryCodesLeft", start: .password, methods: ["recovery-codes", "token"]) { auth, _ in
            _ = try await user(auth).multiFactor.recoveryCodesLeft()
        },
        .init(name: "newRecoveryCodes", start: .password, methods: ["recovery-codes:new", "token"], ending: .refused) {
            auth, _ in
            _ = try await user(auth).multiFactor.newRecoveryCodes()
        },
        .init(name: "sessions", start: .password, methods: ["sessions", "token"]) { auth, _ in
            _ = try await user(auth).sessions()
        },
        .init(name: "endOtherSessions", start: .password, methods: ["sessions:end", "token"]) { auth, _ in
            try await user(auth).endOtherSessions()
        },
        .init(name: "unenroll", start: .password, methods: ["mfaEnrollment:withdraw", "token"], ending: .refused) { auth, _ in
            try await user(auth).multiFactor.unenroll(withFactorUID: "made up")
        },
    ]

    static let questions: [PublicCall] = [
        .init(name: "fetchSignInMethods", start: .nobody, methods: ["accounts:createAuthUri"]) {
            _ = try await $0.signInMethods(of: $1.email)
        },
        .init(name: "sendPasswordReset", start: .password, methods: ["accounts:sendOobCode"]) {
            try await $0.sendPasswordReset(withEmail: $1.email)
        },
        .init(name: "sendSignInLink", start: .nobody, methods: ["accounts:sendOobCode"]) {
            let settings = ActionCodeSettings()
            settings.url = URL(string: "http://localhost/")
            settings.handleCodeInApp = true
            try await $0.sendSignInLink(toEmail: $1.email, actionCodeSettings: settings)
        },
        .init(name: "checkActionCode", start: .password, methods: ["accounts:resetPassword"]) {
            _ = try await $0.checkActionCode(MailedCodes.link(.passwordReset, of: $1.email, $0).code)
        },
        .init(name: "verifyPasswordResetCode", start: .password, methods: ["accounts:resetPassword"]) {
            _ = try await $0.verifyPasswordResetCode(MailedCodes.link(.passwordReset, of: $1.email, $0).code)
        },
        .init(name: "confirmPasswordReset", start: .password, methods: ["accounts:resetPassword"]) {
            let code = try await MailedCodes.link(.passwordReset, of: $1.email, $0).code
            try await $0.confirmPasswordReset(withCode: code, newPassword: "battery staple")
        },
        .init(name: "confirmPasswordReset by digits", start: .password, methods: ["accounts:resetPassword"]) {
            let code = try await MailedCodes.digits(.passwordReset, of: $1.email, $0)
            try await $0.confirmPasswordReset(withCode: code, email: $1.email, newPassword: "battery staple")
        },
        .init(name: "applyActionCode", start: .password, methods: ["accounts:update"]) {
            try await $0.applyActionCode(MailedCodes.link(.verifyEmail, of: $1.email, $0).code)
        },
        .init(
            name: "verifyPhoneNumber", start: .nobody, methods: ["accounts:sendVerificationCode"]
        ) { auth, _ in _ = try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000") },
        .init(name: "initializeRecaptchaConfig", start: .nobody, methods: ["recaptchaConfig"]) { auth, _ in
            try await auth.initializeRecaptchaConfig()
        },
    ]

    /// The calls of one theme.
    struct Theme: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let calls: [PublicCall]
    }

    static let themes = [
        Theme(testDescription: "signing in", calls: signIns), Theme(testDescription: "linking", calls: links),
        Theme(testDescription: "changing", calls: changes), Theme(testDescription: "asking", calls: questions),
    ]
    static let all = signIns + links + changes + questions
    /// One of each sort: a sign-in, a link, a refresh, a change and a question.
    static let exemplary: Set = ["signIn with Google", "link Google", "getIDToken", "commitChanges", "fetchSignInMethods"]

    private static func user(_ auth: Auth) throws -> User { try #require(auth.currentUser) }

    private static func updateEmail(_ auth: Auth) async throws {
        let update: any DeprecatedCall = EmailUpdate()
        try await update.make(of: user(auth))
    }

    private static func phone(_ auth: Auth) -> PhoneAuthCredential {
        PhoneAuthProvider.provider(auth: auth).credential(withVerificationID: "made up", verificationCode: "123456")
    }

    private static var gameCenter: AuthCredential {
        GameCenterAuthCredential(
            playerID: "", teamPlayerID: "T:1", gamePlayerID: "A:1", publicKeyURL: URL(filePath: "/"), signature: Data([1]),
            salt: Data([2]), timestamp: 1, displayName: nil)
    }
}

/// By way of a protocol, a deprecated call is made without a warning.
private protocol DeprecatedCall {
    func make(of user: User) async throws
}

private struct EmailUpdate: DeprecatedCall {
    @available(*, deprecated)
    func make(of user: User) async throws { try await user.updateEmail(to: MadeUp.email()) }
}
