import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Mails about an account's password and address, and what their codes do.
@Suite("Mails about an account") struct AddressMailTests {
    private static func code(_ error: NSError?) -> AuthErrorCode? { error.flatMap { AuthErrorCode($0 as any Error) } }

    @Test("A forgotten password: the code says whose it is, sets a new one, once, and ends the sessions elsewhere")
    func passwordReset() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let (phone, auth) = (try server.auth(), try server.auth())
            let email = MadeUp.email()
            let user = try await phone.createUser(withEmail: email, password: Ways.password).user
            let heard = Heard<String?>()
            let handle = phone.addStateDidChangeListener { heard.append($1?.uid) }
            let settings = ActionCodeSettings()
            settings.url = URL(string: "https://www.example.com/login")
            try await auth.sendPasswordReset(withEmail: email, actionCodeSettings: settings)
            let mail = try await mailbox.next(to: email)
            #expect(mail.field("mode") == "resetPassword" && mail.field("continueUrl") == "https://www.example.com/login")

            let info = try await auth.checkActionCode(mail.code)
            #expect(info.operation == .passwordReset && info.email == email && info.previousEmail == nil)
            #expect(try await auth.verifyPasswordResetCode(mail.code) == email)
            for (password, code) in [("", AuthErrorCode.weakPassword), ("short", .weakPassword)] {
                let weak = await #expect(throws: NSError.self) {
                    try await auth.confirmPasswordReset(withCode: mail.code, newPassword: password)
                }
                #expect(Self.code(weak) == code)
            }
            let other = await #expect(throws: NSError.self) { try await auth.applyActionCode(mail.code) }
            #expect(Self.code(other) == .invalidActionCode, "it verifies no address")
            try await auth.confirmPasswordReset(withCode: mail.code, newPassword: "battery staple")
            #expect(auth.currentUser == nil, "nobody is signed in by it")
            let used = await #expect(throws: NSError.self) {
                try await auth.confirmPasswordReset(withCode: mail.code, newPassword: "battery staple")
            }
            #expect(Self.code(used) == .invalidActionCode)
            #expect(try await auth.signIn(withEmail: email, password: "battery staple").user.isEmailVerified)

            let ended = await #expect(throws: NSError.self) { _ = try await user.getIDToken(forcingRefresh: true) }
            #expect(Self.code(ended) == .userTokenExpired && phone.currentUser == nil)
            #expect(await heard.all == [user.uid, nil])
            try phone.expectAgreement()
            phone.removeStateDidChangeListener(handle)
        }
    }

    @Test("A reset elsewhere: the renewal that runs by itself finds the session ended, too")
    func endedElsewhere() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let (phone, auth) = (try server.auth(), try server.auth())
            let email = MadeUp.email()
            let user = try await phone.createUser(withEmail: email, password: Ways.password).user
            try await auth.sendPasswordReset(withEmail: email)
            let mail = try await mailbox.next(to: email)
            try await auth.confirmPasswordReset(withCode: mail.code, newPassword: "battery staple")
            user.letTokenExpire()
            let ended = await #expect(throws: NSError.self) { _ = try await user.getIDToken() }
            #expect(Self.code(ended) == .userTokenExpired && phone.currentUser == nil)
            #expect(try phone.storedUser() == nil)
        }
    }

    @Test("An address without an account: reported or hidden, as the project is configured")
    func strangers() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let auth = try server.auth()
            let email = MadeUp.email()
            let unknown = await #expect(throws: NSError.self) { try await auth.sendPasswordReset(withEmail: email) }
            #expect(Self.code(unknown) == .userNotFound)
            try await server.configure(
                "v2/projects/demo-project/config", #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#,
                mask: "emailPrivacyConfig.enableImprovedEmailPrivacy")
            try await auth.sendPasswordReset(withEmail: email)
            let known = MadeUp.email()
            try await auth.createUser(withEmail: known, password: Ways.password)
            try await auth.sendPasswordReset(withEmail: known)
            _ = try await mailbox.next(to: known)
            #expect(try mailbox.count(to: email) == 0)
            let invalid = await #expect(throws: NSError.self) { try await auth.sendPasswordReset(withEmail: "ana") }
            #expect(Self.code(invalid) == .invalidEmail)
        }
    }

    @Test("An address is verified by the code of its mail, for whoever shows it; the user knows after a reload")
    func verification() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let (auth, browser) = (try server.auth(), try server.auth())
            let email = MadeUp.email()
            let user = try await auth.createUser(withEmail: email, password: Ways.password).user
            let settings = ActionCodeSettings()
            settings.url = URL(string: "https://www.example.com/")
            try await user.sendEmailVerification(with: settings)
            let mail = try await mailbox.next(to: email)
            #expect(mail.field("continueUrl") == "https://www.example.com/")
            let info = try await browser.checkActionCode(mail.code)
            #expect(info.operation == .verifyEmail && info.email == email)
            let link = await #expect(throws: NSError.self) { try await browser.signIn(withEmail: email, link: mail.link) }
            #expect(Self.code(link) == .invalidActionCode && !browser.isSignIn(withEmailLink: mail.link))
            try await browser.applyActionCode(mail.code)
            #expect(!user.isEmailVerified)
            try await user.reload()
            #expect(user.isEmailVerified && auth.currentUser === user)
            let used = await #expect(throws: NSError.self) { try await browser.applyActionCode(mail.code) }
            #expect(Self.code(used) == .invalidActionCode)
            let unknown = await #expect(throws: NSError.self) { try await browser.applyActionCode("made up") }
            #expect(Self.code(unknown) == .invalidActionCode)

            let guest = try await browser.signInAnonymously().user
            let none = await #expect(throws: NSError.self) { try await guest.sendEmailVerification() }
            #expect(Self.code(none) == .missingEmail)
        }
    }

    @Test("A change of the address: the new one gets the mail and becomes the account's, and sessions end")
    func changeOfAddress() async throws {
        try await ServerProcess.mailing { server, mailbox in
            let (auth, browser) = (try server.auth(), try server.auth())
            let (old, new) = (MadeUp.email(), MadeUp.email())
            let user = try await auth.createUser(withEmail: old, password: Ways.password).user
            try await user.sendEmailVerification(beforeUpdatingEmail: new)
            let mail = try await mailbox.next(to: new)
            #expect(user.email == old)
            let info = try await browser.checkActionCode(mail.code)
            #expect(info.operation == .verifyAndChangeEmail && info.email == new && info.previousEmail == old)
            try await browser.applyActionCode(mail.code)
            let ended = await #expect(throws: NSError.self) { try await user.reload() }
            #expect(Self.code(ended) == .userTokenExpired && auth.currentUser == nil)
            let again = try await auth.signIn(withEmail: new, password: Ways.password).user
            #expect(again.uid == user.uid && again.isEmailVerified && again.email == new)

            // The previous owner of the address may revert the change.
            let notice = try await mailbox.next(to: old)
            let recovery = try await browser.checkActionCode(notice.code)
            #expect(recovery.operation == .recoverEmail && recovery.email == new && recovery.previousEmail == old)
            try await browser.applyActionCode(notice.code)
            // A mail says what that removed; it has no code.
            _ = try await mailbox.next(to: old)
            // The password may be known to whoever changed the address: a new one goes by mail.
            let gone = await #expect(throws: NSError.self) { try await browser.signIn(withEmail: old, password: Ways.password) }
            #expect(Self.code(gone) == .wrongPassword)
            try await browser.sendPasswordReset(withEmail: old)
            try await browser.confirmPasswordReset(withCode: try await mailbox.next(to: old).code, newPassword: "a new river")
            #expect(try await browser.signIn(withEmail: old, password: "a new river").user.uid == user.uid)
        }
    }

    @Test("A change of the address to somebody else's, or after a long time, is refused")
    func refusedChanges() async throws {
        try await ServerProcess.mailing { server, _ in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let taken = MadeUp.email()
            try await auth.createUser(withEmail: taken, password: Ways.password)
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            for (email, code) in [(taken, AuthErrorCode.emailAlreadyInUse), ("ana", .invalidEmail)] {
                let error = await #expect(throws: NSError.self) {
                    try await user.sendEmailVerification(beforeUpdatingEmail: email)
                }
                #expect(Self.code(error) == code, "\(email): \(String(describing: error))")
            }
            transport.reply(["accounts:sendOobCode": .refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")])
            let old = await #expect(throws: NSError.self) {
                try await user.sendEmailVerification(beforeUpdatingEmail: MadeUp.email())
            }
            #expect(Self.code(old) == .requiresRecentLogin && auth.currentUser === user)
        }
    }
}
