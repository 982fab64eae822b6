import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithPassword`, v3 `verifyPassword`: signs in with email and password.
    func signInWithPassword(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithPasswordRequest.self)
        let outcome = try await engine.signInWithPassword(
            email: request.email, password: request.password, in: call.scope, from: call.client)
        let account = outcome.account
        var response = SignInWithPasswordResponse(localId: account.id.value, email: account.email?.value ?? "")
        response.displayName = account.displayName
        response.profilePicture = account.photoURL
        response.tell(outcome)
        return try Answer.json(response)
    }
}
