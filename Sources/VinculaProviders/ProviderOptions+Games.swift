extension ProviderOptions {
    /// Google Play Games.
    public struct PlayGames: Hashable, Sendable {
        /// The game's web client; empty for none.
        public var clientID = ""
        public var clientSecret: String?
        /// Where codes become tokens.
        public var tokenURL = "https://oauth2.googleapis.com/token"
        /// Where players are described. No slash at the end.
        public var apiURL = "https://games.googleapis.com"

        public init() {}
    }

    /// Apple's Game Center.
    public struct GameCenter: Hashable, Sendable {
        /// The games whose signatures are accepted; without any the provider is not configured.
        public var bundleIDs: [String] = []
        /// Where the certificates of Game Center's keys are, and nowhere else. With a slash at the end.
        public var keyURL = "https://static.gc.apple.com/public-key/"

        public init() {}
    }
}
