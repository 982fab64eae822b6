/// Google's login, provided by the app: its SDK on iOS, a fictional person in development.
@MainActor public final class GoogleAuthentication {
    /// The tokens that Google returns to an app.
    public struct Tokens: Sendable {
        /// The ID token, which names the person.
        public let idToken: String
        /// The access token for Google's APIs; empty if there is none.
        public let accessToken: String

        /// Creates a value with the given tokens.
        ///
        /// - Parameters:
        ///   - idToken: The ID token.
        ///   - accessToken: The access token; empty if there is none.
        public init(idToken: String, accessToken: String) {
            self.idToken = idToken
            self.accessToken = accessToken
        }
    }

    private let login: @MainActor () async throws -> Tokens
    private var tokens: Tokens?

    /// Creates a login.
    ///
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
