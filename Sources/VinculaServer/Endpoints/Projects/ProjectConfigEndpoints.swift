import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v1 `projects`, v3 `getProjectConfig`: the settings that clients may know.
    ///
    /// Our SDK asks before it opens a browser, whose window could not tell it that the result has no way back.
    func projectConfigForClients(_ call: Call) async throws -> Response {
        let settings = try await engine.projects.settings(of: call.scope.project)
        return try Answer.json(
            ProjectConfigResponse(
                projectId: options.projectNumber, authorizedDomains: settings.authorizedDomains,
                vincula: .init(signIn: .init(loopbackRedirects: settings.signInPages.loopbackRedirects))))
    }

    /// v2 `projects/{p}/config`, read.
    func projectConfig(_ call: Call) async throws -> Response {
        try Answer.json(ProjectConfig(try await engine.projects.settings(of: call.scope.project), project: call.scope.project))
    }

    /// v2 `projects/{p}/config`, changed: the fields in `updateMask`, or without a mask those in the body.
    func updateProjectConfig(_ call: Call) async throws -> Response {
        let settings = try await change(call)
        return try Answer.json(ProjectConfig(settings, project: call.scope.project))
    }

    /// The emulator's `config`, read.
    func emulatorConfig(_ call: Call) async throws -> Response {
        try Answer.json(ProjectConfig(emulator: try await engine.projects.settings(of: call.scope.project)))
    }

    /// The emulator's `config`, changed.
    func updateEmulatorConfig(_ call: Call) async throws -> Response {
        try Answer.json(ProjectConfig(emulator: try await change(call)))
    }

    private func change(_ call: Call) async throws -> ProjectSettings {
        let mask = try call.updateMask(of: ProjectConfig.self, emptiable: ProjectConfig.emptiable)
        let config = try call.decode(administrator: ProjectConfig.self, mask: mask)
        let now = engine.clock.now
        let templates = engine.mailRenderer
        let (project, sealer) = (call.scope.project, engine.sealer)
        return try await engine.projects.updateSettings(of: project) {
            try config.apply(to: &$0, mask: mask, now: now, templates: templates)
            try config.vincula?.migration?.apply(
                to: &$0.migration, mask: mask, of: project, sealer: sealer, now: now)
        }
    }

    /// v2 `passwordPolicy`: the rules that clients check before they send a password.
    func passwordPolicy(_ call: Call) async throws -> Response {
        try call.requireNoTenant(call.query["tenantId"])
        let policy = try await engine.projects.settings(of: call.scope.project).passwordPolicy
        return try Answer.json(
            PasswordPolicyResponse(
                options: CustomStrengthOptions(policy), nonAlphanumeric: PasswordPolicy.nonAlphanumericCharacters,
                isEnforced: policy.isEnforced, forceUpgradeOnSignin: policy.forceUpgradeOnSignIn))
    }
}
