import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The six digits of a mail, which may be typed where the link would be opened.
@Suite("Mailed digits") struct TypedCodeTests {
    private static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0 as any Error) } }

    private static let settings: ActionCodeSettings = {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://www.example.com/")
        settings.handleCodeInApp = true
        return settings
    }()

    /// Has a mail sent that signs in, and takes the digits from it.
    private static func digits(_ email: String, _ auth: Auth, _ mailbox: Mailbox) async throws -> String {
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
        return try #require(try await mailbox.next(to: email).digits)
    }

    /// Other digits than these.
    private static func other(_ digits: String) -> String { String(digits.map { $0 == "9" ? "0" : "9" }) }

    @Test(
        "Read as people type and paste them",
        arguments: ["123456", " 123456\n", "123 456", "123-456", "1 2 3 4 5 6", "123\u{A0}456", "１２３４５６", "١٢٣٤٥٦"])
    func typed(text: String) { #expect(TypedCode(text)?.digits == "123456") }

    @Test("Invalid digits", arguments: ["", "12345", "1234567", "12345a", "½23456", "12345六", "+12345", "一二三四五六七"])
    func noDigits(text: String) { #expect(TypedCode(text) == nil) }

    @Test("They sign in, once, with a handler or without")
    func signIn() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let first = try await Self.digits(email, auth, mailbox)
            let typed = "\(first.prefix(3)) \(first.suffix(3))"
            let result = try await auth.signIn(withEmail: email, code: typed)
            #expect(result.user.email == email && result.user.isEmailVerified && result.additionalUserInfo?.isNewUser == true)
            #expect(auth.currentUser === result.user)
            try auth.expectAgreement()
            let used = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, code: first) }
            #expect(Self.code(used) == .invalidActionCode && auth.currentUser === result.user)

            let second = try await Self.digits(email, auth, mailbox)
            let uid: String? = try await withCheckedThrowingContinuation { continuation in
                auth.signIn(withEmail: email, code: second) { result, error in
                    if let error {
                        continuation.resume(throwing: error)
                    } else {
                        continuation.resume(returning: result?.user.uid)
                    }
                }
            }
            #expect(uid == result.user.uid)
        }
    }

    @Test("After a few wrong digits, those of the mail are invalid; its link still works, and so do a new mail's")
    func guesses() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            try await auth.sendSignInLink(toEmail: email, actionCodeSettings: Self.settings)
            let mail = try await mailbox.next(to: email)
            let digits = try #require(mail.digits)
            for _ in 0..<5 {
                let wrong = await #expect(throws: NSError.self) {
                    try await auth.signIn(withEmail: email, code: Self.other(digits))
                }
                #expect(Self.code(wrong) == .invalidActionCode)
            }
            let late = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, code: digits) }
            #expect(Self.code(late) == .invalidActionCode)
            // Anybody can send wrong digits, and must not spend what somebody else waits for.
            #expect(auth.currentUser == nil)
            _ = try await auth.signIn(withEmail: email, link: mail.link)
            #expect(auth.currentUser != nil)
            try await auth.signIn(withEmail: email, code: Self.digits(email, auth, mailbox))
            // Nobody else's digits do, and what are none go to no server.
            let stranger = try await Self.digits(MadeUp.email(), auth, mailbox)
            let other = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, code: stranger) }
            #expect(Self.code(other) == .invalidActionCode)
        }
    }

    @Test("They link, and reauthenticate")
    func credentials() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let user = try await auth.signInAnonymously().user
            let uid = user.uid
            let email = MadeUp.email()
            let wrong = await #expect(throws: NSError.self) {
                try await user.link(with: EmailAuthProvider.credential(withEmail: email, code: "000000"))
            }
            #expect(Self.code(wrong) == .invalidActionCode && auth.currentUser === user && user.isAnonymous)
            let linking = EmailAuthProvider.credential(withEmail: email, code: try await Self.digits(email, auth, mailbox))
            #expect(linking.provider == "password")
            try await user.link(with: linking)
            #expect(user.uid == uid && !user.isAnonymous && user.email == email && user.ways == ["password"])

            let token = user.refreshToken
            let again = EmailAuthProvider.credential(withEmail: email, code: try await Self.digits(email, auth, mailbox))
            try await user.reauthenticate(with: again)
            #expect(auth.currentUser === user && user.refreshToken != token)
            let used = await #expect(throws: NSError.self) { try await user.reauthenticate(with: again) }
            #expect(Self.code(used) == .invalidActionCode && auth.currentUser === user)
            try auth.expectAgreement()

            let other = try server.auth()
            let guest = try await other.signInAnonymously().user
            let taken = EmailAuthProvider.credential(withEmail: email, code: try await Self.digits(email, other, mailbox))
            let conflict = await #expect(throws: NSError.self) { try await guest.link(with: taken) }
            #expect(Self.code(conflict) == .emailAlreadyInUse)
            #expect(conflict?.userInfo[AuthErrorUserInfoEmailKey] as? String == email)
            let way = try #require(conflict?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            #expect(try await other.signIn(with: way).user.uid == uid)
        }
    }

    @Test("They set a new password")
    func passwordReset() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            try await auth.createUser(withEmail: email, password: Ways.password)
            try await auth.sendPasswordReset(withEmail: email)
            let digits = try #require(try await mailbox.next(to: email).digits)
            for (code, address, password, expected) in [
                (digits, email, "", AuthErrorCode.weakPassword), (digits, "", "battery staple", .missingEmail),
                ("no code", email, "battery staple", .invalidActionCode),
                (Self.other(digits), email, "battery staple", .invalidActionCode),
                (digits, MadeUp.email(), "battery staple", .invalidActionCode),
            ] {
                let error = await #expect(throws: NSError.self) {
                    try await auth.confirmPasswordReset(withCode: code, email: address, newPassword: password)
                }
                #expect(Self.code(error) == expected, "\(code), \(address)")
            }
            let signIn = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, code: digits) }
            #expect(Self.code(signIn) == .invalidActionCode, "digits of one purpose are worth nothing for another")
            try await auth.confirmPasswordReset(withCode: digits, email: email, newPassword: "battery staple")
            try await auth.signIn(withEmail: email, password: "battery staple")
        }
    }

    @Test("They verify the user's own address, at once")
    func verification() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let user = try await auth.createUser(withEmail: email, password: Ways.password).user
            try await user.sendEmailVerification()
            let digits = try #require(try await mailbox.next(to: email).digits)
            let nobody = await #expect(throws: NSError.self) { try await auth.applyActionCode(digits) }
            #expect(Self.code(nobody) == .invalidActionCode, "only their owner may try digits")
            let other = try await server.auth().createUser(withEmail: MadeUp.email(), password: Ways.password).user
            let somebody = await #expect(throws: NSError.self) { try await other.applyActionCode(digits) }
            #expect(Self.code(somebody) == .invalidActionCode && !user.isEmailVerified)
            try await user.applyActionCode("\(digits.prefix(3)) \(digits.suffix(3))")
            #expect(user.isEmailVerified && auth.currentUser === user)
            try auth.expectAgreement()
            // By the code of a link, too.
            try await other.sendEmailVerification()
            try await other.applyActionCode(mailbox.next(to: #require(other.email)).code)
            #expect(other.isEmailVerified)
        }
    }

    @Test("They change the user's address, which ends the session")
    func changeOfAddress() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            let new = MadeUp.email()
            try await user.sendEmailVerification(beforeUpdatingEmail: new)
            try await user.applyActionCode(#require(try await mailbox.next(to: new).digits))
            #expect(auth.currentUser == nil)
            try auth.expectAgreement()
            #expect(try await auth.signIn(withEmail: new, password: Ways.password).user.uid == user.uid)
        }
    }

    @Test("The verification is known even if the account cannot be read just then")
    func lostReload() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let email = MadeUp.email()
            let user = try await auth.createUser(withEmail: email, password: Ways.password).user
            try await user.sendEmailVerification()
            let digits = try #require(try await mailbox.next(to: email).digits)
            transport.before { method, _ in if method == "accounts:lookup" { throw URLError(.notConnectedToInternet) } }
            try await user.applyActionCode(digits)
            #expect(user.isEmailVerified && auth.currentUser === user)
            try auth.expectAgreement()
        }
    }
}
