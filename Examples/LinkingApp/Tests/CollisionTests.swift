import FirebaseAuth
import LinkingApp
import Testing

/// The scenarios of seed 002: a sign-in that collides with an account that has the same email, and how to recover.
@MainActor @Suite struct CollisionTests {
    @Test("Facebook collides with a password account: sign in by password, and Facebook is linked")
    func byPassword() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            await app.createNewUser(email: ana.address, password: "correct horse")
            let id = app.user?.id
            await app.logout()

            device.person = ana
            await app.loginFacebook()
            #expect(app.user == nil)
            let collision = try #require(app.collision)
            #expect(collision.email == ana.email && collision.tried == .facebook)
            #expect(collision.otherWays == [.emailAndPassword, .google])
            #expect(app.messageError?.contains("Facebook is not linked to it yet") == true)

            await app.recoverFromCollision(password: "wrong horse")
            #expect(app.user == nil && app.messageError == "The email address or the password is wrong.")
            #expect(app.collision != nil, "one may try again")
            #expect(!app.showAlert)

            await app.recoverFromCollision(password: "correct horse")
            #expect(app.user?.id == id && app.collision == nil)
            #expect(device.dismissAlert() && app.isAccountLinked, "\(app.messageError ?? "")")
            #expect(app.isFacebookLinked() && app.isEmailAndPasswordLinked())
            await app.logout()
            await app.loginFacebook()
            #expect(app.user?.id == id)
        }
    }

    @Test("Facebook collides with a Google account")
    func byGoogle() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            device.person = ana
            await app.loginGoogle()
            let id = app.user?.id
            await app.logout()
            await app.loginFacebook()
            #expect(app.collision?.tried == .facebook)
            await app.recoverFromCollisionWithGoogle()
            #expect(app.user?.id == id && app.isAccountLinked && app.linkedAccounts.contains(.facebook))
        }
    }

    @Test("A sign-up collides with a Facebook account: sign in there, and the password is linked")
    func byFacebook() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            device.person = ana
            await app.loginFacebook()
            let id = app.user?.id
            await app.logout()
            await app.createNewUser(email: ana.address, password: "correct horse")
            #expect(app.collision?.tried == .emailAndPassword)
            #expect(app.collision?.otherWays == [.facebook, .google])
            await app.recoverFromCollisionWithFacebook()
            #expect(app.user?.id == id && app.isAccountLinked && app.isEmailAndPasswordLinked())
            await app.logout()
            await app.login(email: ana.address, password: "correct horse")
            #expect(app.user?.id == id)
        }
    }

    @Test("Nothing is linked when the person signs in to another account")
    func anotherAccount() async throws {
        try await Device.with { device in
            let (app, ana, bea) = (device.viewModel, DevelopmentIdentity.somebody(), DevelopmentIdentity.somebody("Bea"))
            await app.createNewUser(email: ana.address, password: "correct horse")
            await app.logout()
            device.person = ana
            await app.loginFacebook()
            device.person = bea
            await app.recoverFromCollisionWithGoogle()
            #expect(app.user?.email == bea.email && app.linkedAccounts == [.google])
            #expect(device.dismissAlert() && !app.isAccountLinked)
            #expect(app.messageError?.contains("This is not the account with the email \(ana.address)") == true)
        }
    }

    @Test("A collision is discarded when the person does something else")
    func forgotten() async throws {
        try await Device.with { device in
            let (app, ana) = (device.viewModel, DevelopmentIdentity.somebody())
            await app.createNewUser(email: ana.address, password: "correct horse")
            await app.logout()
            device.person = ana
            await app.loginFacebook()
            app.dismissCollision()
            #expect(app.collision == nil)
            await app.recoverFromCollision(password: "correct horse")
            #expect(app.user == nil, "there is nothing to recover from")
            await app.loginFacebook()
            #expect(app.collision != nil)
            await app.login(email: ana.address, password: "correct horse")
            #expect(app.collision == nil && app.linkedAccounts == [.emailAndPassword])
        }
    }
}
