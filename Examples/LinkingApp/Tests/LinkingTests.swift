import FirebaseAuth
import LinkingApp
import Testing

/// The scenarios of seed 000: both directions of linking, including what the person sees.
@MainActor @Suite struct LinkingTests {
    @Test("A password first, then Facebook: one account for both")
    func facebookToAPassword() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            #expect(app.user == nil && app.linkedAccounts.isEmpty && app.messageError == nil)
            await app.createNewUser(email: ana.address, password: "correct horse")
            let id = try #require(app.user?.id, "\(app.messageError ?? "")")
            #expect(app.user?.email == ana.email)
            #expect(app.isEmailAndPasswordLinked() && !app.isFacebookLinked())
            #expect(!app.showAlert, "signing in is no linking")

            device.person = ana
            await app.linkFacebook()
            #expect(device.dismissAlert() && app.isAccountLinked && app.messageError == nil)
            #expect(app.isEmailAndPasswordLinked() && app.isFacebookLinked())
            #expect(!app.isWorking)

            await app.logout()
            #expect(app.user == nil && app.linkedAccounts.isEmpty)
            await app.loginFacebook()
            #expect(app.user?.id == id)
            await app.logout()
            await app.login(email: ana.address, password: "correct horse")
            #expect(app.user?.id == id)
        }
    }

    @Test("Facebook first, then a password, after a reauthentication that does not show the login page again")
    func aPasswordToFacebook() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            device.person = ana
            await app.loginFacebook()
            let id = try #require(app.user?.id)
            #expect(app.linkedAccounts == [.facebook])

            // As in the seed: the same address cannot be registered again.
            await app.logout()
            await app.createNewUser(email: ana.address, password: "correct horse")
            #expect(
                app.user == nil && app.messageError?.hasPrefix("The email address \(ana.address) is already in use by") == true)

            await app.loginFacebook()
            let logins = device.logins
            await app.linkEmailAndPassword(email: ana.address, password: "correct horse")
            #expect(device.dismissAlert() && app.isAccountLinked, "\(app.messageError ?? "")")
            #expect(app.isEmailAndPasswordLinked() && app.isFacebookLinked())
            #expect(device.logins == logins)
            await app.logout()
            await app.login(email: ana.address, password: "correct horse")
            #expect(app.user?.id == id)
        }
    }

    @Test("A password to Google, and Google's own reauthentication")
    func aPasswordToGoogle() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            device.person = ana
            await app.loginGoogle()
            await app.linkEmailAndPassword(email: ana.address, password: "correct horse")
            #expect(app.isAccountLinked && app.isGoogleLinked() && app.isEmailAndPasswordLinked())
        }
    }

    @Test("Reauthentication requires the same person, and shows the login page if there is no token")
    func reauthentication() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            device.person = ana
            await app.loginFacebook()
            // The app was restarted: it has a session, but no Facebook token.
            let restarted = Device(try #require(device.auth.app))
            restarted.person = .somebody("Eve")
            await restarted.viewModel.linkEmailAndPassword(email: ana.address, password: "correct horse")
            #expect(restarted.logins == 1 && restarted.dismissAlert() && !restarted.viewModel.isAccountLinked)
            #expect(restarted.viewModel.messageError == "This is not the person who is signed in.")
            #expect(restarted.viewModel.user?.email == ana.email, "nobody else is signed in by it")
            restarted.person = ana
            await restarted.viewModel.linkEmailAndPassword(email: ana.address, password: "correct horse")
            #expect(restarted.logins == 2 && restarted.viewModel.isAccountLinked)
        }
    }

    @Test("A rejected link shows the reason in an alert, and changes nothing")
    func refused() async throws {
        try await Device.with { device in
            let (app, ana, bea) = (device.viewModel, DevelopmentIdentity.somebody(), DevelopmentIdentity.somebody("Bea"))
            device.person = bea
            await app.loginFacebook()
            await app.logout()
            await app.createNewUser(email: ana.address, password: "correct horse")
            await app.linkFacebook()
            #expect(device.dismissAlert() && !app.isAccountLinked && !app.isFacebookLinked())
            #expect(app.messageError == "This sign-in already belongs to another account.")
            await app.linkGoogle()
            #expect(device.dismissAlert() && !app.isAccountLinked)
            #expect(app.messageError == "Another account already has this email address.")
            #expect(app.collision == nil, "there is nothing to recover from: Bea is somebody else")
            await app.linkEmailAndPassword(email: ana.address, password: "another one")
            #expect(device.dismissAlert() && app.messageError == "The account already has this sign-in method.")
            #expect(app.linkedAccounts == [.emailAndPassword])

            device.person = nil
            await app.linkFacebook()
            #expect(!device.dismissAlert(), "a person who cancels needs no alert")
            #expect(app.user?.email == ana.email)
        }
    }

    @Test("Unlinking, and never the last sign-in method")
    func unlinking() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            await app.createNewUser(email: ana.address, password: "correct horse")
            let id = app.user?.id
            #expect(!app.canUnlink(.emailAndPassword))
            await app.unlink(.emailAndPassword)
            #expect(app.messageError == "Email and password is the only sign-in method. Link another one first.")
            await app.unlink(.facebook)
            #expect(app.messageError == "Facebook is not linked.")

            device.person = ana
            await app.linkFacebook()
            _ = device.dismissAlert()
            #expect(app.canUnlink(.emailAndPassword) && app.canUnlink(.facebook) && !app.canUnlink(.google))
            await app.unlink(.emailAndPassword)
            #expect(app.linkedAccounts == [.facebook] && app.messageError == nil && !app.showAlert)
            await app.logout()
            await app.login(email: ana.address, password: "correct horse")
            #expect(app.user == nil && app.messageError == "The email address or the password is wrong.")
            await app.loginFacebook()
            #expect(app.user?.id == id)
        }
    }
}
