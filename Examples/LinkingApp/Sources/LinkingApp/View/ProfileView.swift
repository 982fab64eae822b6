#if canImport(SwiftUI)
    public import SwiftUI

    /// Links more sign-in methods to the account that is signed in. Those already linked are disabled.
    public struct ProfileView: View {
        let authenticationViewModel: AuthenticationViewModel
        @State private var expandVerificationWithEmailForm = false
        @State private var textFieldEmail = ""
        @State private var textFieldPassword = ""

        /// Creates the screen.
        ///
        /// - Parameter authenticationViewModel: The state to show and the operations to offer.
        public init(authenticationViewModel: AuthenticationViewModel) {
            self.authenticationViewModel = authenticationViewModel
        }

        /// The screen's content.
        public var body: some View {
            Form {
                Section("Link other accounts") {
                    Button {
                        expandVerificationWithEmailForm.toggle()
                    } label: {
                        Label("Link email", systemImage: "envelope.fill")
                    }
                    .disabled(authenticationViewModel.isEmailAndPasswordLinked())
                    if expandVerificationWithEmailForm, !authenticationViewModel.isEmailAndPasswordLinked() { emailForm }
                    Button {
                        Task { await authenticationViewModel.linkFacebook() }
                    } label: {
                        Label("Link Facebook", systemImage: "person.2.fill")
                    }
                    .disabled(authenticationViewModel.isFacebookLinked())
                    Button {
                        Task { await authenticationViewModel.linkGoogle() }
                    } label: {
                        Label("Link Google", systemImage: "globe")
                    }
                    .disabled(authenticationViewModel.isGoogleLinked())
                }
                if let awaitedCode = authenticationViewModel.awaitedCode {
                    CodeSection(authenticationViewModel: authenticationViewModel, awaitedCode: awaitedCode)
                } else {
                    PhoneSection(title: authenticationViewModel.isPhoneLinked() ? "Replace the phone number" : "Link a phone") {
                        await authenticationViewModel.sendPhoneCode(to: $0)
                    }
                    Section("Second factors") {
                        ForEach(authenticationViewModel.secondFactors) { factor in
                            Button("Remove \(factor.title)", role: .destructive) {
                                Task { await authenticationViewModel.remove(factor) }
                            }
                        }
                        Button("Add an authenticator app") { Task { await authenticationViewModel.addAuthenticator() } }
                    }
                    PhoneSection(title: "Add a phone as a second factor") { await authenticationViewModel.addPhoneFactor($0) }
                }
                Section("Unlink") {
                    ForEach(authenticationViewModel.linkedAccounts, id: \.self) { account in
                        Button("Unlink \(account.title)", role: .destructive) {
                            Task { await authenticationViewModel.unlink(account) }
                        }
                        .disabled(!authenticationViewModel.canUnlink(account))
                    }
                }
                if !authenticationViewModel.showAlert, let messageError = authenticationViewModel.messageError {
                    Text(messageError).bold().foregroundStyle(.red)
                }
                Section {
                    Button("Delete account", role: .destructive) { Task { await authenticationViewModel.deleteUser() } }
                }
            }
            .disabled(authenticationViewModel.isWorking)
            .task { authenticationViewModel.getCurrentProvider() }
        }

        @ViewBuilder private var emailForm: some View {
            Text("Link an email and a password to your account").foregroundStyle(.secondary)
            TextField("Your email", text: $textFieldEmail)
            SecureField("Your password", text: $textFieldPassword)
            Button("Link") {
                Task {
                    await authenticationViewModel.linkEmailAndPassword(email: textFieldEmail, password: textFieldPassword)
                }
            }
            .buttonStyle(.bordered)
        }
    }
#endif
