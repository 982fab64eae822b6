import ArgumentParser
import VinculaCore
import VinculaEngine
import VinculaProviders
import VinculaServer

/// `vincula config providers`
struct ConfigProviders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", abstract: "Manages a project's identity providers.",
        discussion: """
            Providers are the built-in ones, such as google.com, those of OpenID Connect (oidc.NAME), and those that you describe \
            by their endpoints (oauth2.NAME). SAML providers are added with vincula sign-in saml.
            """,
        subcommands: [
            ConfigProvidersList.self, ConfigProvidersShow.self, ConfigProvidersSet.self, ConfigProvidersEnable.self,
            ConfigProvidersDisable.self, ConfigProvidersRemove.self,
        ],
        defaultSubcommand: ConfigProvidersList.self)
}

/// The argument that names a provider, and whose it is.
struct ProviderArgument: ParsableArguments {
    @Argument(
        help: "The provider's id, such as google.com, oidc.acme or oauth2.acme.",
        completion: .list(ProviderID.builtIn.map(\.value).sorted()))
    var id: String
    @OptionGroup var tenant: ConfigTenantFlag

    /// The provider.
    ///
    /// - Throws: ``ConfigurationError`` that names the nearest provider.
    func provider() throws -> ProviderID {
        let provider = ProviderID(id)
        guard !ProviderID.builtIn.contains(provider), !provider.isDefinedByProject else { return provider }
        let names = ProviderID.builtIn.map(\.value).sorted()
        let hint =
            NearestName.of(id, among: names).map { "Did you mean \($0)?" }
            ?? "There are \(names.joined(separator: ", ")), and oidc.NAME and oauth2.NAME."
        throw ConfigurationError(description: "Unknown provider \(Table.printable(String(id.prefix(60)))). \(hint)")
    }
}

/// Errors about providers, in words.
enum ProviderRefusal {
    /// Runs a closure.
    ///
    /// - Throws: ``ConfigurationError`` in place of an ``AuthError``.
    static func plain<Result>(
        _ id: ProviderID, _ configuration: ServerConfiguration, _ body: () async throws -> Result
    ) async throws -> Result {
        try await SettingRefusal.plain(configuration) {
            do {
                return try await body()
            } catch AuthError.configurationNotFound {
                let command =
                    id.isSAML
                    ? "sign-in saml add \(Table.printable(id.value)) --metadata FILE"
                    : "config providers set \(Table.printable(id.value)) --client-id …"
                throw ConfigurationError(description: "\(Table.printable(id.value)) is not configured here: vincula \(command)")
            } catch AuthError.invalidConfig(let text) {
                throw AuthError.invalidConfig(OwnProviderFlags.named(text))
            } catch AuthError.invalidConfigID {
                throw ConfigurationError(
                    description: """
                        \(Table.printable(id.value)) is not a provider's id: it is oidc. or oauth2., and up to 64 lower-case letters, \
                        digits, dots, hyphens or underscores.
                        """)
            } catch AuthError.duplicateConfig {
                throw ConfigurationError(description: "Somebody else has just configured \(id): try again.")
            }
        }
    }
}

/// `vincula config providers list`
struct ConfigProvidersList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the providers that are configured.")

    @OptionGroup var tenant: ConfigTenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let scope = try tenant.scope(configuration)
        let rows = try await Installation.useProject(configuration) { engine in
            try await TenantRefusal.described {
                let settings = try await engine.projects.settings(in: scope)
                let own = try await engine.projects.supportedProviders(in: scope)
                let defined = try await engine.projects.openIDProviders(in: scope)
                let isServers = scope.tenant.isEmpty || settings.tenants.haveServerProviders
                let servers = isServers ? engine.serverProviders.subtracting(own.map(\.id)) : []
                let home = scope.tenant.isEmpty ? "the project" : "the tenant"
                func row(_ id: ProviderID, _ isEnabled: Bool, _ client: String, _ home: String) -> [String] {
                    [id.value, isEnabled ? "on" : "off", client, home]
                }
                var rows = own.map { row($0.id, $0.isEnabled, $0.clientID, home) }
                rows += defined.map { row($0.id, $0.isEnabled, $0.clientID, home) }
                rows += servers.map { row($0, true, configuration.providers[$0].clientIDs.first ?? "", "the server's settings") }
                return rows
            }
        }
        guard !rows.isEmpty else { return print("There are no providers in \(tenant.words(configuration)).") }
        var table = Table(headings: ["ID", "STATE", "CLIENT ID", "CONFIGURED IN"])
        table.rows = rows.sorted { $0[0] < $1[0] }
        print(table.text(widest: 80))
    }
}

/// `vincula config providers show`
struct ConfigProvidersShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a provider, and what to enter at the provider.")

    @OptionGroup var argument: ProviderArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let id = try argument.provider()
        let scope = try argument.tenant.scope(configuration)
        let text = try await Installation.useProject(configuration) { engine in
            if id.isSAML {
                return try await SAMLRefusal.plain(id.value) {
                    SAMLDescription(try await engine.projects.samlProvider(id, in: scope), configuration, in: scope).text
                }
            }
            return try await ProviderRefusal.plain(id, configuration) {
                if id.isDefinedByProject {
                    return ProviderDescription(try await engine.projects.openIDProvider(id, in: scope), configuration, scope).text
                }
                do {
                    let own = try await engine.projects.supportedProvider(id, in: scope)
                    return ProviderDescription(own, configuration, scope).text
                } catch AuthError.configurationNotFound {
                    guard scope.tenant.isEmpty, engine.serverProviders.contains(id) else { throw AuthError.configurationNotFound }
                    return ProviderDescription(server: id, configuration, scope).text
                }
            }
        }
        print(text)
    }
}

/// `vincula config providers enable`
struct ConfigProvidersEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Turns a provider on.")

    @OptionGroup var argument: ProviderArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        try await ProviderSwitch.set(try argument.provider(), true, argument.tenant, try await data.configuration())
    }
}

/// `vincula config providers disable`
struct ConfigProvidersDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Turns a provider off, also one of the server's settings; accounts are kept.")

    @OptionGroup var argument: ProviderArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        try await ProviderSwitch.set(try argument.provider(), false, argument.tenant, try await data.configuration())
    }
}

/// `vincula config providers remove`
struct ConfigProvidersRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a provider's configuration; accounts are kept.",
        discussion: "A built-in provider then has what the server's settings say, if they say anything.")

    @OptionGroup var argument: ProviderArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let id = try argument.provider()
        let scope = try argument.tenant.scope(configuration)
        try await Installation.useProject(configuration) { engine in
            try await ProviderRefusal.plain(id, configuration) {
                try await engine.projects.deleteProvider(id, in: scope)
            }
        }
        print("Removed \(id) from \(argument.tenant.words(configuration)).")
    }
}

/// Turns providers on and off.
enum ProviderSwitch {
    /// - Throws: ``ConfigurationError``.
    static func set(
        _ id: ProviderID, _ isOn: Bool, _ tenant: ConfigTenantFlag, _ configuration: ServerConfiguration
    ) async throws {
        let scope = try tenant.scope(configuration)
        let isDevelopment = DataDirectory.isDevelopment(configuration)
        try await Installation.useProject(configuration) { engine in
            try await ProviderRefusal.plain(id, configuration) {
                let site = SAMLSite(server: configuration.address, isDevelopment: isDevelopment)
                try await engine.projects.switchProvider(id, to: isOn, at: site, in: scope)
            }
        }
        print("\(id) is \(isOn ? "on" : "off") in \(tenant.words(configuration)).")
    }
}
