import ChildProcesses
import FirebaseAuth
import LinkingApp
import SDKSupport
import Testing

/// Phone numbers and second factors, with the view model and a server.
@MainActor @Suite struct PhoneTests {
    private static let first = "+34600000501"

    @Test("A number signs in, is replaced, and joins an account")
    func number() async throws {
        try await ServerProcess.with { server in
            let device = Device(try server.app())
            let viewModel = device.viewModel
            await viewModel.sendPhoneCode(to: "+34 (600) 000-501")
            #expect(viewModel.awaitedCode?.number == Self.first, "\(viewModel.messageError ?? "")")
            await viewModel.enterCode("wrong")
            #expect(viewModel.messageError == "This code is wrong." && viewModel.user == nil)
            await viewModel.enterCode(try #require(server.textedCode(to: Self.first)))
            #expect(viewModel.user?.phoneNumber == Self.first && viewModel.linkedAccounts == [.phone])
            #expect(viewModel.user?.title == Self.first && viewModel.awaitedCode == nil)
            #expect(!viewModel.canUnlink(.phone))
            let second = "+34600000502"
            await viewModel.sendPhoneCode(to: second)
            await viewModel.enterCode(try #require(server.textedCode(to: second)))
            #expect(viewModel.user?.phoneNumber == second && device.dismissAlert() && viewModel.isAccountLinked)
            await viewModel.logout()

            await viewModel.createNewUser(email: MadeUp.email(), password: "correct horse")
            await viewModel.sendPhoneCode(to: second)
            await viewModel.enterCode(try #require(server.textedCode(to: second)))
            #expect(viewModel.messageError == "This sign-in already belongs to another account.")
            await viewModel.sendPhoneCode(to: Self.first)
            await viewModel.enterCode(try #require(server.textedCode(to: Self.first)))
            #expect(viewModel.linkedAccounts.contains(.phone) && viewModel.isPhoneLinked())
            await viewModel.unlink(.phone)
            #expect(!viewModel.isPhoneLinked() && viewModel.error == nil)
            await viewModel.sendPhoneCode(to: "5")
            #expect(viewModel.messageError?.hasPrefix("This is not a phone number.") == true && viewModel.awaitedCode == nil)
        }
    }

    @Test("Factors are added, asked for, and removed; a recovery from a collision goes on after them")
    func factors() async throws {
        try await ServerProcess.with { server in
            let device = Device(try server.app())
            let viewModel = device.viewModel
            let email = MadeUp.email()
            await viewModel.createNewUser(email: email, password: "correct horse")
            await viewModel.addPhoneFactor(Self.first)
            #expect(viewModel.messageError?.hasPrefix("Confirm your email address first") == true)
            try await server.administer("accounts:update", try #require(viewModel.user?.id), "\"emailVerified\":true")
            await viewModel.addPhoneFactor(Self.first)
            await viewModel.enterCode(try #require(server.textedCode(to: Self.first)))
            #expect(viewModel.secondFactors.map(\.title) == [Self.first], "\(viewModel.messageError ?? "")")
            await viewModel.addAuthenticator()
            #expect(viewModel.awaitedCode?.takesRecoveryCode == false)
            let key = try #require(viewModel.awaitedCode?.newAuthenticator?.key)
            await viewModel.enterCode(OneTimePassword.code(key))
            #expect(viewModel.secondFactors.map(\.title) == [Self.first, "Authenticator app"], "\(viewModel.messageError ?? "")")
            await viewModel.logout()

            // Facebook does not vouch for addresses: the account's own way in comes first, and then its second factor.
            device.person = DevelopmentIdentity(name: "Ana", email: email)
            await viewModel.loginFacebook()
            await viewModel.recoverFromCollision(password: "correct horse")
            #expect(viewModel.user == nil && viewModel.collision != nil && viewModel.challenge?.factors.count == 2)
            let phone = try #require(viewModel.challenge?.factors.first { $0.isPhone })
            await viewModel.choose(phone)
            await viewModel.enterCode("000000")
            #expect(viewModel.user == nil && viewModel.messageError == "This code is wrong.")
            await viewModel.enterCode(try #require(server.textedCode(to: Self.first)))
            #expect(viewModel.user?.email == email && viewModel.challenge == nil && viewModel.collision == nil)
            #expect(device.dismissAlert() && viewModel.isAccountLinked && viewModel.isFacebookLinked())
            await viewModel.logout()

            await viewModel.login(email: email, password: "correct horse")
            let app = try #require(viewModel.challenge?.factors.first { !$0.isPhone })
            await viewModel.choose(app)
            #expect(viewModel.awaitedCode?.takesRecoveryCode == true)
            await viewModel.enterCode(OneTimePassword.code(key, ahead: 1))
            #expect(viewModel.user?.email == email, "\(viewModel.messageError ?? "")")
            for factor in viewModel.secondFactors { await viewModel.remove(factor) }
            #expect(viewModel.secondFactors.isEmpty && viewModel.error == nil, "\(viewModel.messageError ?? "")")
            await viewModel.logout()
            await viewModel.login(email: email, password: "correct horse")
            #expect(viewModel.user?.email == email && viewModel.challenge == nil)
        }
    }
}
