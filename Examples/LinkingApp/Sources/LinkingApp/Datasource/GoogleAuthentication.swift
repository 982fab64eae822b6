/// Google's login, which the app brings: its SDK on iOS, a made-up person in development.
@MainActor public final class GoogleAuthentication {
    /// What Google gives an app.
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

    /// - Parameter login: Has the person log in and gives the tokens. It throws `CancellationError` if they do not want to.
    public nonisolated init(login: @escaping @MainActor () async throws -> Tokens) { self.login = login }

    /// Has the person log in with Google.
    func loginGoogle() async throws -> Tokens {
        let tokens = try await login()
        self.tokens = tokens
        return tokens
    }

    /// The tokens of the last login, with which the person can prove again who they are.
    func getTokens() -> Tokens? { tokens }

    /// Forgets the login.
    func logout() { tokens = nil }
}
