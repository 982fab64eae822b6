import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithPassword`, v3 `verifyPassword`.
    func signInWithPassword(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithPasswordRequest.self)
        try call.requireNoTenant(request.tenantId)
        let signedIn = try await engine.signInWithPassword(
            email: request.email, password: request.password, in: call.scope, from: call.client)
        let account = signedIn.account
        var response = SignInWithPasswordResponse(localId: account.id.value, email: account.email?.value ?? "")
        response.displayName = account.displayName
        response.profilePicture = account.photoURL
        response.idToken = signedIn.tokens.idToken
        response.refreshToken = signedIn.tokens.refreshToken
        response.expiresIn = Int64Text(signedIn.tokens.expiresIn)
        return try Answer.json(response)
    }
}
