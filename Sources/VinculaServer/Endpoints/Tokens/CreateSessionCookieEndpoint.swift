import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects:createSessionCookie`: exchanges a person's ID token for a session cookie.
    func createSessionCookie(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: CreateSessionCookieRequest.self)
        let cookie = try await engine.createSessionCookie(
            idToken: request.idToken, validSeconds: request.validDuration?.value, in: call.scope)
        return try Answer.json(CreateSessionCookieResponse(sessionCookie: cookie))
    }
}
