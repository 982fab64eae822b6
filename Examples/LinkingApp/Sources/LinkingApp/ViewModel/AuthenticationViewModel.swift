public import FirebaseAuth
public import Observation

/// The state shown by the views, and the operations available to people.
///
/// No method throws: the last error is in ``error``, and its message in ``messageError``.
@Observable @MainActor public final class AuthenticationViewModel {
    /// The signed-in user; nil if there is none.
    public private(set) var user: User?
    /// The account's sign-in methods.
    public private(set) var linkedAccounts: [LinkedAccounts] = []
    /// Indicates whether to show the result of linking in an alert.
    public var showAlert = false
    /// Indicates whether linking succeeded, for the alert.
    public private(set) var isAccountLinked = false
    /// The collision to recover from, if the last sign-in caused one.
    public private(set) var collision: Collision?
    /// The address that the last sign-in email was sent to, until it is used.
    public private(set) var mailedTo: String?
    /// The account's second factors.
    public private(set) var secondFactors: [SecondFactor] = []
    /// The sign-in that waits for a second factor, if one does; ``choose(_:)`` goes on with it.
    public internal(set) var challenge: SecondFactorChallenge?
    /// The code that the person is to enter, if there is one; ``enterCode(_:)`` goes on with it.
    public internal(set) var awaitedCode: AwaitedCode?
    /// The last error; nil if the last operation succeeded.
    public internal(set) var error: AuthenticationError?
    /// Indicates whether an operation is in progress, so that buttons can be disabled.
    public private(set) var isWorking = false

    let authenticationRepository: AuthenticationRepository

    /// Creates a view model and loads the signed-in user.
    ///
    /// - Parameter authenticationRepository: The app's operations.
    public init(authenticationRepository: AuthenticationRepository) {
        self.authenticationRepository = authenticationRepository
        getCurrentUser()
    }

    /// Creates a view model with all layers below it, and loads the signed-in user.
    ///
    /// - Parameters:
    ///   - auth: The instance to use; the default app's if omitted.
    ///   - facebookAuthentication: The app's Facebook login.
    ///   - googleAuthentication: The app's Google login.
    public convenience init(
        auth: Auth = .auth(), facebookAuthentication: FacebookAuthentication, googleAuthentication: GoogleAuthentication
    ) {
        self.init(
            authenticationRepository: AuthenticationRepository(
                authenticationFirebaseDatasource: AuthenticationFirebaseDatasource(
                    auth: auth, facebookAuthentication: facebookAuthentication, googleAuthentication: googleAuthentication)))
    }

    /// The message of ``error``.
    public var messageError: String? { error?.errorDescription }

    // MARK: Current user

    /// Loads the signed-in user from the session stored on this device.
    public func getCurrentUser() {
        do throws(AuthenticationError) {
            user = try authenticationRepository.getCurrentUser()
        } catch {
            user = nil
            self.error = error
        }
        getCurrentProvider()
    }

    /// Loads the account's sign-in methods.
    public func getCurrentProvider() {
        linkedAccounts = authenticationRepository.getCurrentProvider()
        secondFactors = authenticationRepository.secondFactors()
    }

    /// Reloads the account from the server.
    public func reload() async { await perform { try await authenticationRepository.reload() } }

    /// Returns whether the account has an email address with a password, a link or digits.
    public func isEmailAndPasswordLinked() -> Bool { isLinked(.emailAndPassword) }
    /// Returns whether a Facebook account is linked.
    public func isFacebookLinked() -> Bool { isLinked(.facebook) }
    /// Returns whether a Google account is linked.
    public func isGoogleLinked() -> Bool { isLinked(.google) }
    /// Returns whether the account has a sign-in method.
    ///
    /// - Parameter account: The sign-in method.
    public func isLinked(_ account: LinkedAccounts) -> Bool { linkedAccounts.contains(account) }

    /// Returns whether a phone number is linked.
    public func isPhoneLinked() -> Bool { isLinked(.phone) }

    /// Returns whether a sign-in method can be unlinked: the last one cannot, because the account would become inaccessible.
    public func canUnlink(_ account: LinkedAccounts) -> Bool {
        account != .unknown && isLinked(account) && linkedAccounts.count > 1
    }

    // MARK: Signing in and out

    /// Creates an account with a password and signs in to it.
    ///
    /// - Parameters:
    ///   - email: The person's address.
    ///   - password: The new password.
    public func createNewUser(email: String, password: String) async {
        await signIn {
            try await authenticationRepository.createNewUser(email: email, password: password)
        }
    }

    /// Signs in with a password.
    ///
    /// - Parameters:
    ///   - email: The account's address.
    ///   - password: The account's password.
    public func login(email: String, password: String) async {
        await signIn {
            try await authenticationRepository.login(email: email, password: password)
        }
    }

    /// Sends an email with a link and a code, to sign in or, if already signed in, to link the address to the account.
    public func sendSignInMail(to email: String) async {
        await perform {
            try await authenticationRepository.sendSignInMail(to: email)
            mailedTo = email
        }
    }

    /// Signs in with the link or code from an email; if already signed in, links the address. After a collision with that
    /// address, the sign-in method that the person tried is linked.
    ///
    /// - Parameters:
    ///   - mailed: The link as the app received it, or the six digits.
    ///   - email: The address that the email was sent to, if it was not requested on this device.
    public func openMail(_ mailed: String, email: String? = nil) async {
        guard let email = email ?? mailedTo else {
            error = .refused("Which address was the email sent to?")
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

    /// Signs in with Facebook.
    public func loginFacebook() async {
        await signIn { try await authenticationRepository.loginFacebook() }
    }

    /// Signs in with Google.
    public func loginGoogle() async {
        await signIn { try await authenticationRepository.loginGoogle() }
    }

    /// Signs out, also of the app's Facebook and Google logins.
    public func logout() async {
        await perform { try await authenticationRepository.logout() }
    }

    /// Deletes the account.
    public func deleteUser() async {
        await perform { try await authenticationRepository.deleteUser() }
    }

    // MARK: Recovering from a collision

    /// Signs in with the password of the existing account, then links the sign-in method that the person tried.
    public func recoverFromCollision(password: String) async {
        guard let collision else { return }
        await recover(from: collision) {
            try await authenticationRepository.login(email: collision.email, password: password)
        }
    }

    /// Does the same with the existing account's Facebook login.
    public func recoverFromCollisionWithFacebook() async {
        guard let collision else { return }
        await recover(from: collision) { try await authenticationRepository.loginFacebook() }
    }

    /// Does the same with the existing account's Google login.
    public func recoverFromCollisionWithGoogle() async {
        guard let collision else { return }
        await recover(from: collision) { try await authenticationRepository.loginGoogle() }
    }

    /// Forgets the collision.
    public func dismissCollision() { collision = nil }

    private func recover(from collision: Collision, by login: () async throws -> Void) async {
        await perform(login)
        // After a wrong password, for example, the person may try again; a second factor comes between.
        guard error == nil else { return }
        self.collision = nil
        await link { try await authenticationRepository.link(collision) }
    }

    /// Completes a sign-in with a second factor. If it was to recover from a collision, goes on with that.
    func complete(_ challenge: SecondFactorChallenge, by code: () async throws -> Void) async {
        await perform(code)
        guard error == nil else { return }
        self.challenge = nil
        guard let collision else { return }
        self.collision = nil
        await link { try await authenticationRepository.link(collision) }
    }

    // MARK: Linking

    /// Links a Facebook account.
    public func linkFacebook() async {
        await link { try await authenticationRepository.linkFacebook() }
    }

    /// Links a Google account.
    public func linkGoogle() async {
        await link { try await authenticationRepository.linkGoogle() }
    }

    /// Links an email address with a password.
    ///
    /// - Parameters:
    ///   - email: The address to add to the account.
    ///   - password: The new password.
    public func linkEmailAndPassword(email: String, password: String) async {
        await link {
            try await authenticationRepository.linkEmailAndPassword(email: email, password: password)
        }
    }

    /// Unlinks a sign-in method; the last one stays.
    ///
    /// - Parameter account: The sign-in method.
    public func unlink(_ account: LinkedAccounts) async {
        guard canUnlink(account) else {
            error = .refused(obstacle(toUnlinking: account))
            return
        }
        await perform { try await authenticationRepository.unlink(account) }
    }

    private func obstacle(toUnlinking account: LinkedAccounts) -> String {
        if !isLinked(account) { return "\(account.title) is not linked." }
        if linkedAccounts.count == 1 { return "\(account.title) is the only sign-in method. Link another one first." }
        return "\(account.title) was linked by another app of the project. Unlink it there."
    }

    // MARK: Steps

    func signIn(_ work: () async throws -> Void) async {
        collision = nil
        challenge = nil
        await perform(work)
        if case .collision(let collision) = error { self.collision = collision }
    }

    func link(_ work: () async throws -> Void) async {
        await perform(work)
        isAccountLinked = error == nil
        if case .cancelled = error { return }
        showAlert = true
    }

    /// Performs one operation, and updates the signed-in user afterwards: an error may have ended the session.
    func perform(_ work: () async throws -> Void) async {
        isWorking = true
        defer { isWorking = false }
        error = nil
        do {
            try await work()
        } catch {
            self.error = AuthenticationError(error)
            if case .secondFactorNeeded(let challenge) = self.error { self.challenge = challenge }
        }
        getCurrentUser()
    }
}
