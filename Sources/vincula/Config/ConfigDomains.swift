import ArgumentParser
import VinculaCore
import VinculaEngine
import VinculaServer

/// `vincula config domains`
struct ConfigDomains: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Manages the hosts that links and redirects may lead to.",
        subcommands: [ConfigDomainsList.self, ConfigDomainsAdd.self, ConfigDomainsRemove.self],
        defaultSubcommand: ConfigDomainsList.self)

    static let setting = "authorizedDomains"

    /// Changes the domains.
    ///
    /// - Returns: The domains afterwards.
    static func edit(
        _ configuration: ServerConfiguration, _ change: (ProjectSettingsEditor, ProjectSetting, [String]) async throws -> Void
    ) async throws -> [String] {
        let setting = try SettingName.find(setting, inTenant: false)
        return try await ProjectSettingsEditor.use(configuration) { editor in
            func domains() async throws -> [String] {
                try await editor.value(of: setting)?.split(separator: ",").map(String.init) ?? []
            }
            try await change(editor, setting, try await domains())
            return try await domains()
        }
    }
}

/// `vincula config domains list`
struct ConfigDomainsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the hosts, a line each.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        for domain in try await ConfigDomains.edit(configuration, { _, _, _ in }) { print(Table.printable(domain)) }
    }
}

/// `vincula config domains add`
struct ConfigDomainsAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds hosts.")

    @Argument(help: "Host names, such as app.example.com, without scheme, port and path.") var domains: [String]
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let added = domains.map { AuthorizedDomains.host($0) ?? $0 }
        _ = try await ConfigDomains.edit(configuration) { editor, setting, _ in try await editor.edit(setting, adding: added) }
        print("Links and redirects of project \(configuration.project) may lead to \(added.joined(separator: ", ")).")
    }
}

/// `vincula config domains remove`
struct ConfigDomainsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Removes hosts.")

    @Argument(help: "Host names.") var domains: [String]
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let removed = domains.map { AuthorizedDomains.host($0) ?? $0 }
        _ = try await ConfigDomains.edit(configuration) { editor, setting, present in
            for domain in removed where !present.contains(domain) {
                let near = NearestName.of(domain, among: present).map { " Did you mean \($0)?" } ?? ""
                throw ConfigurationError(
                    description: "\(Table.printable(domain)) is not among the hosts of project \(configuration.project).\(near)")
            }
            try await editor.edit(setting, removing: removed)
        }
        print(
            "Links and redirects of project \(configuration.project) may no longer lead to \(removed.joined(separator: ", ")).")
    }
}
