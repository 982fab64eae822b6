import Foundation

/// Proving again who one is, which changes of passwords, addresses and second factors ask for.
extension User {
    /// Signs the same person in again.
    ///
    /// - Parameters:
    ///   - credential: What the person shows.
    ///   - completion: Gets the result or the error, never both, on the main queue.
    public func reauthenticate(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        answer(completion) { [self] in try await reauthenticate(with: credential) }
    }

    /// Signs the same person in again. Nobody else is signed in by it, and no account is made.
    ///
    /// - Parameter credential: What the person shows.
    /// - Throws: `userMismatch` for somebody else's credential, or one that no account has; `wrongPassword`,
    ///   `invalidCredential`, `secondFactorRequired` with a ``MultiFactorResolver`` that finishes the reauthentication.
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

    /// Takes over the session that a reauthentication opened.
    ///
    /// - Throws: `userMismatch` for somebody else's: nobody is signed in or out by it.
    func finishReauthentication(_ signedIn: SignedIn, _ auth: Auth) async throws -> AuthDataResult {
        let opened = try UserState(tokens: signedIn.tokens)
        guard opened.uid == uid else { throw AuthFailure.make(.userMismatch) }
        try await takeSession(signedIn, auth)
        return AuthDataResult(user: self, additionalUserInfo: signedIn.info, credential: signedIn.credential)
    }

    /// Signs the same person in again with a provider, in a browser.
    public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        let box = Unchecked((provider, uiDelegate))
        answer(completion) { [self] in try await reauthenticate(with: box.value.0, uiDelegate: box.value.1) }
    }

    /// Signs the same person in again with a provider, in a browser.
    ///
    /// - Throws: What the browser reported, and what ``reauthenticate(with:)-(AuthCredential)`` throws.
    @discardableResult
    nonisolated(nonsending) public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await reauthenticate(with: owner().credential(of: Unchecked((provider, uiDelegate))))
    }
}
