/// Facebook's login, which the app brings: its SDK on iOS, a made-up person in development.
@MainActor public final class FacebookAuthentication {
    private let login: @MainActor () async throws -> String
    private var accessToken: String?

    /// - Parameter login: Has the person log in and gives the access token. It throws `CancellationError` if they do not want to.
    public nonisolated init(login: @escaping @MainActor () async throws -> String) { self.login = login }

    /// Has the person log in with Facebook.
    func loginFacebook() async throws -> String {
        let token = try await login()
        accessToken = token
        return token
    }

    /// The access token of the last login, with which the person can prove again who they are.
    func getAccessToken() -> String? { accessToken }

    /// Forgets the login.
    func logout() { accessToken = nil }
}
