import VinculaCore
import VinculaProviders

extension ProviderOptions {
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

    /// Reads the settings of game platforms.
    ///
    /// - Parameter url: Checks a URL and removes the slash at its end.
    mutating func readGames(_ sources: ConfigurationSources, url: (String, Setting) throws -> String) throws {
        playGames.clientID = try sources.text(.playGamesClientId) ?? ""
        playGames.clientSecret = try sources.text(.playGamesClientSecret)
        playGames.tokenURL = try sources.text(.playGamesTokenUrl).map { try url($0, .playGamesTokenUrl) } ?? playGames.tokenURL
        playGames.apiURL = try sources.text(.playGamesApiUrl).map { try url($0, .playGamesApiUrl) } ?? playGames.apiURL
        gameCenter.bundleIDs = try sources.list(.gameCenterBundleIds)
        gameCenter.keyURL = try sources.text(.gameCenterKeyUrl).map { try url($0, .gameCenterKeyUrl) + "/" } ?? gameCenter.keyURL
    }
}

extension ServerConfiguration {
    /// - Throws: ``ConfigurationError`` for names that are not tenants.
    static func tenants(_ names: [String]) throws -> MicrosoftTenants {
        if names.isEmpty { return .everybody }
        guard let tenants = MicrosoftTenants(names) else {
            throw ConfigurationError(
                description: "microsoft.tenants is \(names.joined(separator: ",")); it must be consumers, organizations, common, "
                    + "or tenant ids.")
        }
        return tenants
    }
}
