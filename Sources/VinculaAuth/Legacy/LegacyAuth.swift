// Spellings used in older documentation. Each forwards to the current one.

extension Auth {
    /// The older name of `signIn(with:completion:)`.
    @available(*, deprecated, renamed: "signIn(with:completion:)")
    public func signInAndRetrieveData(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) { signIn(with: credential, completion: completion) }

    /// The older name of `signIn(withEmail:password:completion:)`.
    @available(*, deprecated, renamed: "signIn(withEmail:password:completion:)")
    public func signInAndRetrieveData(
        withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) { signIn(withEmail: email, password: password, completion: completion) }

    /// The older name of `signInAnonymously(completion:)`.
    @available(*, deprecated, renamed: "signInAnonymously(completion:)")
    public func signInAnonymouslyAndRetrieveData(completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
        signInAnonymously(completion: completion)
    }

    /// The older name of `signIn(withCustomToken:completion:)`.
    @available(*, deprecated, renamed: "signIn(withCustomToken:completion:)")
    public func signInAndRetrieveData(
        withCustomToken token: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) { signIn(withCustomToken: token, completion: completion) }

    /// The older name of `createUser(withEmail:password:completion:)`.
    @available(*, deprecated, renamed: "createUser(withEmail:password:completion:)")
    public func createUserAndRetrieveData(
        withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) { createUser(withEmail: email, password: password, completion: completion) }

    /// Returns the IDs of the providers of an email address, unlike ``fetchSignInMethods(forEmail:completion:)``, which
    /// returns methods.
    @available(*, deprecated, renamed: "fetchSignInMethods(forEmail:completion:)")
    public func fetchProviders(forEmail email: String, completion: (([String]?, (any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await providers(of: email) }
    }

    private func providers(of email: String) async throws -> [String] {
        var providers: [String] = []
        for method in try await signInMethods(of: email) {
            let provider = method == EmailLinkAuthSignInMethod ? EmailAuthProvider.id : method
            if !providers.contains(provider) { providers.append(provider) }
        }
        return providers
    }
}

extension User {
    /// The older name of `link(with:completion:)`.
    @available(*, deprecated, renamed: "link(with:completion:)")
    public func linkAndRetrieveData(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) { link(with: credential, completion: completion) }

    /// The older name of `reauthenticate(with:completion:)`.
    @available(*, deprecated, renamed: "reauthenticate(with:completion:)")
    public func reauthenticateAndRetrieveData(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
    ) { reauthenticate(with: credential, completion: completion) }
}
