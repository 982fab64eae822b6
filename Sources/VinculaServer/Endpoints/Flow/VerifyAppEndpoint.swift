import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// The page on which a native app has work done before it asks for a code by text message (`authType=verifyApp`).
    ///
    /// Firebase's SDKs open it where Google's page would show a reCAPTCHA. The proof goes to the app that asked, if it is listed.
    func verification(
        for request: FlowRequest, server: String, in scope: ProjectScope, _ call: Call
    ) async throws -> Response {
        let target = try await engine.flows.target(of: request, server: server, in: scope)
        let challenge = try await engine.appChallenge(in: scope, from: call.client)
        let page = try await flowPage(request.language ?? call.language, provider: nil, in: scope)
        guard let shown = page.verification(request, challenge: challenge, to: target, server: server) else {
            throw AuthError.invalidArgument("Invalid query. ibi or apn is missing or malformed")
        }
        return shown.response()
    }
}
