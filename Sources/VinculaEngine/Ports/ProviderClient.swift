/// An app's registration with a built-in provider, its secret in clear; it lives no longer than the check that needs it.
public struct ProviderClient: Hashable, Sendable {
    /// The client ids whose tokens are accepted.
    ///
    /// Google's iOS library requests tokens for one client id (`aud`) with another (`azp`): both belong here.
    public var ids: [String]
    /// The client secret; some providers require it to tell which client a token was issued to.
    public var secret: String?
    /// The key with which the app authenticates to Apple.
    public var appleKey: AppleKey?

    /// A private key that Apple issued to a team, in clear.
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
