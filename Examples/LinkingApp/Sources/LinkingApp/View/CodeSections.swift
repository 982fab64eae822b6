#if canImport(SwiftUI)
    import SwiftUI

    /// Asks for a number, and has a code sent to it.
    struct PhoneSection: View {
        let title: String
        let send: (String) async -> Void
        @State private var textFieldNumber = ""

        var body: some View {
            Section(title) {
                TextField("Number, such as +34 600 000 000", text: $textFieldNumber)
                Button("Send a code") { Task { await send(textFieldNumber) } }
                    .disabled(textFieldNumber.isEmpty)
            }
        }
    }

    /// Asks for the code that is awaited.
    struct CodeSection: View {
        let authenticationViewModel: AuthenticationViewModel
        let awaitedCode: AwaitedCode
        @State private var textFieldCode = ""

        var body: some View {
            Section("Code") {
                if let number = awaitedCode.number {
                    Text("Enter the code that was sent to \(number).")
                } else if let new = awaitedCode.newAuthenticator {
                    Text("Type this key into your authenticator app, then enter the code that it shows: \(new.key)")
                } else {
                    Text("Enter the code that your authenticator app shows.")
                }
                if awaitedCode.takesRecoveryCode {
                    Text("Without it, enter one of your recovery codes.")
                }
                TextField("Code", text: $textFieldCode)
                Button("Continue") { Task { await authenticationViewModel.enterCode(textFieldCode) } }
                    .disabled(textFieldCode.isEmpty)
                Button("Cancel", role: .cancel) { authenticationViewModel.dismissCode() }
            }
        }
    }

    /// Lets the person choose the second factor that completes the sign-in.
    struct ChallengeSection: View {
        let authenticationViewModel: AuthenticationViewModel
        let challenge: SecondFactorChallenge

        var body: some View {
            Section("Second factor") {
                ForEach(challenge.factors) { factor in
                    Button(factor.isPhone ? "Send a code to \(factor.title)" : "Use \(factor.title)") {
                        Task { await authenticationViewModel.choose(factor) }
                    }
                }
                Button("Cancel", role: .cancel) { authenticationViewModel.dismissChallenge() }
            }
        }
    }
#endif
