#if canImport(SwiftUI)
    import Foundation
    public import SwiftUI

    /// The screen for people who are not signed in.
    public struct LoginView: View {
        let authenticationViewModel: AuthenticationViewModel
        @State private var textFieldEmail = ""
        @State private var textFieldPassword = ""
        @State private var textFieldMailed = ""

        /// Creates the screen.
        ///
        /// - Parameter authenticationViewModel: The state to show and the operations to offer.
        public init(authenticationViewModel: AuthenticationViewModel) {
            self.authenticationViewModel = authenticationViewModel
        }

        /// The screen's content.
        public var body: some View {
            Form {
                if let collision = authenticationViewModel.collision {
                    CollisionSection(authenticationViewModel: authenticationViewModel, collision: collision)
                } else if let messageError = authenticationViewModel.messageError {
                    Text(messageError).bold().foregroundStyle(.red)
                }
                if let awaitedCode = authenticationViewModel.awaitedCode {
                    CodeSection(authenticationViewModel: authenticationViewModel, awaitedCode: awaitedCode)
                } else if let challenge = authenticationViewModel.challenge {
                    ChallengeSection(authenticationViewModel: authenticationViewModel, challenge: challenge)
                }
                Section("Email and password") {
                    TextField("Email", text: $textFieldEmail)
                    SecureField("Password", text: $textFieldPassword)
                    Button("Login") {
                        Task { await authenticationViewModel.login(email: textFieldEmail, password: textFieldPassword) }
                    }
                    Button("Sign up") {
                        Task { await authenticationViewModel.createNewUser(email: textFieldEmail, password: textFieldPassword) }
                    }
                }
                Section("Without a password") {
                    Button("Email me a link") {
                        Task { await authenticationViewModel.sendSignInMail(to: textFieldEmail) }
                    }
                    .disabled(textFieldEmail.isEmpty)
                    if let mailedTo = authenticationViewModel.mailedTo {
                        Text("Open the link that was sent to \(mailedTo) on this device, or enter the code from the same email.")
                        TextField("Link or code", text: $textFieldMailed)
                        Button("Login") { Task { await authenticationViewModel.openMail(textFieldMailed) } }
                    }
                }
                PhoneSection(title: "Phone") { await authenticationViewModel.sendPhoneCode(to: $0) }
                Section("Or") {
                    Button("Login with Facebook") { Task { await authenticationViewModel.loginFacebook() } }
                    Button("Login with Google") { Task { await authenticationViewModel.loginGoogle() } }
                }
            }
            .disabled(authenticationViewModel.isWorking)
            .onOpenURL { link in Task { await authenticationViewModel.openMail(link.absoluteString) } }
        }
    }

    /// Recovers from a collision: the person signs in to the existing account, and the sign-in method that was tried is linked to it.
    private struct CollisionSection: View {
        let authenticationViewModel: AuthenticationViewModel
        let collision: Collision
        @State private var textFieldPassword = ""

        var body: some View {
            Section {
                if collision.otherWays.contains(.emailAndPassword) {
                    SecureField("Password of \(collision.email)", text: $textFieldPassword)
                    Button("Login and link") {
                        Task { await authenticationViewModel.recoverFromCollision(password: textFieldPassword) }
                    }
                }
                if collision.otherWays.contains(.facebook) {
                    Button("Login with Facebook and link") {
                        Task { await authenticationViewModel.recoverFromCollisionWithFacebook() }
                    }
                }
                if collision.otherWays.contains(.google) {
                    Button("Login with Google and link") {
                        Task { await authenticationViewModel.recoverFromCollisionWithGoogle() }
                    }
                }
                Button("Cancel", role: .cancel) { authenticationViewModel.dismissCollision() }
            } header: {
                Text("You already have an account")
            } footer: {
                // After a wrong password, the error message says so.
                Text(authenticationViewModel.messageError ?? AuthenticationError.collision(collision).errorDescription ?? "")
            }
        }
    }
#endif
