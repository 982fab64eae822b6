import FirebaseAuth
import Foundation
import LinkingApp
import SDKSupport
import Testing

/// Seed 004 in the app: sign-in by a mail, with its link or its digits.
@MainActor @Suite struct MailTests {
    @Test("Ask, open the link, and be the same person by the digits of the next mail")
    func linkThenDigits() async throws {
        try await Device.mailing { device, mailbox in
            let (app, email) = (device.viewModel, MadeUp.email())
            await app.sendSignInMail(to: email)
            #expect(app.messageError == nil && app.mailedTo == email && app.user == nil)
            await app.openMail(try await mailbox.next(to: email).link)
            let id = try #require(app.user?.id, "\(app.messageError ?? "")")
            #expect(app.user?.email == email && app.linkedAccounts == [.emailAndPassword] && app.mailedTo == nil)
            await app.logout()

            await app.sendSignInMail(to: email)
            await app.openMail(try #require(try await mailbox.next(to: email).digits))
            #expect(app.user?.id == id)
        }
    }

    @Test("On another device the address is asked for; mistakes are told, and the next try works")
    func otherDevice() async throws {
        try await Device.mailing { device, mailbox in
            let (app, email) = (device.viewModel, MadeUp.email())
            await app.sendSignInMail(to: "ana")
            #expect(app.messageError == "This is not an email address." && app.mailedTo == nil)
            try await device.auth.sendSignInLink(toEmail: email, actionCodeSettings: Self.settings)
            let link = try await mailbox.next(to: email).link
            await app.openMail(link)
            #expect(app.messageError == "Which address was the mail sent to?")
            await app.openMail(link, email: MadeUp.email())
            #expect(app.messageError == "The link was mailed to another address.")
            await app.openMail("12345", email: email)
            #expect(app.messageError?.hasPrefix("This link or code does not work") == true)
            await app.openMail(link, email: email)
            #expect(app.user?.email == email && app.messageError == nil)
            await app.logout()
            await app.openMail(link, email: email)
            #expect(app.messageError?.hasPrefix("This link or code does not work") == true && app.user == nil)
        }
    }

    @Test("Whoever came by Facebook adds an address by its mail")
    func linking() async throws {
        try await Device.mailing { device, mailbox in
            let (app, email) = (device.viewModel, MadeUp.email())
            device.person = .somebody()
            await app.loginFacebook()
            let id = try #require(app.user?.id)
            await app.sendSignInMail(to: email)
            await app.openMail(try await mailbox.next(to: email).link)
            #expect(device.dismissAlert() && app.isAccountLinked, "\(app.messageError ?? "")")
            #expect(app.isFacebookLinked() && app.isEmailAndPasswordLinked() && app.user?.id == id)
            await app.logout()
            await app.sendSignInMail(to: email)
            await app.openMail(try await mailbox.next(to: email).link)
            #expect(app.user?.id == id)
        }
    }

    @Test("A collision with an account that has no password is recovered from by a mail")
    func collision() async throws {
        try await Device.mailing { device, mailbox in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            await app.sendSignInMail(to: ana.address)
            await app.openMail(try await mailbox.next(to: ana.address).link)
            let id = try #require(app.user?.id)
            await app.logout()
            device.person = ana
            await app.loginFacebook()
            #expect(app.user == nil && app.collision?.email == ana.address)
            await app.sendSignInMail(to: ana.address)
            #expect(app.collision != nil)
            await app.openMail(try #require(try await mailbox.next(to: ana.address).digits))
            #expect(device.dismissAlert() && app.isAccountLinked, "\(app.messageError ?? "")")
            #expect(app.user?.id == id && app.isFacebookLinked() && app.collision == nil)
        }
    }

    private static let settings: ActionCodeSettings = {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://www.example.com/")
        settings.handleCodeInApp = true
        return settings
    }()
}
