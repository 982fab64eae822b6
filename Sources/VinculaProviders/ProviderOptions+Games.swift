extension ProviderOptions {
    /// Google Play Games.
    package struct PlayGames: Hashable, Sendable {
        /// The game's web client; empty if there is none.
        package var clientID = ""
        package var clientSecret: String?
        /// The token endpoint, at which codes are exchanged.
        package var tokenURL = "https://oauth2.googleapis.com/token"
        /// The base URL of the API that describes players, without a trailing slash.
        package var apiURL = "https://games.googleapis.com"

        package init() {}
    }

    /// Apple's Game Center.
    package struct GameCenter: Hashable, Sendable {
        /// The games whose signatures are accepted; if empty, the provider is not configured.
        package var bundleIDs: [String] = []
        /// The only address from which certificates of Game Center's keys are fetched, with a trailing slash.
        package var keyURL = "https://static.gc.apple.com/public-key/"

        package init() {}
    }
}
