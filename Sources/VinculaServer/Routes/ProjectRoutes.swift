import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes of a project's settings: what apps may know, and what administrators read and change.
extension Routes {
    static let projects = [
        Route(
            method: .get, paths: googleLayouts("v1/projects") + v3Layouts("getProjectConfig"), access: .app, limit: .other,
            tenancy: .projectOnly,
            operation: OpenAPIOperation(
                "projects.get", "Reads the project's public settings.", gives: .shape(ProjectConfigResponse.self))
        ) { $0.projectConfigForClients },
        Route(
            method: .get, paths: googleLayouts("v1/recaptchaParams") + v3Layouts("getRecaptchaParam"), access: .app,
            limit: .other,
            operation: OpenAPIOperation(
                "recaptchaParams.get", "Returns the ids with which clients get tokens of reCAPTCHA and Play Integrity.",
                gives: .shape(RecaptchaParamsResponse.self))
        ) { $0.recaptchaParams },
        Route(
            method: .get, paths: googleLayouts("v2/recaptchaConfig"), access: .app, limit: .other,
            operation: OpenAPIOperation(
                "recaptchaConfig.get", "Reports whether tokens of reCAPTCHA Enterprise are checked; none is enforced.",
                query: [
                    .choice("clientType", of: ClientType.self, "Has no effect."),
                    .choice("version", of: RecaptchaVersion.self, "Has no effect."), tenant,
                ],
                gives: .shape(RecaptchaConfigResponse.self))
        ) { $0.recaptchaConfig },
        Route(
            method: .get, paths: googleLayouts("v2/passwordPolicy"), access: .app, limit: .other,
            operation: OpenAPIOperation(
                "passwordPolicy.get", "Reads the rules for passwords.", query: [tenant],
                gives: .shape(PasswordPolicyResponse.self))
        ) { $0.passwordPolicy },
        admin(
            .get, "v2/projects/{project}/config", tenancy: .projectOnly,
            OpenAPIOperation("projects.config.get", "Reads the project's settings.", gives: .shape(ProjectConfig.self))
        ) { $0.projectConfig },
        admin(
            .patch, "v2/projects/{project}/config", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.config.update", "Changes the project's settings.", takes: ProjectConfig.self, query: [updateMask],
                gives: .shape(ProjectConfig.self))
        ) { $0.updateProjectConfig },
        admin(
            .post, "v2/projects/{project}/identityPlatform:initializeAuth", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.identityPlatform.initializeAuth", "Gives a project that has no settings yet the default ones.",
                takes: InitializeAuthRequest.self, gives: .nothing)
        ) { $0.initializeAuth },
        Route(
            method: .post, paths: v3Layouts("setProjectConfig"), access: .administrator, limit: .other, tenancy: .projectOnly,
            operation: OpenAPIOperation(
                "relyingparty.setProjectConfig", "Changes the sign-in methods and domains of the caller's project.",
                takes: SetProjectConfigRequest.self, gives: .shape(SetProjectConfigResponse.self))
        ) { $0.setProjectConfig },
    ]
}
