import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithCustomToken`, v3 `verifyCustomToken`: signs in with a token that the project's backend signed.
    func signInWithCustomToken(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithCustomTokenRequest.self)
        let (signedIn, isNewUser) = try await engine.signInWithCustomToken(request.token, in: call.scope)
        var response = SignInWithCustomTokenResponse()
        response.isNewUser = isNewUser
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        response.expiresIn = Int64Text(signedIn.tokens.expiresIn)
        return try Answer.json(response)
    }
}
