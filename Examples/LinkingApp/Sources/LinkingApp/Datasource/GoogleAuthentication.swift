/// Google's login, provided by the app: its SDK on iOS, a fictional person in development.
@MainActor public final class GoogleAuthentication {
    /// The tokens that Google returns to an app.
    public struct Tokens: Sendable {
        public let idToken: String
        public let accessToken: String

        public init(idToken: String, accessToken: String) {
            self.idToken = idToken
            self.accessToken = accessToken
        }
    }

    private let login: @MainActor () async throws -> Tokens
    private var tokens: Tokens?

    /// - Parameter login: Logs the person in and returns the tokens. Throws `CancellationError` if the person cancels.
    public nonisolated init(login: @escaping @MainActor () async throws -> Tokens) { self.login = login }

    /// Logs the person in with Google.
    func loginGoogle() async throws -> Tokens {
        let tokens = try await login()
        self.tokens = tokens
        return tokens
    }

    /// Returns the tokens of the last login, for reauthentication.
    func getTokens() -> Tokens? { tokens }

    /// Forgets the login.
    func logout() { tokens = nil }
}
