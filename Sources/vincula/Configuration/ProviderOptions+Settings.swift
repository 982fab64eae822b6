import VinculaCore
import VinculaProviders

extension ProviderOptions {
    /// The operator's providers; under `--dev` they may be on this machine, and fake assertions are accepted.
    init(_ values: SettingValues) {
        self.init(
            google: BuiltIn(
                clientIDs: values[\.google.clientIds], issuer: values[\.google.issuer], apiURL: values[\.googleApiUrl]),
            apple: BuiltIn(clientIDs: values[\.apple.clientIds], issuer: values[\.apple.issuer]),
            microsoft: BuiltIn(clientIDs: values[\.microsoft.clientIds], issuer: values[\.microsoft.issuer]),
            facebook: BuiltIn(
                clientIDs: values[\.facebook.clientIds], issuer: values[\.facebook.issuer],
                clientSecret: values[\.facebook.clientSecret], apiURL: values[\.facebook.graphUrl]),
            linkedIn: BuiltIn(
                clientIDs: values[\.linkedin.clientIds], issuer: values[\.linkedin.issuer],
                clientSecret: values[\.linkedin.clientSecret], apiURL: values[\.linkedin.apiUrl]),
            yahoo: BuiltIn(
                clientIDs: values[\.yahoo.clientIds], issuer: values[\.yahoo.issuer],
                clientSecret: values[\.yahoo.clientSecret], apiURL: values[\.yahoo.apiUrl]),
            acceptsFakeAssertions: values[\.dev], allowsLoopbackHTTP: values[\.dev],
            allowsPrivateAddresses: values[\.providers.allowPrivateAddresses],
            timeout: .seconds(values[\.providers.timeoutSeconds]))
        twitter.clientIDs = values[\.twitter.clientId].map { [$0] } ?? []
        twitter.clientSecret = values[\.twitter.clientSecret]
        twitter.apiURL = values[\.twitter.apiUrl]
        github.clientIDs = values[\.github.clientId].map { [$0] } ?? []
        github.clientSecret = values[\.github.clientSecret]
        github.apiURL = values[\.github.apiUrl]
        microsoft.tenants = values[\.microsoft.tenants]
        playGames.clientID = values[\.playGames.clientId] ?? ""
        playGames.clientSecret = values[\.playGames.clientSecret]
        playGames.tokenURL = values[\.playGames.tokenUrl]
        playGames.apiURL = values[\.playGames.apiUrl]
        gameCenter.bundleIDs = values[\.gameCenter.bundleIds]
        gameCenter.keyURL = values[\.gameCenter.keyUrl]
    }

    /// The providers with a configured client; under `--dev` all of them, because fake assertions are accepted.
    var known: Set<ProviderID> {
        if acceptsFakeAssertions { return ProviderID.builtIn }
        let clients: [ProviderID: Bool] = [
            .google: !google.clientIDs.isEmpty, .apple: !apple.clientIDs.isEmpty, .microsoft: !microsoft.clientIDs.isEmpty,
            .facebook: !facebook.clientIDs.isEmpty, .twitter: !twitter.clientIDs.isEmpty, .github: !github.clientIDs.isEmpty,
            .linkedIn: !linkedIn.clientIDs.isEmpty, .yahoo: !yahoo.clientIDs.isEmpty, .playGames: !playGames.clientID.isEmpty,
            .gameCenter: !gameCenter.bundleIDs.isEmpty,
        ]
        return Set(clients.filter(\.value).keys)
    }
}
