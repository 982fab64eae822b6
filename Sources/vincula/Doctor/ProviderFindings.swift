import VinculaCore
import VinculaEngine
import VinculaProviders

/// The doctor's findings about the operator's providers, and which projects have clients of their own.
enum ProviderFindings {
    /// The projects that have a client of their own at a built-in provider.
    struct OwnClients {
        /// The projects, sorted, by provider.
        fileprivate var projects: [ProviderID: [String]] = [:]
        /// The projects whose client has no secret, by provider.
        fileprivate var withoutSecret: [ProviderID: [String]] = [:]
    }

    /// - Parameter opensData: `true` if the data may be opened.
    static func all(_ configuration: ServerConfiguration, opensData: Bool) async -> [Finding] {
        // Data that cannot be opened is reported elsewhere.
        let own = opensData ? try? await Installation.use(configuration) { try await ownClients($0) } : nil
        return all(configuration.providers, own ?? OwnClients())
    }

    static func ownClients(_ engine: AuthEngine) async throws -> OwnClients {
        var found = OwnClients()
        for project in try await EngineFindings.projects(engine) {
            let providers = try await engine.projects.supportedProviders(in: ProjectScope(project: project))
            for provider in providers where provider.isEnabled {
                found.projects[provider.id, default: []].append(project)
                if !provider.hasSecret { found.withoutSecret[provider.id, default: []].append(project) }
            }
        }
        return found
    }

    static func all(_ options: ProviderOptions, _ own: OwnClients) -> [Finding] {
        // Under `--dev` nobody lacks a provider: the console calls it on, with this server's page.
        let standsIn = BuiltInProvider.all.filter { options.acceptsFakeAssertions && !options[$0.id].hasClient }
        let names = standsIn.compactMap { $0.settings?.name }
        let standIn = names.isEmpty ? [] : [Finding.good(standIn(for: names))]
        return standIn
            + BuiltInProvider.all.flatMap { provider in
                guard let settings = provider.settings else { return [Finding]() }
                let isReplaced = names.contains(settings.name)
                let projects = own.projects[provider.id] ?? []
                let tokens =
                    settings.checksAccessTokens
                    ? accessTokens(provider, settings, options)
                    : idTokens(settings, options[provider.id], isOptional: isReplaced || !projects.isEmpty)
                let client = projects.isEmpty ? nil : Finding.good(ownClients(of: settings.name, projects))
                let lacking = options.acceptsFakeAssertions ? [] : own.withoutSecret[provider.id] ?? []
                let pages = lacking.map { withoutPage(provider, settings.name, $0) }
                return [client, tokens].compactMap(\.self) + pages + [page(provider, settings, options)].compactMap(\.self)
            }
    }

    private static func standIn(for names: [String]) -> String {
        """
        This development server's own page stands in for providers without a client (\(names.joined(separator: ", "))): \
        people sign in there as anybody.
        """
    }

    private static func ownClients(of name: String, _ projects: [String]) -> String {
        let some = projects.prefix(10).joined(separator: ", ") + (projects.count > 10 ? ", …" : "")
        return projects.count == 1
            ? "\(name): project \(some) has a client of its own." : "\(name): projects \(some) have clients of their own."
    }

    private static func withoutPage(_ provider: BuiltInProvider, _ name: String, _ project: String) -> Finding {
        .note(
            "Nobody can sign in at \(name)'s page in project \(project), whose client has no secret: vincula config providers set "
                + "\(provider.id) --secret --project \(project)")
    }

    /// - Parameter isOptional: `true` if a project has a client of its own, so that the server may do without.
    private static func idTokens(
        _ settings: BuiltInProvider.Settings, _ options: ProviderOptions.BuiltIn, isOptional: Bool
    ) -> Finding? {
        guard options.clientIDs.isEmpty else {
            return .good("\(settings.name) tokens are accepted for \(options.clientIDs.joined(separator: ", ")).")
        }
        return isOptional
            ? nil : .note("\(settings.name) tokens are refused: no client id is set (\(settings.clientSetting)).")
    }

    /// The finding about a provider of access tokens that has any setting.
    private static func accessTokens(
        _ provider: BuiltInProvider, _ settings: BuiltInProvider.Settings, _ options: ProviderOptions
    ) -> Finding? {
        let (name, secret) = (settings.name, settings.prefix + ".clientSecret")
        switch (options[provider.id].clientIDs.first, options[provider.id].clientSecret) {
        case (nil, nil): return nil
        case (nil, _?): return .bad("\(secret) is set without a client id; \(name) tokens are refused.")
        case (let id?, nil):
            return .note("\(name)'s access tokens are refused for \(id): they cannot be checked without \(secret).")
        case (let id?, _?): return .good("\(name)'s access tokens are accepted for \(id).")
        }
    }

    /// The finding about the page of a configured provider.
    private static func page(
        _ provider: BuiltInProvider, _ settings: BuiltInProvider.Settings, _ options: ProviderOptions
    ) -> Finding? {
        guard options[provider.id].hasClient else { return nil }
        return provider.hasPage(options)
            ? .good("People can sign in at \(settings.name)'s page.")
            : .note("Nobody can sign in at \(settings.name)'s page: it needs \(settings.pageNeeds).")
    }
}
