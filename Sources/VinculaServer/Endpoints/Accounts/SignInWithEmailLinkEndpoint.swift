import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:signInWithEmailLink`, v3 `emailLinkSignin`: signs in, or links, with a mailed link.
    func signInWithEmailLink(_ call: Call) async throws -> Response {
        let request = try call.decode(SignInWithEmailLinkRequest.self)
        let (outcome, isNewUser) = try await engine.signInWithEmailLink(
            email: request.email, code: request.oobCode, idToken: request.idToken, in: call.scope, from: call.client)
        var response = SignInWithEmailLinkResponse()
        response.email = outcome.account.email?.value
        response.localId = outcome.account.id.value
        response.isNewUser = isNewUser
        response.tell(outcome)
        return try Answer.json(response)
    }
}
