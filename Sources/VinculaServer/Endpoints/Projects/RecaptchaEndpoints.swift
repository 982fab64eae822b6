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

    /// v2 `recaptchaConfig`: reCAPTCHA Enterprise is worth while for phones if the project wants proofs and its tokens are
    /// checked. Passwords need none.
    func recaptchaConfig(_ call: Call) async throws -> Response {
        let client = try call.choice("clientType", of: ClientType.self)
        // There is one version only, but unknown ones are refused.
        _ = try call.choice("version", of: RecaptchaVersion.self)
        let settings = try await engine.projects.settings(in: call.scope).phone
        let key = engine.requiresAppProof(settings) ? engine.appChecker.sites.recaptchaEnterprise : nil
        // Web pages can fall back on reCAPTCHA v2, if it is set up, and apps on the page that does the work.
        let hasAlternative = client == .ios || client == .android || engine.appChecker.kinds.contains(.recaptcha)
        return try Answer.json(
            RecaptchaConfigResponse(project: call.scope.project, phoneKey: key, hasAlternative: hasAlternative))
    }
}
