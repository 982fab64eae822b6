import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v1 `recaptchaParams`: what clients need to get tokens that this server is set up to check.
    ///
    /// A project that wants no proof has a key, `none`, in any case: without one, Firebase's web SDK asks for no message, even
    /// where it uses no reCAPTCHA.
    func recaptchaParams(_ call: Call) async throws -> Response {
        let sites = engine.appChecker.sites
        let settings = try await engine.projects.settings(in: call.scope).phone
        let placeholder = options.isDevelopment || engine.requiresAppProof(settings) ? nil : "none"
        return try Answer.json(
            RecaptchaParamsResponse(
                siteKey: sites.recaptcha ?? placeholder, playIntegrityProject: sites.playIntegrityProject,
                isEmulator: options.isDevelopment))
    }

    /// v2 `recaptchaConfig`: web pages use reCAPTCHA Enterprise for phones if the project wants proofs and its tokens are
    /// checked. Apps do not: their SDKs end with an error where they cannot get a token for the web's key, instead of opening
    /// the page that does the work. Passwords need none.
    func recaptchaConfig(_ call: Call) async throws -> Response {
        let client = try call.choice("clientType", of: ClientType.self)
        // There is one version only, but unknown ones are refused.
        _ = try call.choice("version", of: RecaptchaVersion.self)
        let settings = try await engine.projects.settings(in: call.scope).phone
        let sites = engine.appChecker.sites
        let isApp = client == .ios || client == .android
        let key = engine.requiresAppProof(settings) && !isApp ? sites.recaptchaEnterprise : nil
        return try Answer.json(
            RecaptchaConfigResponse(
                project: call.scope.project, phoneKey: key, hasAlternative: sites.recaptcha != nil))
    }
}
