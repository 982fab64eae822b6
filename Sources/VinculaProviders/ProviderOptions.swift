/// What the operator decides about providers.
public struct ProviderOptions: Hashable, Sendable {
    /// A provider that exists without a project configuring it.
    public struct BuiltIn: Hashable, Sendable {
        /// Which tenants are let in; Microsoft alone has any.
        public var tenants = MicrosoftTenants.everybody
        /// The client ids whose tokens are accepted; without any the provider is not configured.
        ///
        /// Google's iOS library asks for tokens of one client id (`aud`) by another (`azp`): both belong here.
        public var clientIDs: [String]
        /// The provider's issuer, or for Microsoft what the issuers of all tenants begin with. No slash at the end.
        public var issuer: String
        /// What the first client shares with the provider; without it some providers do not say for whom an access token
        /// was made, and their access tokens are refused.
        public var clientSecret: String?
        /// Where the provider answers questions about access tokens. No slash at the end.
        public var apiURL: String

        public init(clientIDs: [String] = [], issuer: String, clientSecret: String? = nil, apiURL: String = "") {
            self.clientIDs = clientIDs
            self.issuer = issuer
            self.clientSecret = clientSecret
            self.apiURL = apiURL
        }
    }

    public var playGames = PlayGames()
    public var gameCenter = GameCenter()
    public var google: BuiltIn
    public var apple: BuiltIn
    public var microsoft: BuiltIn
    public var facebook: BuiltIn
    public var twitter: BuiltIn
    public var github: BuiltIn
    public var linkedIn: BuiltIn
    public var yahoo: BuiltIn
    /// Whether the emulator's unsigned assertions are believed (`--dev`).
    public var acceptsFakeAssertions: Bool
    /// Whether providers may stand on loopback, and there without TLS (`--dev`).
    public var allowsLoopbackHTTP: Bool
    /// Whether providers may stand at private addresses; at link-local ones they never may.
    public var allowsPrivateAddresses: Bool
    /// How long a provider has to deliver its keys, or to answer for one access token, all requests together.
    public var timeout: Duration

    public init(
        google: BuiltIn = BuiltIn(issuer: "https://accounts.google.com", apiURL: "https://www.googleapis.com"),
        apple: BuiltIn = BuiltIn(issuer: "https://appleid.apple.com"),
        microsoft: BuiltIn = BuiltIn(issuer: "https://login.microsoftonline.com"),
        facebook: BuiltIn = BuiltIn(issuer: "https://limited.facebook.com", apiURL: "https://graph.facebook.com"),
        twitter: BuiltIn = BuiltIn(issuer: "twitter.com", apiURL: "https://api.x.com"),
        github: BuiltIn = BuiltIn(issuer: "github.com", apiURL: "https://api.github.com"),
        linkedIn: BuiltIn = BuiltIn(issuer: "https://www.linkedin.com/oauth", apiURL: "https://api.linkedin.com"),
        yahoo: BuiltIn = BuiltIn(issuer: "https://api.login.yahoo.com", apiURL: "https://api.login.yahoo.com"),
        acceptsFakeAssertions: Bool = false, allowsLoopbackHTTP: Bool = false, allowsPrivateAddresses: Bool = false,
        timeout: Duration = .seconds(5)
    ) {
        self.google = google
        self.apple = apple
        self.microsoft = microsoft
        self.facebook = facebook
        self.twitter = twitter
        self.github = github
        self.linkedIn = linkedIn
        self.yahoo = yahoo
        self.acceptsFakeAssertions = acceptsFakeAssertions
        self.allowsLoopbackHTTP = allowsLoopbackHTTP
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.timeout = timeout
    }
}
