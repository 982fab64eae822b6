/// An app as a built-in provider knows it, its secret in clear; it lives no longer than the check that needs it.
public struct ProviderClient: Hashable, Sendable {
    /// The client ids whose tokens are accepted.
    ///
    /// Google's iOS library asks for tokens of one client id (`aud`) by another (`azp`): both belong here.
    public var ids: [String]
    /// What the app shares with the provider; some providers need it to say for whom a token was made.
    public var secret: String?
    /// The key by which the app proves itself to Apple.
    public var appleKey: AppleKey?

    /// A private key that Apple gave to a team, in clear.
    public struct AppleKey: Hashable, Sendable {
        public var teamID: String
        public var keyID: String
        /// In PEM.
        public var privateKey: String

        public init(teamID: String, keyID: String, privateKey: String) {
            self.teamID = teamID
            self.keyID = keyID
            self.privateKey = privateKey
        }
    }

    public init(ids: [String], secret: String? = nil) {
        self.ids = ids
        self.secret = secret
    }
}
