import VinculaCore
import VinculaProviders

extension ProviderOptions {
    /// The operator's providers; under `--dev` they may be on this machine, and fake assertions are accepted.
    init(_ values: SettingValues) {
        self.init(
            acceptsFakeAssertions: values[\.dev], allowsLoopbackHTTP: values[\.dev],
            allowsPrivateAddresses: values[\.providers.allowPrivateAddresses],
            timeout: .seconds(values[\.providers.timeoutSeconds]))
        let settings = Settings.all
        for provider in settings.builtInProviders { self[provider.id] = provider.options(values) }
        self[.apple].appleKey = settings.applePage.key(values)
        self[.twitter].codeClient = settings.twitterPage.client(values)
        self[.microsoft].tenants = values[\.microsoftTenants]
        playGames.clientID = values[\.playGames.clientId] ?? ""
        playGames.clientSecret = values[\.playGames.clientSecret]
        playGames.tokenURL = values[\.playGames.tokenUrl]
        playGames.apiURL = values[\.playGames.apiUrl]
        gameCenter.bundleIDs = values[\.gameCenter.bundleIds]
        gameCenter.keyURL = values[\.gameCenter.keyUrl]
    }

    /// The providers with a configured client; under `--dev` all of them, because fake assertions are accepted.
    var known: Set<ProviderID> { acceptsFakeAssertions ? ProviderID.builtIn : configured }
}
