import Foundation
import IdentityToolkit

/// Further ways in to the same account.
extension User {
    /// Adds a way in to the account, or more precisely: what the credential proves.
    ///
    /// - Parameters:
    ///   - credential: What the person shows of the provider to link.
    ///   - completion: Gets the same user with one more provider, or the error, on the main queue.
    public func link(with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await link(with: credential) }
    }

    /// Adds a way in to the account.
    ///
    /// `emailAlreadyInUse` is not recovered from as after ``Auth/createUser(withEmail:password:)``, by a sign-in in another way and a
    /// link: this person is signed in already, the address is another account's, and accounts are not merged. They take another
    /// address, or sign in to that account.
    ///
    /// - Parameter credential: What the person shows of the provider to link.
    /// - Returns: The same user with one more provider.
    /// - Throws: `providerAlreadyLinked`; `credentialAlreadyInUse` and `emailAlreadyInUse` with the email and a credential that
    ///   signs in to the other account; `requiresRecentLogin`, also if the account has a second factor that this session has not
    ///   given; from servers that ask for the factor then, `secondFactorRequired` with a ``MultiFactorResolver``.
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

    /// Adds a provider to the account, whose sign-in runs in a browser.
    public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        let box = Unchecked((provider, uiDelegate))
        answer(completion) { [self] in try await link(with: box.value.0, uiDelegate: box.value.1) }
    }

    /// Adds a provider to the account, whose sign-in runs in a browser.
    ///
    /// - Throws: What the browser reported, and what ``link(with:)-(AuthCredential)`` throws.
    @discardableResult
    nonisolated(nonsending) public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await link(with: owner().credential(of: Unchecked((provider, uiDelegate))))
    }

    /// Takes a way in from the account.
    ///
    /// - Parameters:
    ///   - provider: The provider's id, as in ``providerData``.
    ///   - completion: Gets the same user without it, or the error, on the main queue.
    public func unlink(fromProvider provider: String, completion: ((User?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await unlink(fromProvider: provider) }
    }

    /// Takes a way in from the account.
    ///
    /// - Parameter provider: The provider's id, as in ``providerData``.
    /// - Returns: The same user without it.
    /// - Throws: `noSuchProvider`; `requiresRecentLogin`; `operationNotAllowed` for the last way in, where the server keeps people from losing their
    ///   account.
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

    /// One identity per provider; a password and a mailed link are one provider.
    private func requireNotLinked(_ credential: AuthCredential) throws {
        let isLinked = state.withLock { state in
            state.providers.contains { $0.providerID == credential.provider }
                || (credential is EmailAuthCredential && state.hasPassword)
        }
        if isLinked { throw AuthFailure.make(.providerAlreadyLinked) }
    }

    /// Whether the server means this session if it says that one is over. Of a mail or a player it may as well mean the account
    /// that they belong to.
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
        default: throw AuthFailure.make(.invalidCredential, message: "This SDK knows no such credential.")
        }
    }

    // MARK: A link whose answer was lost

    /// What a link that is refused has brought all the same, because it was made before by a call whose answer was lost.
    ///
    /// - Returns: nil if it was not.
    private func alreadyDone(
        _ credential: AuthCredential, _ error: any Error, _ idToken: String, _ auth: Auth
    ) async -> SignedIn? {
        switch AuthFailure.code(of: error) {
        case .credentialAlreadyInUse, .providerAlreadyLinked, .emailAlreadyInUse:
            guard let account = try? await auth.lookUp(idToken, of: uid) else { return nil }
            if let credential = credential as? EmailAuthCredential {
                let hasIt = (account.providerUserInfo ?? []).contains {
                    $0.providerId == credential.provider
                        && ($0.email ?? $0.federatedId)?.caseInsensitiveCompare(credential.email) == .orderedSame
                }
                return hasIt ? await reopen(credential, auth) : nil
            }
            let identity = (error as NSError).userInfo[Collision.identityKey] as? String
            guard (account.providerUserInfo ?? []).contains(where: { $0.isIdentity(identity, of: credential.provider) }) else {
                return nil
            }
            return SignedIn(
                tokens: state.withLock { $0.tokens },
                info: AdditionalUserInfo(providerID: credential.provider, isNewUser: false), isEarlierSession: true)
        // The link has ended the sessions of the anonymous account.
        case .userTokenExpired where isAnonymous && AuthFailure.endsSession(error): return await reopen(credential, auth)
        default: return nil
        }
    }

    /// Signs in with a credential, if it is this account's.
    private func reopen(_ credential: AuthCredential, _ auth: Auth) async -> SignedIn? {
        guard let signedIn = try? await auth.open(credential, again: true),
            (try? IDTokenContent(signedIn.tokens.idToken))?.uid == uid
        else { return nil }
        return signedIn
    }
}

extension IdentityToolkit.ProviderUserInfo {
    /// Whether it is what a refusal named. Of Google, a sign-in names an address that ends with the person's id, and an account the
    /// id alone.
    fileprivate func isIdentity(_ identity: String?, of provider: String) -> Bool {
        guard let identity, providerId == provider else { return false }
        return [federatedId, rawId].compactMap(\.self).contains { id in
            !id.isEmpty
                && (id == identity || (provider == GoogleAuthProvider.id && identity == "https://accounts.google.com/\(id)"))
        }
    }
}
