import Foundation
import IdentityToolkit
package import VinculaCore
package import VinculaEngine

/// Reads and changes the settings of a project or tenant by their names.
///
/// Each change is checked by the code that checks the same change from the API.
package struct ProjectSettingsEditor: Sendable {
    private let engine: AuthEngine
    private let scope: ProjectScope
    private let isDevelopment: Bool

    private var inTenant: Bool { !scope.tenant.isEmpty }

    package init(_ engine: AuthEngine, in scope: ProjectScope, isDevelopment: Bool) {
        self.engine = engine
        self.scope = scope
        self.isDevelopment = isDevelopment
    }

    /// The settings that a project or a tenant has, with every name.
    package static func settings(ofTenant inTenant: Bool) -> [ProjectSetting] {
        ProjectSetting.variants.filter { $0.place(inTenant: inTenant) != nil }
    }

    /// The setting with a name; a tenant's may have its project's name, too.
    ///
    /// - Returns: `nil` if there is none.
    package static func setting(_ name: String, inTenant: Bool) -> ProjectSetting? {
        let settings = settings(ofTenant: inTenant)
        guard inTenant else { return settings.first { $0.name == name || $0.place?.apiPath == name } }
        return settings.first { $0.tenantName == name } ?? settings.first { $0.name == name }
    }

    /// The names that `unset` takes besides those of settings: they clear everything below them.
    package static func groups(ofTenant inTenant: Bool) -> [String] {
        guard !inTenant else { return [] }
        let names = Set(ProjectSetting.variants.map(\.name))
        return ProjectConfig.emptiable.subtracting(names).sorted()
    }

    /// The values of all settings that have one.
    package func values() async throws -> [(setting: ProjectSetting, text: String)] {
        let shown = try await shown()
        return Self.settings(ofTenant: inTenant).compactMap { setting in
            guard let place = setting.place(inTenant: inTenant), let value = shown.value(at: place.path), value != .null
            else { return nil }
            return (setting, setting.kind.text(value))
        }
    }

    /// The value of a setting; `nil` if it has none, in a tenant also if it is the project's.
    package func value(of setting: ProjectSetting) async throws -> String? {
        guard let place = setting.place(inTenant: inTenant), let value = try await shown().value(at: place.path), value != .null
        else { return nil }
        return setting.kind.text(value)
    }

    /// What people should know about a setting as it is now; `nil` for nothing.
    package func caution(about setting: ProjectSetting) async throws -> SettingCaution? {
        guard !inTenant, SettingCaution.settings.contains(setting.name) else { return nil }
        let settings = try await engine.projects.settings(of: scope.project)
        return .about(setting.name, in: settings, sendsMail: isDevelopment || engine.sendsMail(settings))
    }

    /// The value that a setting has in a new project or tenant; `nil` if it has none there.
    func standard(_ setting: ProjectSetting) -> String? {
        guard let place = setting.place(inTenant: inTenant) else { return nil }
        let first = inTenant ? Self.shown(TenantSettings()) : Self.shown(engine.defaultSettings, of: scope.project)
        guard let value = first.value(at: place.path), value != .null else { return nil }
        return setting.kind.text(value)
    }

    /// Changes settings, all of them or none.
    ///
    /// - Parameter values: The settings with what was given for them.
    /// - Throws: ``ProjectSettingRefusal``, ``AuthError``, or the store's errors.
    package func set(_ values: [(ProjectSetting, [String])]) async throws {
        var changes: [(ProjectSetting.Place, JSONValue?)] = []
        for (setting, texts) in values {
            guard let place = setting.place(inTenant: inTenant) else {
                throw ProjectSettingRefusal("\(setting.name) is not a setting of \(inTenant ? "tenants" : "projects").")
            }
            changes.append((place, try setting.kind.value(texts, for: place.name)))
        }
        try await apply(changes)
    }

    /// Adds items to a list, or removes them.
    ///
    /// - Throws: ``AuthError``, or the store's errors.
    package func edit(_ setting: ProjectSetting, adding: [String] = [], removing: [String] = []) async throws {
        guard let place = setting.place(inTenant: inTenant) else { return }
        try await change { shown, patch in
            var items: [String] = []
            if case .array(let old)? = shown.value(at: place.path) { items = old.compactMap(\.string) }
            items.removeAll { removing.contains($0) }
            items += adding.filter { !items.contains($0) }
            patch.set(place.field, .array(items.map(JSONValue.string)))
        }
    }

    /// Sets a setting back to what a new project or tenant has.
    ///
    /// - Throws: ``ProjectSettingRefusal``, ``AuthError``, or the store's errors.
    package func unset(_ setting: ProjectSetting) async throws {
        guard let place = setting.place(inTenant: inTenant) else { return }
        if inTenant, try await inherits(place) { return }
        let first = inTenant ? Self.shown(TenantSettings()) : Self.shown(engine.defaultSettings, of: scope.project)
        if place.isAlone {
            let field = first.value(at: place.fieldPath) ?? .null
            return try await change { $1.set(place.field, field) }
        }
        var value = first.value(at: place.path)
        if setting.kind == .secret { value = .string("") }
        // The API leaves out some of those that are off.
        if setting.kind == .truth { value = value ?? .bool(false) }
        let emptiable = inTenant ? TenantMessage.emptiable : ProjectConfig.emptiable
        guard value != nil || !place.inside.isEmpty || emptiable.contains(place.field) else {
            let group = emptiable.filter { place.field.hasPrefix("\($0).") }.min()
            throw ProjectSettingRefusal(
                "\(place.name) has no default: set another value\(group.map { ", or unset \($0) as a whole" } ?? "").")
        }
        try await apply([(place, value)])
    }

    /// Clears everything below a name.
    ///
    /// - Throws: ``AuthError``, or the store's errors.
    package func clear(group: String) async throws { try await change { $1.set(group, .null) } }

    private func apply(_ changes: [(ProjectSetting.Place, JSONValue?)]) async throws {
        try await change { shown, patch in
            for (place, value) in changes {
                guard !place.inside.isEmpty else {
                    patch.set(place.field, value ?? .null)
                    continue
                }
                let old = place.isAlone ? nil : patch.value(at: place.field) ?? shown.value(at: place.fieldPath)
                var new = old ?? .object([:])
                new.set(place.inside, value)
                patch.set(place.field, new)
            }
        }
    }

    /// Changes the settings in one transaction.
    private func change(
        _ write: @escaping @Sendable (_ shown: JSONValue, _ patch: inout SettingsPatch) -> Void
    ) async throws {
        let (engine, scope, isDevelopment) = (engine, scope, isDevelopment)
        guard inTenant else {
            _ = try await engine.projects.updateSettings(of: scope.project) { settings in
                var patch = SettingsPatch()
                write(Self.shown(settings, of: scope.project), &patch)
                let (config, mask) = try patch.decoded(as: ProjectConfig.self, emptiable: ProjectConfig.emptiable)
                try ProjectPatch(config: config, mask: mask).apply(
                    to: &settings, of: scope.project, engine, isDevelopment: isDevelopment)
            }
            return
        }
        let (now, life) = (engine.clock.now, engine.sessionLife)
        _ = try await engine.projects.updateTenant(scope) { settings, project in
            var patch = SettingsPatch()
            // What the tenant takes from its project is where a change of its own begins.
            var whole = settings
            whole.passwordPolicy = whole.passwordPolicy ?? project.passwordPolicy
            write(Self.shown(whole), &patch)
            let (message, mask) = try patch.decoded(as: TenantMessage.self, emptiable: TenantMessage.emptiable)
            try message.apply(to: &settings, of: project, within: life, mask: mask, now: now)
        }
    }

    /// Has a tenant take a setting from its project again.
    ///
    /// - Returns: `false` for settings that tenants do not take from their project.
    private func inherits(_ place: ProjectSetting.Place) async throws -> Bool {
        let clear: @Sendable (inout TenantSettings) -> Void
        switch place.field.prefix(while: { $0 != "." }) {
        case "passwordPolicyConfig": clear = { $0.passwordPolicy = nil }
        case "smsRegionConfig": clear = { $0.smsRegions = nil }
        case "emailPrivacyConfig": clear = { $0.emailPrivacy = nil }
        default: return false
        }
        _ = try await engine.projects.updateTenant(scope) { settings, _ in clear(&settings) }
        return true
    }

    /// The settings as the API shows them.
    private func shown() async throws -> JSONValue {
        guard inTenant else { return Self.shown(try await engine.projects.settings(of: scope.project), of: scope.project) }
        return Self.shown(try await engine.projects.tenant(scope).settings)
    }

    static func shown(_ settings: ProjectSettings, of project: String) -> JSONValue {
        var config = ProjectConfig(settings, project: project)
        // Without the times of changes, which only the server sets.
        let triggers = config.blockingFunctions?.triggers?.mapValues {
            ProjectConfig.BlockingFunctions.Trigger(functionUri: $0.functionUri)
        }
        config.blockingFunctions?.triggers = triggers
        return json(config)
    }

    /// A tenant's own settings; also those that the API leaves out because they are off.
    static func shown(_ settings: TenantSettings) -> JSONValue {
        var message = TenantMessage(settings)
        message.mfaConfig = ProjectConfig.MultiFactorAuth(settings.secondFactors)
        message.testPhoneNumbers = settings.testNumbers.pairs
        message.client = ProjectConfig.Client(
            permissions: .init(
                disabledUserSignup: settings.disabledUserSignUp, disabledUserDeletion: settings.disabledUserDeletion))
        message.autodeleteAnonymousUsers = settings.deletesUnusedAnonymous
        message.vincula = TenantMessage.Vincula(settings.sessionLimits)
        message.inheritance = TenantMessage.Inheritance(emailSendingConfig: settings.inheritsEmail)
        return json(message)
    }

    private static func json(_ message: some Encodable) -> JSONValue {
        guard let data = try? JSONEncoder().encode(message) else { return .null }
        return (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null
    }
}
