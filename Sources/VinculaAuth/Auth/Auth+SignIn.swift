import Foundation

/// Ways to sign in. Each exists with a completion handler, called on the main queue, and as an `async` form.
extension Auth {
    // MARK: Email and password

    /// Makes an account with an email address and a password, and signs in to it.
    public func createUser(
        withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await createUser(withEmail: email, password: password) }
    }

    /// Makes an account with an email address and a password, and signs in to it.
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
    /// - Throws: `wrongPassword`, `userNotFound` or, where addresses are kept private, `invalidCredential`; `userDisabled`,
    ///   `tooManyRequests`, `secondFactorRequired` with a ``MultiFactorResolver``.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await finish(verify(email: email, password: password))
    }

    /// Signs in with the link from a mail.
    public func signIn(
        withEmail email: String, link: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withEmail: email, link: link) }
    }

    /// Signs in with the link from a mail.
    ///
    /// - Parameters:
    ///   - email: The address that the mail went to.
    ///   - link: The whole link, as the app received it.
    /// - Throws: `invalidActionCode` for what is no such link, or one that was used; `expiredActionCode`, `invalidEmail`.
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
    /// - Throws: `accountExistsWithDifferentCredential` with the email, and the credential to link after signing in the other
    ///   way; `invalidCredential`, `operationNotAllowed`, `userDisabled`.
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
    /// - Throws: What the browser reported, such as `webContextCancelled`, and what ``signIn(with:)-(AuthCredential)`` throws.
    @discardableResult
    nonisolated(nonsending) public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await signIn(with: credential(of: Unchecked((provider, uiDelegate))))
    }

    /// Signs in without any credential, to an account that lives as long as the session unless it is linked.
    public func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await signInAnonymously() }
    }

    /// Signs in without any credential, to an account that lives as long as the session unless it is linked.
    ///
    /// - Returns: The same user if an anonymous one is signed in already.
    /// - Throws: `operationNotAllowed`, `adminRestrictedOperation`.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        if let user = currentUser, user.isAnonymous { return AuthDataResult(user: user, additionalUserInfo: nil) }
        return try await finish(signUp(email: nil, password: nil))
    }

    /// Signs in with a token that the app's own backend made.
    public func signIn(
        withCustomToken token: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await signIn(withCustomToken: token) }
    }

    /// Signs in with a token that the app's own backend made.
    ///
    /// - Throws: `invalidCustomToken`, `customTokenMismatch`.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        try await finish(show(customToken: token))
    }

    // MARK: Making the session the current one

    /// Shows the server a credential of any kind.
    ///
    /// - Parameter again: Whether somebody is to prove who they are again: no account is made.
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
        default: throw AuthFailure.make(.invalidCredential, message: "This SDK knows no such credential.")
        }
    }

    /// Looks up whose session was opened, stores it and makes it the current one.
    func finish(_ signedIn: SignedIn) async throws -> AuthDataResult {
        let user = try await user(of: signedIn)
        try await storing { try self.commit(user) }
        return AuthDataResult(user: user, additionalUserInfo: signedIn.info, credential: signedIn.credential)
    }

    /// The user of a session that was opened just now, with all that the server knows of the account.
    func user(of signedIn: SignedIn) async throws -> User {
        var state = try UserState(tokens: signedIn.tokens)
        state.adopt(try await lookUp(state.tokens.idToken, of: state.uid))
        return User(state, auth: self)
    }

    /// Has a provider show its browser.
    @MainActor func credential(
        of browser: Unchecked<(any FederatedAuthProvider, (any AuthUIDelegate)?)>
    ) async throws -> AuthCredential {
        try await browser.value.0.credential(with: browser.value.1)
    }
}

/// What is not `Sendable`, on its way from the caller to the main actor, which alone uses it.
///
/// Apps' delegates and providers need not be `Sendable`, as they need not be upstream.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
