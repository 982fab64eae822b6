import Foundation
import IdentityToolkit

/// Additional sign-in methods for the same account.
extension User {
    /// Adds a sign-in method to the account, namely the one that the credential proves.
    ///
    /// - Parameters:
    ///   - credential: The credential to link.
    ///   - completion: Receives the same user with one more provider, or the error, on the main queue.
    public func link(with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await link(with: credential) }
    }

    /// Adds a sign-in method to the account.
    ///
    /// Do not recover from `emailAlreadyInUse` as after ``Auth/createUser(withEmail:password:)``, by signing in another way
    /// and linking: the person is already signed in, the address belongs to another account, and accounts are not merged.
    /// They use another address, or sign in to that account.
    ///
    /// - Parameter credential: The credential to link.
    /// - Returns: The same user with one more provider.
    /// - Throws: `providerAlreadyLinked`; `credentialAlreadyInUse` and `emailAlreadyInUse` with the email and a credential
    ///   that signs in to the other account; `requiresRecentLogin`, also if the account has a second factor that was not used
    ///   in this session; from servers that then ask for the factor, `secondFactorRequired` with a ``MultiFactorResolver``.
    @discardableResult
    public func link(with credential: AuthCredential) async throws -> AuthDataResult {
        let auth = try owner()
        try requireNotLinked(credential)
        let signedIn = try await withSession(isAboutSession: isRefusedBySession(credential)) { idToken in
            do {
                var signedIn = try await show(credential, toLinkTo: idToken, auth)
                signedIn.replacedToken = idToken
                return signedIn
            } catch {
                guard let done = await alreadyDone(credential, error, idToken, auth) else {
                    throw MultiFactorResolver.error(error, for: self)
                }
                return done
            }
        }
        try await takeSession(signedIn, auth)
        return AuthDataResult(user: self, additionalUserInfo: signedIn.info, credential: signedIn.credential)
    }

    /// Links a provider to the account, with a browser sign-in.
    public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        let box = Unchecked((provider, uiDelegate))
        answer(completion) { [self] in try await link(with: box.value.0, uiDelegate: box.value.1) }
    }

    /// Links a provider to the account, with a browser sign-in.
    ///
    /// - Throws: The browser's errors, and those of ``link(with:)-(AuthCredential)``.
    @discardableResult
    nonisolated(nonsending) public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await link(with: owner().credential(of: Unchecked((provider, uiDelegate))))
    }

    /// Removes a sign-in method from the account.
    ///
    /// - Parameters:
    ///   - provider: The provider's ID, as in ``providerData``.
    ///   - completion: Receives the same user without it, or the error, on the main queue.
    public func unlink(fromProvider provider: String, completion: ((User?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await unlink(fromProvider: provider) }
    }

    /// Removes a sign-in method from the account.
    ///
    /// - Parameter provider: The provider's ID, as in ``providerData``.
    /// - Returns: The same user without it.
    /// - Throws: `noSuchProvider`; `requiresRecentLogin`; `operationNotAllowed` for the last sign-in method, if the server prevents
    ///   people from locking themselves out.
    public func unlink(fromProvider provider: String) async throws -> User {
        let isLinked = state.withLock { state in
            state.providers.contains { $0.providerID == provider }
                || (provider == EmailAuthProvider.id && state.hasPassword)
        }
        guard isLinked else { throw AuthFailure.make(.noSuchProvider) }
        try await update {
            $0.deleteProvider = [provider]
        } locally: { state in
            state.providers.removeAll { $0.providerID == provider }
            if provider == EmailAuthProvider.id { state.hasPassword = false }
            if provider == PhoneAuthProvider.id { state.phoneNumber = nil }
        }
        return self
    }

    // MARK: Steps

    /// Checks that there is one identity per provider; a password and an email link are one provider.
    private func requireNotLinked(_ credential: AuthCredential) throws {
        let isLinked = state.withLock { state in
            state.providers.contains { $0.providerID == credential.provider }
                || (credential is EmailAuthCredential && state.hasPassword)
        }
        if isLinked { throw AuthFailure.make(.providerAlreadyLinked) }
    }

    /// Returns whether an error about an ended session refers to this session. For an email or a player, it may instead refer
    /// to the account that they belong to.
    private func isRefusedBySession(_ credential: AuthCredential) -> Bool {
        switch (credential as? EmailAuthCredential)?.proof {
        case .link?, .code?: false
        case .password?, nil: !(credential is GameCenterAuthCredential)
        }
    }

    private func show(_ credential: AuthCredential, toLinkTo idToken: String, _ auth: Auth) async throws -> SignedIn {
        switch credential {
        case let credential as EmailAuthCredential:
            do {
                switch credential.proof {
                case .password(let password):
                    guard !password.isEmpty else { throw AuthFailure.make(.weakPassword) }
                    guard !credential.email.isEmpty else { throw AuthFailure.make(.missingEmail) }
                    return try await auth.signUp(email: credential.email, password: password, idToken: idToken)
                case .link(let link):
                    return try await auth.open(emailLink: link, email: credential.email, idToken: idToken)
                case .code(let code):
                    return try await auth.open(typedCode: code, email: credential.email, idToken: idToken)
                }
            } catch {
                throw Collision.with(error, tried: credential)
            }
        case let credential as OAuthCredential: return try await auth.show(credential, for: .link(idToken))
        case let credential as PhoneAuthCredential:
            return try await auth.show(credential, for: .link, idToken: idToken)
        case let credential as GameCenterAuthCredential: return try await auth.show(credential, idToken: idToken)
        default: throw AuthFailure.make(.invalidCredential, message: "This type of credential is not supported.")
        }
    }
}
