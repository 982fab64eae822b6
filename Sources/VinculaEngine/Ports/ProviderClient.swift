/// An app as a built-in provider knows it, its secret in clear; it lives no longer than the check that needs it.
public struct ProviderClient: Hashable, Sendable {
    /// The client ids whose tokens are accepted.
    ///
    /// Google's iOS library asks for tokens of one client id (`aud`) by another (`azp`): both belong here.
    public var ids: [String]
    /// What the app shares with the provider; some providers need it to say for whom a token was made.
    public var secret: String?

    public init(ids: [String], secret: String? = nil) {
        self.ids = ids
        self.secret = secret
    }
}
