/// Facebook's login, provided by the app: its SDK on iOS, a fictional person in development.
@MainActor public final class FacebookAuthentication {
    private let login: @MainActor () async throws -> String
    private var accessToken: String?

    /// Creates a login.
    ///
    /// - Parameter login: Logs the person in and returns the access token. Throws `CancellationError` if the person cancels.
    public nonisolated init(login: @escaping @MainActor () async throws -> String) { self.login = login }

    /// Logs the person in with Facebook.
    func loginFacebook() async throws -> String {
        let token = try await login()
        accessToken = token
        return token
    }

    /// Returns the access token of the last login, for reauthentication.
    func getAccessToken() -> String? { accessToken }

    /// Forgets the login.
    func logout() { accessToken = nil }
}
