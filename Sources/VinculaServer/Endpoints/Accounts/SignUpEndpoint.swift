import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signUp`, v3 `signupNewUser`: creates an account, anonymous or with email and password, or links them to
    /// one.
    func signUp(_ call: Call) async throws -> Response {
        guard call.caller == .app else { return try await adminCreateAccount(call) }
        let request = try call.decode(endUser: SignUpRequest.self)
        let credentials = PasswordSignUp(email: request.email, password: request.password, displayName: request.displayName)
        let signedIn: SignedIn
        if let idToken = request.idToken, !idToken.isEmpty {
            signedIn = try await engine.linkPassword(credentials, idToken: idToken, in: call.scope, from: call.client)
        } else if request.email != nil || request.password != nil {
            signedIn = try await engine.signUpWithPassword(credentials, in: call.scope, from: call.client)
        } else {
            signedIn = try await engine.signUpAnonymously(in: call.scope)
        }
        let account = signedIn.account
        var response = SignUpResponse(
            localId: account.id.value, displayName: account.displayName, email: account.email?.value)
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        response.expiresIn = Int64Text(signedIn.tokens.expiresIn)
        return try Answer.json(response)
    }
}
