import IdentityToolkit

extension Auth {
    /// Revokes the app's tokens at Apple, as Apple requires when an account is deleted.
    public func revokeToken(withAuthorizationCode authorizationCode: String, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in try await revokeToken(withAuthorizationCode: authorizationCode) }
    }

    /// Revokes the app's tokens at Apple, as Apple requires when an account is deleted.
    ///
    /// - Parameter authorizationCode: The code from Sign in with Apple, at most a few minutes old.
    /// - Throws: `nullUser` if nobody is signed in; `invalidCredential`.
    public func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
        guard let user = currentUser else { throw AuthFailure.make(.nullUser) }
        var request = RevokeTokenRequest()
        request.providerId = AuthProviderID.apple.rawValue
        request.tokenType = .code
        request.token = authorizationCode
        request.tenantId = tenantID
        try await user.withSession(isAboutSession: false) { idToken in
            request.idToken = idToken
            _ = try await backend().call(.revokeToken, request)
        }
    }
}
