/// The app's authentication operations, independent of where the data is kept: the layer to change when another source is
/// added.
public final class AuthenticationRepository: Sendable {
    let authenticationFirebaseDatasource: AuthenticationFirebaseDatasource

    /// Creates a repository.
    ///
    /// - Parameter authenticationFirebaseDatasource: The source of the data.
    public init(authenticationFirebaseDatasource: AuthenticationFirebaseDatasource) {
        self.authenticationFirebaseDatasource = authenticationFirebaseDatasource
    }

    func getCurrentUser() throws(AuthenticationError) -> User? { try authenticationFirebaseDatasource.getCurrentUser() }

    func getCurrentProvider() -> [LinkedAccounts] { authenticationFirebaseDatasource.currentProvider() }

    func reload() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.reload() }

    func createNewUser(email: String, password: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.createNewUser(email: email, password: password)
    }

    func login(email: String, password: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.login(email: email, password: password)
    }

    func sendSignInMail(to email: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.sendSignInMail(to: email)
    }

    func login(email: String, mailed: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.login(email: email, mailed: mailed)
    }

    func linkEmail(email: String, mailed: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.linkEmail(email: email, mailed: mailed)
    }

    func loginFacebook() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.loginFacebook() }

    func loginGoogle() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.loginGoogle() }

    func logout() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.logout() }

    func deleteUser() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.deleteUser() }

    func linkFacebook() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.linkFacebook() }

    func linkGoogle() async throws(AuthenticationError) { try await authenticationFirebaseDatasource.linkGoogle() }

    func linkEmailAndPassword(email: String, password: String) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.linkEmailAndPassword(email: email, password: password)
    }

    func link(_ collision: Collision) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.link(collision)
    }

    func unlink(_ account: LinkedAccounts) async throws(AuthenticationError) {
        try await authenticationFirebaseDatasource.unlink(account)
    }
}
