import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    /// The app of seed 000 below its views.
    @MainActor private struct App {
        let facebook = Seed000.FacebookAuthentication()
        let repository: Seed000.AuthenticationRepository
        let viewModel: Seed000.AuthenticationViewModel

        init() {
            repository = Seed000.AuthenticationRepository(
                authenticationFirebaseDatasource: Seed000.AuthenticationFirebaseDatasource(facebookAuthentication: facebook))
            viewModel = Seed000.AuthenticationViewModel(authenticationRepository: repository)
        }

        /// The result shown to the person: whether an account was linked.
        func alert(after action: () -> Void) async throws -> Bool {
            viewModel.showAlert = false
            action()
            try await until { viewModel.showAlert }
            return viewModel.isAccountLinked
        }
    }

    @Test("000: an account with a password gets Facebook")
    func passwordThenFacebook() async throws {
        try await Self.run { _ in
            let app = App()
            let email = MadeUp.email()
            let token = Self.facebook("f-1", email)
            let uid = try await Auth.auth().createUser(withEmail: email, password: Self.password).user.uid

            // Line 16: who comes by Facebook with the same address is told to come as before.
            app.viewModel.logout()
            #expect(Auth.auth().currentUser == nil && app.viewModel.messageError == nil)
            let error = await #expect(throws: NSError.self) {
                try await Auth.auth().signIn(with: FacebookAuthProvider.credential(withAccessToken: token))
            }
            #expect(
                error?.localizedDescription
                    == "An account already exists with the same email address but different sign-in credentials. "
                    + "Sign in using a provider associated with this email address.")

            try await Auth.auth().signIn(withEmail: email, password: Self.password)
            app.viewModel.getCurrentProvider()
            #expect(app.viewModel.linkedAccounts == [.emailAndPassword])
            #expect(app.viewModel.isEmailAndPasswordLinked() && !app.viewModel.isFacebookLinked())

            #expect(try await !app.alert { app.viewModel.linkFacebook() }, "nobody went through Facebook's page")
            app.facebook.login = .success(token)
            #expect(try await app.alert { app.viewModel.linkFacebook() })
            #expect(app.viewModel.isEmailAndPasswordLinked() && app.viewModel.isFacebookLinked())
            #expect(try await !app.alert { app.viewModel.linkFacebook() }, "a second Facebook is refused")

            app.viewModel.logout()
            try await Auth.auth().signIn(with: FacebookAuthProvider.credential(withAccessToken: token))
            #expect(Auth.auth().currentUser?.uid == uid)
            #expect(Auth.auth().currentUser?.email == email)
        }
    }

    @Test("000: an account of Facebook's gets a password")
    func facebookThenPassword() async throws {
        try await Self.run { _ in
            let app = App()
            let email = MadeUp.email()
            let token = Self.facebook("f-2", email)
            app.facebook.login = .success(token)
            app.facebook.loginFacebook { _ in }
            let credential = FacebookAuthProvider.credential(withAccessToken: token)
            let uid = try await Auth.auth().signIn(with: credential).user.uid
            app.viewModel.getCurrentProvider()
            #expect(app.viewModel.linkedAccounts == [.facebook])

            // Line 349: a new account with the same address.
            app.viewModel.logout()
            let error = await #expect(throws: NSError.self) {
                try await Auth.auth().createUser(withEmail: email, password: Self.password)
            }
            #expect(error?.localizedDescription == "The email address is already in use by another account.")

            try await Auth.auth().signIn(with: credential)
            #expect(
                try await app.alert { app.viewModel.linkEmailAndPassword(email: email, password: Self.password) })
            #expect(app.viewModel.isEmailAndPasswordLinked() && app.viewModel.isFacebookLinked())

            app.viewModel.logout()
            #expect(try await Auth.auth().signIn(withEmail: email, password: Self.password).user.uid == uid)
        }
    }

    @Test("000: what the app cannot prove again, it does not link")
    func nothingToReauthenticateWith() async throws {
        try await Self.run { _ in
            let app = App()
            #expect(app.repository.getCurrentProvider() == [])
            try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password)
            #expect(
                try await !app.alert { app.viewModel.linkEmailAndPassword(email: MadeUp.email(), password: Self.password) })
            // Somebody else's Facebook does not reauthenticate.
            try await Auth.auth().signIn(with: FacebookAuthProvider.credential(withAccessToken: MadeUp.idToken("f-3")))
            app.facebook.login = .success(MadeUp.idToken("f-4"))
            app.facebook.loginFacebook { _ in }
            #expect(
                try await !app.alert { app.viewModel.linkEmailAndPassword(email: MadeUp.email(), password: Self.password) })
            #expect(Self.providers == ["facebook.com"])
        }
    }

    @Test("000: the first version of the view model links too")
    func beforeTheAlert() async throws {
        try await Self.run { _ in
            let app = App()
            try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password)
            app.facebook.login = .success(MadeUp.idToken("f-5"))
            Seed000.EarlierViewModel(authenticationRepository: app.repository).linkFacebook()
            try await Self.until { Self.providers == ["facebook.com", "password"] }
        }
    }
}
