import Hummingbird
import IdentityToolkit
import VinculaCore

extension Endpoints {
    /// v1 `recaptchaParams`: nothing asks for a reCAPTCHA here.
    func recaptchaParams(_ call: Call) async throws -> Response { try Answer.json(RecaptchaParamsResponse()) }

    /// v2 `recaptchaConfig`: nothing is enforced.
    func recaptchaConfig(_ call: Call) async throws -> Response {
        // Whoever asks is answered the same; a client that asks for what there is not learns so.
        _ = try call.choice("clientType", of: ClientType.self)
        _ = try call.choice("version", of: RecaptchaVersion.self)
        try call.requireNoTenant(call.query["tenantId"])
        return try Answer.json(RecaptchaConfigResponse(project: call.scope.project))
    }
}
