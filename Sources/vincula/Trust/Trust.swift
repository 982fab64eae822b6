import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula trust`
struct Trust: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and sets how far a project trusts each provider's emails.",
        discussion: """
            A proven email opens the account that has it; a claimed one never does. The level says when an email counts as proven:

              domainOwner       if the provider runs the mailbox (Google: gmail.com)
              assertsVerified   whenever the provider says that it is verified
              never             never

            The project's own setting takes precedence over the server's configuration (`providers.trust`), and that over the \
            project's default. A running server applies changes at once.
            """,
        subcommands: [TrustList.self, TrustSet.self, TrustReset.self], defaultSubcommand: TrustList.self)

    /// The argument that stands for the project's default.
    static let defaultName = "default"
    /// The providers that a shell offers.
    static let providers = CompletionKind.list(ProviderID.builtIn.map(\.value).sorted() + [defaultName])
}

/// `vincula trust list`
struct TrustList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists every provider's trust level and where it is set.")

    @OptionGroup(title: "Data") var data: DataFlags
    @Flag(help: "Use the defaults of `--dev` for a project that was never configured.") var dev = false

    func run() async throws {
        let configuration = try await data.configuration(dev ? [Settings.name(\.dev): "true"] : [:])
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let scope = ProjectScope(project: configuration.project)
        let settings = try await installation.engine.projects.settings(of: scope.project)
        let named = settings.providerTrust.keys.map { ProviderID($0) } + installation.engine.serverTrust.keys
        let configured = try await installation.engine.projects.openIDProviders(in: scope).map(\.id)
        var table = Table(headings: ["PROVIDER", "TRUST", "SET BY"])
        for provider in ProviderID.builtIn.union(named).union(configured).sorted(by: { $0.value < $1.value }) {
            let effective = settings.trust(in: provider, server: installation.engine.serverTrust)
            table.rows.append([provider.value, effective.trust.words, effective.source.words])
        }
        print(table.text(widest: 100))
        print("\nThe default of project \(scope.project) is \(settings.defaultTrust.level.rawValue).")
        try await installation.close()
    }
}

/// `vincula trust set`
struct TrustSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Sets a provider's trust level in the project.",
        discussion: """
            Example: trust GitHub for the addresses of one company.

              vincula trust set github.com domainOwner --domains acme.example
            """)

    @Argument(
        help: "google.com, github.com, oidc.acme, …; or `default` for providers without a setting of their own.",
        completion: Trust.providers)
    var provider: String
    @Argument(
        help: "domainOwner, assertsVerified or never.", completion: .list(ProviderTrust.Level.allCases.map(\.rawValue)))
    var level: String
    @Option(help: "Additional domains, comma-separated, whose emails are proven if the provider says that they are verified.")
    var domains: String?
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let names = (domains ?? "").split(separator: ",").map(String.init)
        let trust = try TrustSetting.trust(level: level, domains: names)
        let isDefault = provider == Trust.defaultName
        guard !isDefault || trust.domains.isEmpty else {
            throw ConfigurationError(description: "The default cannot have domains. Specify the provider to trust for them.")
        }
        let id = isDefault ? nil : try TrustSetting.provider(provider)
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        if let id {
            try await installation.engine.projects.setTrust(trust, in: id, of: configuration.project)
        } else {
            try await installation.engine.projects.setDefaultTrust(trust, of: configuration.project)
        }
        print("\(provider) in project \(configuration.project): \(trust.words).")
        try await installation.close()
    }
}

/// `vincula trust reset`
struct TrustReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Removes the project's setting for a provider.")

    @Argument(help: "google.com, github.com, oidc.acme, …; or `default`.", completion: Trust.providers) var provider: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let id = provider == Trust.defaultName ? nil : try TrustSetting.provider(provider)
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        let engine = installation.engine
        try await engine.requireProject(configuration)
        if let id {
            try await engine.projects.setTrust(nil, in: id, of: configuration.project)
            let effective = try await engine.projects.trust(in: id, of: configuration.project)
            print("\(id) in project \(configuration.project): \(effective.trust.words), set by \(effective.source.words).")
        } else {
            try await engine.projects.setDefaultTrust(ProjectSettings.production.defaultTrust, of: configuration.project)
            print("The default of project \(configuration.project): \(ProjectSettings.production.defaultTrust.words).")
        }
        try await installation.close()
    }
}
