public import FirebaseAuth
public import Observation

/// What the views show of who is signed in, and what people can do about it.
///
/// No method throws: what went wrong is in ``error``, and in words in ``messageError``.
@Observable @MainActor public final class AuthenticationViewModel {
    /// Who is signed in; nil if nobody is.
    public private(set) var user: User?
    /// The ways in that the account has.
    public private(set) var linkedAccounts: [LinkedAccounts] = []
    /// Whether to tell the person what came of linking, in an alert.
    public var showAlert = false
    /// What the alert tells: whether it worked.
    public private(set) var isAccountLinked = false
    /// The collision to recover from, if the last sign-in met one.
    public private(set) var collision: Collision?
    /// Where the last mail to sign in with went, until it is used.
    public private(set) var mailedTo: String?
    /// What went wrong the last time; nil if all went well.
    public private(set) var error: AuthenticationError?
    /// Whether something is under way, so that buttons can be disabled.
    public private(set) var isWorking = false

    private let authenticationRepository: AuthenticationRepository

    public init(authenticationRepository: AuthenticationRepository) {
        self.authenticationRepository = authenticationRepository
        getCurrentUser()
    }

    /// - Parameters:
    ///   - auth: Whose people they are: the default app's unless another one is named.
    ///   - facebookAuthentication: How the app asks Facebook.
    ///   - googleAuthentication: How the app asks Google.
    public convenience init(
        auth: Auth = .auth(), facebookAuthentication: FacebookAuthentication, googleAuthentication: GoogleAuthentication
    ) {
        self.init(
            authenticationRepository: AuthenticationRepository(
                authenticationFirebaseDatasource: AuthenticationFirebaseDatasource(
                    auth: auth, facebookAuthentication: facebookAuthentication, googleAuthentication: googleAuthentication)))
    }

    /// ``error`` in words for people.
    public var messageError: String? { error?.errorDescription }

    // MARK: Who is signed in

    /// Finds out who is signed in, from what this device keeps.
    public func getCurrentUser() {
        do throws(AuthenticationError) {
            user = try authenticationRepository.getCurrentUser()
        } catch {
            user = nil
            self.error = error
        }
        getCurrentProvider()
    }

    /// Finds out which ways in the account has.
    public func getCurrentProvider() { linkedAccounts = authenticationRepository.getCurrentProvider() }

    /// Asks the server what has become of the account since.
    public func reload() async { await perform { try await authenticationRepository.reload() } }

    public func isEmailAndPasswordLinked() -> Bool { isLinked(.emailAndPassword) }
    public func isFacebookLinked() -> Bool { isLinked(.facebook) }
    public func isGoogleLinked() -> Bool { isLinked(.google) }
    public func isLinked(_ account: LinkedAccounts) -> Bool { linkedAccounts.contains(account) }

    /// Whether a way in can be given up: the last one cannot, or nobody could come back.
    public func canUnlink(_ account: LinkedAccounts) -> Bool {
        account != .unknown && isLinked(account) && linkedAccounts.count > 1
    }

    // MARK: Signing in and out

    public func createNewUser(email: String, password: String) async {
        await signIn {
            try await authenticationRepository.createNewUser(email: email, password: password)
        }
    }

    public func login(email: String, password: String) async {
        await signIn {
            try await authenticationRepository.login(email: email, password: password)
        }
    }

    /// Has a mail sent with a link and a code to sign in with, or to link the address to the account of who is signed in.
    public func sendSignInMail(to email: String) async {
        await perform {
            try await authenticationRepository.sendSignInMail(to: email)
            mailedTo = email
        }
    }

    /// Signs in with what the mail brought; whoever is signed in already gets the address linked. After a collision with that
    /// address, what the person had tried is linked.
    ///
    /// - Parameters:
    ///   - mailed: The link as the app received it, or the six digits.
    ///   - email: Where the mail went, if it was not asked for on this device.
    public func openMail(_ mailed: String, email: String? = nil) async {
        guard let email = email ?? mailedTo else {
            error = .refused("Which address was the mail sent to?")
            return
        }
        if user == nil, let collision, collision.email.lowercased() == email.lowercased() {
            await recover(from: collision) { try await authenticationRepository.login(email: email, mailed: mailed) }
        } else if user == nil {
            await signIn { try await authenticationRepository.login(email: email, mailed: mailed) }
        } else {
            await link { try await authenticationRepository.linkEmail(email: email, mailed: mailed) }
        }
        if error == nil { mailedTo = nil }
    }

    public func loginFacebook() async {
        await signIn { try await authenticationRepository.loginFacebook() }
    }

    public func loginGoogle() async {
        await signIn { try await authenticationRepository.loginGoogle() }
    }

    public func logout() async {
        await perform { try await authenticationRepository.logout() }
    }

    public func deleteUser() async {
        await perform { try await authenticationRepository.deleteUser() }
    }

    // MARK: Recovering from a collision

    /// Signs in with the password of the account that the collision met, then links what the person had tried.
    public func recoverFromCollision(password: String) async {
        guard let collision else { return }
        await recover(from: collision) {
            try await authenticationRepository.login(email: collision.email, password: password)
        }
    }

    /// The same where the account has Facebook.
    public func recoverFromCollisionWithFacebook() async {
        guard let collision else { return }
        await recover(from: collision) { try await authenticationRepository.loginFacebook() }
    }

    /// The same where the account has Google.
    public func recoverFromCollisionWithGoogle() async {
        guard let collision else { return }
        await recover(from: collision) { try await authenticationRepository.loginGoogle() }
    }

    /// Forgets the collision.
    public func dismissCollision() { collision = nil }

    private func recover(from collision: Collision, by login: () async throws -> Void) async {
        await perform(login)
        // After a wrong password, say, the person may try again.
        guard error == nil else { return }
        self.collision = nil
        await link { try await authenticationRepository.link(collision) }
    }

    // MARK: Linking

    public func linkFacebook() async {
        await link { try await authenticationRepository.linkFacebook() }
    }

    public func linkGoogle() async {
        await link { try await authenticationRepository.linkGoogle() }
    }

    public func linkEmailAndPassword(email: String, password: String) async {
        await link {
            try await authenticationRepository.linkEmailAndPassword(email: email, password: password)
        }
    }

    public func unlink(_ account: LinkedAccounts) async {
        guard canUnlink(account) else {
            error = .refused(obstacle(toUnlinking: account))
            return
        }
        await perform { try await authenticationRepository.unlink(account) }
    }

    private func obstacle(toUnlinking account: LinkedAccounts) -> String {
        if !isLinked(account) { return "\(account.title) is not linked." }
        if linkedAccounts.count == 1 { return "\(account.title) is the only way in. Link another one first." }
        return "\(account.title) was linked by another app of the project. Unlink it there."
    }

    // MARK: Steps

    private func signIn(_ work: () async throws -> Void) async {
        collision = nil
        await perform(work)
        if case .collision(let collision) = error { self.collision = collision }
    }

    private func link(_ work: () async throws -> Void) async {
        await perform(work)
        isAccountLinked = error == nil
        if case .cancelled = error { return }
        showAlert = true
    }

    /// Does one thing, and looks again at who is signed in: an error may have ended the session.
    private func perform(_ work: () async throws -> Void) async {
        isWorking = true
        defer { isWorking = false }
        error = nil
        do {
            try await work()
        } catch {
            self.error = AuthenticationError(error)
        }
        getCurrentUser()
    }
}
