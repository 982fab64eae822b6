/// An app's registration with a built-in provider, its secret in clear; it lives no longer than the check that needs it.
package struct ProviderClient: Hashable, Sendable {
    /// The client ids whose tokens are accepted.
    ///
    /// Google's iOS library requests tokens for one client id (`aud`) with another (`azp`): both belong here.
    package var ids: [String]
    /// The client secret; some providers require it to tell which client a token was issued to.
    package var secret: String?
    /// The key with which the app authenticates to Apple.
    package var appleKey: AppleKey?

    /// A private key that Apple issued to a team, in clear.
    package struct AppleKey: Hashable, Sendable {
        package var teamID: String
        package var keyID: String
        /// In PEM.
        package var privateKey: String

        package init(teamID: String, keyID: String, privateKey: String) {
            self.teamID = teamID
            self.keyID = keyID
            self.privateKey = privateKey
        }
    }

    package init(ids: [String], secret: String? = nil) {
        self.ids = ids
        self.secret = secret
    }
}
