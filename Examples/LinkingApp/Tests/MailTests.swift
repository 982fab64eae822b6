import FirebaseAuth
import Foundation
import LinkingApp
import SDKSupport
import Testing

/// The scenarios of seed 004 in the app: signing in with the link or the digits of an email.
@MainActor @Suite struct MailTests {
    @Test("Request an email, open its link, and be the same person with the digits of the next email")
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

    @Test("On another device the app asks for the address; it reports mistakes, and the next attempt works")
    func otherDevice() async throws {
        try await Device.mailing { device, mailbox in
            let (app, email) = (device.viewModel, MadeUp.email())
            await app.sendSignInMail(to: "ana")
            #expect(app.messageError == "This is not an email address." && app.mailedTo == nil)
            try await device.auth.sendSignInLink(toEmail: email, actionCodeSettings: Self.settings)
            let link = try await mailbox.next(to: email).link
            await app.openMail(link)
            #expect(app.messageError == "Which address was the email sent to?")
            await app.openMail(link, email: MadeUp.email())
            #expect(app.messageError == "The link was sent to another address.")
            await app.openMail("12345", email: email)
            #expect(app.messageError?.hasPrefix("This link or code is wrong, expired or already used") == true)
            await app.openMail(link, email: email)
            #expect(app.user?.email == email && app.messageError == nil)
            await app.logout()
            await app.openMail(link, email: email)
            #expect(app.messageError?.hasPrefix("This link or code is wrong, expired or already used") == true && app.user == nil)
        }
    }

    @Test("A person who signed in with Facebook adds an address by email")
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

    @Test("A collision with an account that has no password is resolved by an email")
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
