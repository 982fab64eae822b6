import IdentityToolkit

extension Auth {
    /// Signs in with a token created by the app's own backend.
    func show(customToken: String) async throws -> SignedIn {
        var request = SignInWithCustomTokenRequest()
        request.token = customToken
        request.returnSecureToken = true
        request.tenantId = tenantID
        let answer = try await backend().call(.signInWithCustomToken, request)
        let tokens = try SessionAnswer(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn?.value
        ).tokens(for: self)
        return SignedIn(tokens: tokens, info: AdditionalUserInfo(providerID: "", isNewUser: answer.isNewUser ?? false))
    }
}
