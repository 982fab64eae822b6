import ArgumentParser
import VinculaCore
import VinculaEngine
import VinculaServer

/// Finds settings by their names, and says what is wrong with a name that none has.
enum SettingName {
    /// The project's or tenant's setting with a name.
    ///
    /// - Throws: ``ConfigurationError`` that names the nearest setting, or says where a setting of the server goes.
    static func find(_ name: String, inTenant: Bool) throws -> ProjectSetting {
        if let setting = ProjectSettingsEditor.setting(name, inTenant: inTenant) { return setting }
        let shown = Table.printable(String(name.prefix(100)))
        if let other = ProjectSettingsEditor.setting(name, inTenant: !inTenant) {
            throw ConfigurationError(
                description: inTenant
                    ? "\(other.name) is a setting of projects, and tenants take their project's: leave out --tenant."
                    : "\(shown) is a setting of tenants: name the tenant with --tenant.")
        }
        let servers = Settings.list.map(\.about)
        if let setting = servers.first(where: { [$0.name, $0.environmentName, "--" + $0.flagName].contains(name) }) {
            throw ConfigurationError(description: setting.place(in: shown))
        }
        let projects = ProjectSettingsEditor.settings(ofTenant: inTenant).map { inTenant ? $0.tenantName ?? $0.name : $0.name }
        let names = projects + servers.map(\.name)
        let near = NearestName.of(name, among: names) ?? nearestByEnd(name, names)
        let hint = near.map { "Did you mean \($0)?" } ?? "`vincula config get --all` lists them all."
        throw ConfigurationError(description: "Unknown setting \(shown). \(hint)")
    }

    /// The setting that was meant by somebody who typed only the last part of its name.
    private static func nearestByEnd(_ name: String, _ names: [String]) -> String? {
        let byEnd = Dictionary(grouping: names) { String($0.split(separator: ".").last ?? "") }.filter { $0.value.count == 1 }
        return NearestName.of(name, among: byEnd.keys.sorted()).flatMap { byEnd[$0]?.first }
    }

    /// The settings whose names begin with a name and a dot.
    static func settings(below name: String, inTenant: Bool) -> [String] {
        ProjectSettingsEditor.settings(ofTenant: inTenant).map { inTenant ? $0.tenantName ?? $0.name : $0.name }
            .filter { $0.hasPrefix("\(name).") }
    }

    /// The command that sets settings which are only accepted together; empty if the setting is none of them.
    static func togetherHint(_ setting: ProjectSetting) -> String {
        if setting.name.hasPrefix("\(ConfigMail.smtp).") {
            return " Settings of a mail server belong together: vincula config mail set --from … --host …"
        }
        guard setting.name.hasPrefix("vincula.migration.firebase.") else { return "" }
        return " Settings of a migration belong together: vincula migration enable --firebase-project …"
    }
}

extension SettingName {
    /// Completes the names: a tenant's if one is named, or else the project's.
    static var completion: CompletionKind {
        .custom { words, _, _ in
            let isTenant = namesTenant(words)
            return ProjectSettingsEditor.settings(ofTenant: isTenant).map { isTenant ? $0.tenantName ?? $0.name : $0.name }
        }
    }

    /// Completes the values of settings that have only a few.
    static var valueCompletion: CompletionKind {
        .custom { words, _, _ in
            let isTenant = namesTenant(words)
            let setting = words.lazy.compactMap { ProjectSettingsEditor.setting($0, inTenant: isTenant) }.first
            switch setting?.kind {
            case .truth: return ["true", "false"]
            case .choice(let names): return names
            default: return []
            }
        }
    }

    private static func namesTenant(_ words: [String]) -> Bool {
        words.contains { $0 == "--tenant" || $0.hasPrefix("--tenant=") }
    }
}

extension SettingDescription {
    /// The sentence that says where a setting of the server is set.
    ///
    /// - Parameter shown: The name as it was typed.
    fileprivate func place(in shown: String) -> String {
        let flag = place == .nowhere ? "" : ", or --\(flagName)"
        return """
            \(shown) is a setting of the server, not of a project: set \(name) in the configuration file, or \(environmentName) in \
            the environment\(flag), and restart the server. \(help)
            """
    }
}

/// The tenant whose settings are meant.
struct ConfigTenantFlag: ParsableArguments {
    @Option(help: "The id of the tenant whose settings are meant; without it, those of the project itself.") var tenant: String?

    /// The project or tenant.
    func scope(_ configuration: ServerConfiguration) throws -> ProjectScope {
        guard let tenant else { return ProjectScope(project: configuration.project) }
        return try TenantRefusal.scope(configuration.project, tenant)
    }

    /// The project or tenant in words.
    func words(_ configuration: ServerConfiguration) -> String {
        tenant.map { "tenant \($0) of project \(configuration.project)" } ?? "project \(configuration.project)"
    }

    /// Runs a closure on the settings, and says in words why it is refused.
    ///
    /// - Throws: ``ConfigurationError``, or any other error of the closure.
    func use<Result>(
        _ configuration: ServerConfiguration, _ body: (ProjectSettingsEditor) async throws -> Result
    ) async throws -> Result {
        try await ProjectSettingsEditor.use(configuration, try scope(configuration), body)
    }
}

extension ProjectSettingsEditor {
    /// Runs a closure on the settings of a project or tenant, and says in words why it is refused.
    ///
    /// - Parameter scope: `nil` for the project.
    /// - Throws: ``ConfigurationError``, or any other error of the closure.
    static func use<Result>(
        _ configuration: ServerConfiguration, _ scope: ProjectScope? = nil,
        _ body: (ProjectSettingsEditor) async throws -> Result
    ) async throws -> Result {
        try await Installation.useProject(configuration) { engine in
            let editor = ProjectSettingsEditor(
                engine, in: scope ?? ProjectScope(project: configuration.project),
                isDevelopment: DataDirectory.isDevelopment(configuration))
            return try await SettingRefusal.plain(configuration) { try await body(editor) }
        }
    }
}

/// The flag that lets a command accept addresses in one's own network, as the server does with the same setting.
struct PrivateAddressFlag: ParsableArguments {
    @Flag(
        name: .customLong(Settings.all.providers.allowPrivateAddresses.about.flagName),
        help: Settings.all.providers.allowPrivateAddresses.about.flagHelp)
    var isAllowed = false

    /// The setting's value.
    var values: [String: String] {
        isAllowed ? [Settings.name(\.providers.allowPrivateAddresses): "true"] : [:]
    }
}

/// The reasons why a change of settings is refused, in words.
enum SettingRefusal {
    /// Runs a closure.
    ///
    /// - Throws: ``ConfigurationError`` in place of an ``AuthError`` or a ``ProjectSettingRefusal``.
    static func plain<Result>(
        _ configuration: ServerConfiguration, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await TenantRefusal.described(body)
        } catch let refusal as ProjectSettingRefusal {
            throw ConfigurationError(description: refusal.description)
        } catch let error as AuthError {
            let hint = error.words.contains("private address") ? PrivateAddressHint.text(configuration) : ""
            throw ConfigurationError(description: error.words + hint)
        }
    }
}
