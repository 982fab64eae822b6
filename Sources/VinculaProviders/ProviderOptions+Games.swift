extension ProviderOptions {
    /// Google Play Games.
    public struct PlayGames: Hashable, Sendable {
        /// The game's web client; empty if there is none.
        public var clientID = ""
        public var clientSecret: String?
        /// The token endpoint, at which codes are exchanged.
        public var tokenURL = "https://oauth2.googleapis.com/token"
        /// The base URL of the API that describes players, without a trailing slash.
        public var apiURL = "https://games.googleapis.com"

        public init() {}
    }

    /// Apple's Game Center.
    public struct GameCenter: Hashable, Sendable {
        /// The games whose signatures are accepted; if empty, the provider is not configured.
        public var bundleIDs: [String] = []
        /// The only address from which certificates of Game Center's keys are fetched, with a trailing slash.
        public var keyURL = "https://static.gc.apple.com/public-key/"

        public init() {}
    }
}
