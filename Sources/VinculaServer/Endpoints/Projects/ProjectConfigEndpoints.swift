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
        try await config(try await engine.projects.settings(of: call.scope.project), call)
    }

    /// Returns the administrators' view of a project's settings.
    private func config(_ settings: ProjectSettings, _ call: Call) async throws -> Response {
        var config = ProjectConfig(settings, project: call.scope.project)
        config.client?.apiKey = try await engine.serviceAccess.apiKeys(of: call.scope.project).first?.key
        return try Answer.json(config)
    }

    /// v2 `identityPlatform:initializeAuth`: every project has the settings of Identity Platform; one that has none yet gets
    /// the default ones.
    func initializeAuth(_ call: Call) async throws -> Response {
        // The request has no fields, so every name is unknown.
        if let name = try call.body.topLevelNames().subtracting(["returnSecureToken"]).sorted().first {
            throw AuthError.invalidArgument(
                "Invalid JSON payload received. Unknown name \"\(name.prefix(100))\": Cannot find field.")
        }
        try await engine.projects.initialize(call.scope.project)
        return try Answer.json([String: String]())
    }

    /// v2 `projects/{p}/config`, changed: the fields in `updateMask`, or without a mask those in the body.
    func updateProjectConfig(_ call: Call) async throws -> Response {
        try await config(try await change(call), call)
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
        let patch = ProjectPatch(config: config, mask: mask)
        let (engine, project, isDevelopment) = (engine, call.scope.project, options.isDevelopment)
        return try await engine.projects.updateSettings(of: project) {
            try patch.apply(to: &$0, of: project, engine, isDevelopment: isDevelopment)
        }
    }

    /// v2 `passwordPolicy`: the rules that clients check before they send a password.
    func passwordPolicy(_ call: Call) async throws -> Response {
        let policy = try await engine.projects.settings(in: call.scope).passwordPolicy
        return try Answer.json(
            PasswordPolicyResponse(
                options: CustomStrengthOptions(policy), nonAlphanumeric: PasswordPolicy.nonAlphanumericCharacters,
                isEnforced: policy.isEnforced, forceUpgradeOnSignin: policy.forceUpgradeOnSignIn))
    }
}
