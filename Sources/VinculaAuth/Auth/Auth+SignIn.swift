import Foundation

/// Sign-in methods. Each has a form with a completion handler, called on the main queue, and an `async` form.
extension Auth {
    // MARK: Email and password

    /// Creates an account with an email address and a password, and signs in to it.
    public func createUser(
        withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await createUser(withEmail: email, password: password) }
    }

    /// Creates an account with an email address and a password, and signs in to it.
    ///
    /// - Throws: `emailAlreadyInUse` with the address and a credential to link later, `weakPassword`, `missingEmail`,
    ///   `invalidEmail`, `operationNotAllowed`.
    @discardableResult
    public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
        guard !password.isEmpty else { throw AuthFailure.make(.weakPassword) }
        guard !email.isEmpty else { throw AuthFailure.make(.missingEmail) }
        do {
            return try await finish(signUp(email: email, password: password))
        } catch {
            throw Collision.with(error, tried: EmailAuthCredential(email: email, proof: .password(password)))
        }
    }

    /// Signs in with an email address and a password.
    public func signIn(
        withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withEmail: email, password: password) }
    }

    /// Signs in with an email address and a password.
    ///
    /// - Throws: `wrongPassword`, `userNotFound` or, with email enumeration protection, `invalidCredential`; `userDisabled`,
    ///   `tooManyRequests`, `secondFactorRequired` with a ``MultiFactorResolver``.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await finish(verify(email: email, password: password))
    }

    /// Signs in with the link from an email.
    public func signIn(
        withEmail email: String, link: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withEmail: email, link: link) }
    }

    /// Signs in with the link from an email.
    ///
    /// - Parameters:
    ///   - email: The address that the email was sent to.
    ///   - link: The complete link, as received.
    /// - Throws: `invalidActionCode` if it is not a sign-in link or was already used; `expiredActionCode`, `invalidEmail`.
    public func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
        try await finish(open(emailLink: link, email: email))
    }

    // MARK: Credentials

    /// Signs in with a provider's credential.
    public func signIn(with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await signIn(with: credential) }
    }

    /// Signs in with a provider's credential.
    ///
    /// - Throws: `accountExistsWithDifferentCredential` with the email and a credential that can be linked after signing in
    ///   another way; `invalidCredential`, `operationNotAllowed`, `userDisabled`.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
        try await finish(open(credential, again: false))
    }

    /// Signs in with a provider in a browser.
    public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        let box = Unchecked((provider, uiDelegate))
        answer(completion) { [self] in
            try await signIn(with: box.value.0, uiDelegate: box.value.1)
        }
    }

    /// Signs in with a provider in a browser.
    ///
    /// - Throws: The browser's error, such as `webContextCancelled`, and the errors of ``signIn(with:)-(AuthCredential)``.
    @discardableResult
    nonisolated(nonsending) public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await signIn(with: credential(of: Unchecked((provider, uiDelegate))))
    }

    /// Signs in anonymously, to an account that lasts as long as the session unless it is linked.
    public func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await signInAnonymously() }
    }

    /// Signs in anonymously, to an account that lasts as long as the session unless it is linked.
    ///
    /// - Returns: The current user, if an anonymous one is already signed in.
    /// - Throws: `operationNotAllowed`, `adminRestrictedOperation`.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        if let user = currentUser, user.isAnonymous { return AuthDataResult(user: user, additionalUserInfo: nil) }
        return try await finish(signUp(email: nil, password: nil))
    }

    /// Signs in with a token created by the app's own backend.
    public func signIn(
        withCustomToken token: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withCustomToken: token) }
    }

    /// Signs in with a token created by the app's own backend.
    ///
    /// - Throws: `invalidCustomToken`, `customTokenMismatch`.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        try await finish(show(customToken: token))
    }

    // MARK: Making the session the current one

    /// Sends a credential of any kind to the server.
    ///
    /// - Parameter again: True for a reauthentication: no account is created.
    func open(_ credential: AuthCredential, again: Bool) async throws -> SignedIn {
        switch credential {
        case let credential as EmailAuthCredential:
            switch credential.proof {
            case .password(let password): return try await verify(email: credential.email, password: password)
            case .link(let link): return try await open(emailLink: link, email: credential.email)
            case .code(let code): return try await open(typedCode: code, email: credential.email)
            }
        case let credential as OAuthCredential:
            return try await show(credential, for: again ? .reauthenticate : .signIn)
        case let credential as PhoneAuthCredential:
            return try await show(credential, for: again ? .reauthenticate : .signIn)
        case let credential as GameCenterAuthCredential: return try await show(credential)
        default: throw AuthFailure.make(.invalidCredential, message: "This type of credential is not supported.")
        }
    }

    /// Looks up the account of a new session, stores the session and makes it the current one.
    func finish(_ signedIn: SignedIn) async throws -> AuthDataResult {
        let user = try await user(of: signedIn)
        try await storing { try self.commit(user) }
        return AuthDataResult(user: user, additionalUserInfo: signedIn.info, credential: signedIn.credential)
    }

    /// Returns the user of a new session, with everything the server knows about the account.
    func user(of signedIn: SignedIn) async throws -> User {
        var state = try UserState(tokens: signedIn.tokens)
        state.adopt(try await lookUp(state.tokens.idToken, of: state.uid))
        return User(state, auth: self)
    }

    /// Runs a provider's browser sign-in.
    @MainActor func credential(
        of browser: Unchecked<(any FederatedAuthProvider, (any AuthUIDelegate)?)>
    ) async throws -> AuthCredential {
        try await browser.value.0.credential(with: browser.value.1)
    }
}

/// Wraps a value that is not `Sendable` on its way from the caller to the main actor, which alone uses it.
///
/// As in FirebaseAuth, an app's delegates and providers need not be `Sendable`.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
