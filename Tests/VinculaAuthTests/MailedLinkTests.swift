import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Signing in and linking by links from mails, which a real server sent by SMTP.
@Suite("Mailed links") struct MailedLinkTests {
    private static func settings() -> ActionCodeSettings {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://www.example.com/welcome?a=1&b=2")
        settings.handleCodeInApp = true
        return settings
    }

    private static func encoded(_ link: String) -> String {
        link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0 as any Error) } }

    /// Has a link mailed.
    private static func mail(to email: String, _ auth: Auth, _ mailbox: Mailbox) async throws -> ReceivedMail {
        try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings())
        return try await mailbox.next(to: email)
    }

    /// The forms in which hosts that open apps pass a link on.
    enum Wrapping: String, CaseIterable {
        case flat, link, linkBesideOthers, deepLink, both

        func wrap(_ link: String) -> String {
            let encoded = MailedLinkTests.encoded(link)
            return switch self {
            case .flat: link
            case .link: "https://auth.example/__/auth/links?link=\(encoded)"
            case .linkBesideOthers: "https://shop.page.link/?apn=com.example&link=\(encoded)&ibi=com.example"
            case .deepLink: "com.example.ios://google/link/?deep_link_id=\(encoded)&match_type=unique"
            case .both:
                "com.example.ios://google/link/?deep_link_id=" + MailedLinkTests.encoded("https://a.example/?link=\(encoded)")
            }
        }
    }

    @Test("The link signs in as received, and wrapped", arguments: Wrapping.allCases)
    func wrapped(wrapping: Wrapping) async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let link = wrapping.wrap(try await Self.mail(to: email, auth, mailbox).link)
            #expect(auth.isSignIn(withEmailLink: link))
            let result = try await auth.signIn(withEmail: email, link: link)
            #expect(result.user.email == email && result.user.isEmailVerified && auth.currentUser === result.user)
            try auth.expectAgreement()
            let used = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, link: link) }
            #expect(Self.code(used) == .invalidActionCode && auth.currentUser === result.user)
        }
    }

    @Test("The mail is in the app's language, and without one in the device's", arguments: ["es", "fr", "de", "it"])
    func language(language: String) async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            auth.languageCode = language
            let email = MadeUp.email()
            let mail = try await Self.mail(to: email, auth, mailbox)
            #expect(mail.headers["content-language"] == language && mail.field("lang") == language)
            try await auth.createUser(withEmail: email, password: Ways.password).user.sendEmailVerification()
            #expect(try await mailbox.next(to: email).headers["content-language"] == language)
            auth.useAppLanguage()
            try await auth.sendPasswordReset(withEmail: email)
            let own = try await mailbox.next(to: email)
            let expected = (Locale.preferredLanguages.first ?? "en").prefix { $0 != "-" && $0 != "_" }
            #expect(own.headers["content-language"] == String(expected))
        }
    }

    @Test("Addresses that the link was not sent to: an error that says so, until the link becomes invalid")
    func wrongAddress() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let link = try await Self.mail(to: email, auth, mailbox).link
            let other = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: MadeUp.email(), link: link) }
            #expect(Self.code(other) == .invalidEmail)
            let none = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: "ana", link: link) }
            #expect(Self.code(none) == .invalidEmail)
            let empty = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: "", link: link) }
            #expect(Self.code(empty) == .missingEmail)
            for _ in 0..<4 { _ = try? await auth.signIn(withEmail: MadeUp.email(), link: link) }
            let spent = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, link: link) }
            #expect(Self.code(spent) == .invalidActionCode)
            #expect(auth.currentUser == nil)
        }
    }

    @Test("Destinations of links: each refusal has its own code, and nothing is mailed")
    func refusedSettings() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let changes: [(AuthErrorCode, (ActionCodeSettings) -> Void)] = [
                (.unauthorizedDomain, { $0.url = URL(string: "https://www.example.com@evil.example/") }),
                (.unauthorizedDomain, { $0.url = URL(string: "ftp://www.example.com/") }),
                (.invalidContinueURI, { $0.url = URL(string: "welcome") }),
                (.missingContinueURI, { $0.url = nil }),
                (.invalidHostingLinkDomain, { $0.linkDomain = "no domain" }),
                (
                    .missingAndroidPackageName,
                    { $0.setAndroidPackageName("", installIfNotAvailable: false, minimumVersion: "12") }
                ),
            ]
            for (code, change) in changes {
                let settings = Self.settings()
                change(settings)
                let error = await #expect(throws: NSError.self) {
                    try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)
                }
                #expect(Self.code(error) == code, "\(String(describing: error))")
            }
            let local = Self.settings()
            local.handleCodeInApp = false
            let error = await #expect(throws: NSError.self) {
                try await auth.sendSignInLink(toEmail: email, actionCodeSettings: local)
            }
            #expect(Self.code(error) == .internalError)
            let address = await #expect(throws: NSError.self) { try await Self.mail(to: "ana", auth, mailbox) }
            #expect(Self.code(address) == .invalidEmail)
            // The next mail is the first one.
            _ = try await Self.mail(to: email, auth, mailbox)
            #expect(try mailbox.count(to: email) == 1)
        }
    }

    @Test("A link adds its address to an anonymous account, which stays the same")
    func anonymous() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let user = try await auth.signInAnonymously().user
            let uid = user.uid
            let email = MadeUp.email()
            let link = try await Self.mail(to: email, auth, mailbox).link
            let result = try await user.link(with: EmailAuthProvider.credential(withEmail: email, link: link))
            #expect(result.user === user && auth.currentUser === user && user.uid == uid)
            #expect(!user.isAnonymous && user.email == email && user.isEmailVerified && user.ways == ["password"])
            #expect(result.additionalUserInfo?.isNewUser == false)
            _ = try await user.getIDToken(forcingRefresh: true)
            try auth.expectAgreement()
            let other = try server.auth()
            let second = try await Self.mail(to: email, other, mailbox).link
            #expect(try await other.signIn(withEmail: email, link: second).user.uid == uid)
        }
    }

    @Test("A link whose address is another account's: the error has the address and the credential, and nothing changes")
    func conflict() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let owner = try server.auth()
            let email = MadeUp.email()
            let theirs = try await owner.signIn(withEmail: email, link: Self.mail(to: email, owner, mailbox).link).user
            let auth = try server.auth()
            for begin in [{ try await auth.signInAnonymously() }, { try await auth.signIn(with: Ways.google()) }] {
                let user = try await begin().user
                let before = user.state.withLock { $0 }
                let link = try await Self.mail(to: email, auth, mailbox).link
                let error = await #expect(throws: NSError.self) {
                    try await user.link(with: EmailAuthProvider.credential(withEmail: email, link: link))
                }
                #expect(Self.code(error) == .emailAlreadyInUse, "\(String(describing: error))")
                #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == email)
                #expect(auth.currentUser === user && user.state.withLock { $0 } == before)
                try auth.expectAgreement()
                // The refused link is not used up: it opens the account that has the address.
                let credential = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
                #expect(try await auth.signIn(with: credential).user.uid == theirs.uid)
            }
        }
    }

    @Test("The mail proves an unproven address: a password that somebody else set is removed")
    func purge() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let squatter = try server.auth()
            let email = MadeUp.email()
            let uid = try await squatter.createUser(withEmail: email, password: Ways.password).user.uid
            let auth = try server.auth()
            let user = try await auth.signIn(withEmail: email, link: Self.mail(to: email, auth, mailbox).link).user
            #expect(user.uid == uid && user.isEmailVerified)
            await #expect(throws: NSError.self) { try await squatter.signIn(withEmail: email, password: Ways.password) }
            let ended = await #expect(throws: NSError.self) { try await squatter.currentUser?.reload() }
            #expect(Self.code(ended) == .userTokenExpired && squatter.currentUser == nil)
        }
    }

    @Test("An hour later, links and codes are expired, and say so", .enabled(if: FakeClock.exists))
    func expired() async throws {
        let clock = try FakeClock(FileManager.default.temporaryDirectory.appending(path: "clock-\(UUID().uuidString)"))
        defer { try? FileManager.default.removeItem(at: clock.file) }
        try await ServerProcess.mailing(environment: clock.environment) { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            try await auth.createUser(withEmail: email, password: Ways.password)
            let mail = try await Self.mail(to: email, auth, mailbox)
            try await auth.sendPasswordReset(withEmail: email)
            let reset = try await mailbox.next(to: email)
            try clock.set(3700)
            let calls: [(AuthErrorCode, () async throws -> Void)] = [
                (.expiredActionCode, { _ = try await auth.signIn(withEmail: email, link: mail.link) }),
                (.invalidActionCode, { _ = try await auth.signIn(withEmail: email, code: mail.digits ?? "") }),
                (.expiredActionCode, { _ = try await auth.checkActionCode(reset.code) }),
                (.expiredActionCode, { _ = try await auth.verifyPasswordResetCode(reset.code) }),
                (
                    .expiredActionCode,
                    { try await auth.confirmPasswordReset(withCode: reset.code, newPassword: "battery staple") }
                ),
            ]
            for (code, call) in calls {
                let error = await #expect(throws: NSError.self) { try await call() }
                #expect(Self.code(error) == code, "\(String(describing: error))")
            }
        }
    }
}
