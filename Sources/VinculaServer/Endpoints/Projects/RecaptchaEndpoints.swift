import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v1 `recaptchaParams`: what clients need to get tokens that this server is set up to check.
    func recaptchaParams(_ call: Call) async throws -> Response {
        let sites = engine.appChecker.sites
        return try Answer.json(
            RecaptchaParamsResponse(
                siteKey: sites.recaptcha, playIntegrityProject: sites.playIntegrityProject, isEmulator: options.isDevelopment))
    }

    /// v2 `recaptchaConfig`: nothing is enforced, but reCAPTCHA Enterprise is worth while for phones if its tokens are checked.
    func recaptchaConfig(_ call: Call) async throws -> Response {
        // Neither changes the response, but unknown values are refused.
        _ = try call.choice("clientType", of: ClientType.self)
        _ = try call.choice("version", of: RecaptchaVersion.self)
        let settings = try await engine.projects.settings(in: call.scope).phone
        let key = engine.requiresAppProof(settings) ? engine.appChecker.sites.recaptchaEnterprise : nil
        return try Answer.json(RecaptchaConfigResponse(project: call.scope.project, phoneKey: key))
    }
}
