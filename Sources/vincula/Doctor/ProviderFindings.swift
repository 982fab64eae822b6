import VinculaCore
import VinculaProviders

/// The doctor's findings about the operator's providers.
enum ProviderFindings {
    static func all(_ options: ProviderOptions) -> [Finding] {
        BuiltInProvider.all.flatMap { provider in
            guard let settings = provider.settings else { return [Finding]() }
            let found =
                settings.checksAccessTokens ? accessTokens(provider, settings, options) : idTokens(settings, options[provider.id])
            return (found.map { [$0] } ?? []) + (page(provider, settings, options).map { [$0] } ?? [])
        }
    }

    private static func idTokens(_ settings: BuiltInProvider.Settings, _ options: ProviderOptions.BuiltIn) -> Finding? {
        options.clientIDs.isEmpty
            ? .note("\(settings.name) tokens are refused: no client id is set (\(settings.clientSetting)).")
            : .good("\(settings.name) tokens are accepted for \(options.clientIDs.joined(separator: ", ")).")
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
