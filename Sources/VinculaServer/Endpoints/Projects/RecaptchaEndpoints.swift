import Hummingbird
import IdentityToolkit
import VinculaCore

extension Endpoints {
    /// v1 `recaptchaParams`: this server never asks for a reCAPTCHA.
    func recaptchaParams(_ call: Call) async throws -> Response { try Answer.json(RecaptchaParamsResponse()) }

    /// v2 `recaptchaConfig`: nothing is enforced.
    func recaptchaConfig(_ call: Call) async throws -> Response {
        // The response is always the same, but unknown values are refused.
        _ = try call.choice("clientType", of: ClientType.self)
        _ = try call.choice("version", of: RecaptchaVersion.self)
        try call.requireNoTenant(call.query["tenantId"])
        return try Answer.json(RecaptchaConfigResponse(project: call.scope.project))
    }
}
