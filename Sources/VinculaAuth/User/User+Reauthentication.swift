import Foundation

/// Reauthentication, required for changes of passwords, addresses and second factors.
extension User {
    /// Reauthenticates the user.
    ///
    /// - Parameters:
    ///   - credential: The person's credential.
    ///   - completion: Receives either the result or the error, on the main queue.
    public func reauthenticate(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await reauthenticate(with: credential) }
    }

    /// Reauthenticates the user. Never signs in another user, and creates no account.
    ///
    /// - Parameter credential: The person's credential.
    /// - Throws: `userMismatch` if the credential belongs to another account or to none; `wrongPassword`, `invalidCredential`,
    ///   `secondFactorRequired` with a ``MultiFactorResolver`` that completes the reauthentication.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        let auth = try owner()
        let signedIn: SignedIn
        do {
            signedIn = try await auth.open(credential, again: true)
        } catch {
            throw AuthFailure.code(of: error) == .userNotFound
                ? AuthFailure.make(.userMismatch, underlying: error) : MultiFactorResolver.error(error, for: self)
        }
        return try await finishReauthentication(signedIn, auth)
    }

    /// Applies the session opened by a reauthentication.
    ///
    /// - Throws: `userMismatch` if it belongs to another account; nobody is signed in or out then.
    func finishReauthentication(_ signedIn: SignedIn, _ auth: Auth) async throws -> AuthDataResult {
        let opened = try UserState(tokens: signedIn.tokens)
        guard opened.uid == uid else { throw AuthFailure.make(.userMismatch) }
        try await takeSession(signedIn, auth)
        return AuthDataResult(user: self, additionalUserInfo: signedIn.info, credential: signedIn.credential)
    }

    /// Reauthenticates the user with a provider, in a browser.
    public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        let box = Unchecked((provider, uiDelegate))
        answer(completion) { [self] in try await reauthenticate(with: box.value.0, uiDelegate: box.value.1) }
    }

    /// Reauthenticates the user with a provider, in a browser.
    ///
    /// - Throws: The browser's errors, and those of ``reauthenticate(with:)-(AuthCredential)``.
    @discardableResult
    nonisolated(nonsending) public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await reauthenticate(with: owner().credential(of: Unchecked((provider, uiDelegate))))
    }
}
