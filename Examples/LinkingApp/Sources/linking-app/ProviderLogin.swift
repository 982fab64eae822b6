import LinkingApp

/// Replaces Facebook's and Google's login pages, which a terminal does not have.
@MainActor final class ProviderLogin {
    /// The email and the name given with the command.
    var arguments: [String] = []
    /// The email to use if the person enters none.
    var email: String?

    private let console: Console
    private let isDevelopment: Bool
    private var hasExplained = false

    init(console: Console, isDevelopment: Bool) {
        self.console = console
        self.isDevelopment = isDevelopment
    }

    func facebook() throws -> String {
        guard isDevelopment else { return try token("Facebook access token") }
        return try person(at: .facebook).facebookAccessToken
    }

    func google() throws -> GoogleAuthentication.Tokens {
        guard isDevelopment else {
            return GoogleAuthentication.Tokens(idToken: try token("Google ID token"), accessToken: "")
        }
        return try person(at: .google).googleTokens
    }

    private func person(at provider: LinkedAccounts) throws -> DevelopmentIdentity {
        defer { arguments = [] }
        explain()
        guard arguments.isEmpty else { return identity(email: arguments[0], name: arguments.count > 1 ? arguments[1] : "") }
        console.write("\(provider.title) asks who you are.")
        let proposal = email.map { " (empty for \($0))" } ?? (provider == .facebook ? " (may be empty)" : "")
        guard let answer = console.ask("Email at \(provider.title)\(proposal): ") else { throw CancellationError() }
        let address = answer.isEmpty ? email ?? "" : answer
        guard let name = console.ask("Name: "), !(name.isEmpty && address.isEmpty) else { throw CancellationError() }
        return identity(email: address, name: name)
    }

    private func identity(email: String, name: String) -> DevelopmentIdentity {
        DevelopmentIdentity(
            name: name.isEmpty ? String(email.prefix { $0 != "@" }) : name, email: email.isEmpty ? nil : email)
    }

    private func token(_ title: String) throws -> String {
        console.write("Get a token from the provider, for example from the app on a device, and paste it.")
        guard let token = console.askSecretly("\(title): "), !token.isEmpty else { throw CancellationError() }
        return token
    }

    private func explain() {
        guard !hasExplained else { return }
        hasExplained = true
        console.write(
            """
            A terminal cannot show the login pages of Facebook or Google. A development server does not need them: it
            accepts unsigned JSON from any person, so make one up. Google verifies email addresses, Facebook does not.
            A production server accepts signed tokens only.
            """)
    }
}
