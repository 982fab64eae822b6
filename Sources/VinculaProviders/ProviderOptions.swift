package import VinculaCore
package import VinculaEngine

/// The operator's settings for identity providers.
package struct ProviderOptions: Hashable, Sendable {
    /// A provider that is available without a project's configuration.
    package struct BuiltIn: Hashable, Sendable {
        /// The tenants that may sign in; used by Microsoft only.
        package var tenants = MicrosoftTenants.everybody
        /// The client ids whose tokens are accepted; if empty, the provider is not configured.
        ///
        /// Google's iOS library requests tokens for one client id (`aud`) through another (`azp`): both belong here.
        package var clientIDs: [String]
        /// The provider's issuer, or for Microsoft the common prefix of all tenants' issuers. No trailing slash.
        package var issuer: String
        /// The first client's secret. Without it some providers do not say to whom an access token was issued, and their
        /// access tokens are refused.
        package var clientSecret: String?
        /// The base URL of the provider's API for checking access tokens. No trailing slash.
        package var apiURL: String
        /// The base URL of the provider's pages for people, where it is neither of the other two. No trailing slash.
        package var pageURL: String
        /// The key that makes the client's secrets; used by Apple only.
        package var appleKey: ProviderClient.AppleKey?
        /// The client for authorization codes where it is not the one above; used by X only.
        package var codeClient: CodeClient?

        /// A client that redeems authorization codes.
        package struct CodeClient: Hashable, Sendable {
            package var id: String
            package var secret: String

            package init(id: String, secret: String) {
                self.id = id
                self.secret = secret
            }
        }

        package init(
            clientIDs: [String] = [], issuer: String, clientSecret: String? = nil, apiURL: String = "", pageURL: String = ""
        ) {
            self.pageURL = pageURL
            self.clientIDs = clientIDs
            self.issuer = issuer
            self.clientSecret = clientSecret
            self.apiURL = apiURL
        }
    }

    package var playGames = PlayGames()
    package var gameCenter = GameCenter()
    private var builtIn: [ProviderID: BuiltIn]
    /// Indicates whether the emulator's unsigned assertions are accepted (`--dev`).
    package var acceptsFakeAssertions: Bool
    /// Indicates whether providers may be on loopback, and may then do without TLS (`--dev`).
    package var allowsLoopbackHTTP: Bool
    /// Indicates whether providers may have private addresses. Link-local addresses are never allowed.
    package var allowsPrivateAddresses: Bool
    /// The time limit for fetching a provider's keys, or for checking one access token, all requests together.
    package var timeout: Duration

    /// - Parameters:
    ///   - builtIn: The settings of built-in providers; those that are missing have no client.
    ///   - acceptsFakeAssertions: True to accept the emulator's unsigned assertions.
    ///   - allowsLoopbackHTTP: True to allow providers on loopback, without TLS.
    ///   - allowsPrivateAddresses: True to allow providers with private addresses.
    ///   - timeout: The time limit for all requests to a provider about one token together.
    package init(
        _ builtIn: [ProviderID: BuiltIn] = [:], acceptsFakeAssertions: Bool = false, allowsLoopbackHTTP: Bool = false,
        allowsPrivateAddresses: Bool = false, timeout: Duration = .seconds(5)
    ) {
        self.builtIn = builtIn
        self.acceptsFakeAssertions = acceptsFakeAssertions
        self.allowsLoopbackHTTP = allowsLoopbackHTTP
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.timeout = timeout
    }

    /// The settings of a built-in provider.
    package subscript(id: ProviderID) -> BuiltIn {
        get { builtIn[id] ?? BuiltInProvider[id]?.standard ?? BuiltIn(issuer: id.value) }
        set { builtIn[id] = newValue }
    }

    /// The built-in providers with a configured client.
    package var configured: Set<ProviderID> {
        var ids = Set(BuiltInProvider.all.map(\.id).filter { self[$0].hasClient })
        if !playGames.clientID.isEmpty { ids.insert(.playGames) }
        if !gameCenter.bundleIDs.isEmpty { ids.insert(.gameCenter) }
        return ids
    }
}

extension ProviderOptions {
    /// The client ids at Google that have a secret. A native app has none, so these are no apps'.
    package var googleWebClientIDs: Set<String> {
        func isSecret(_ text: String?) -> Bool { text?.isEmpty == false }
        var ids = Set(isSecret(self[.google].clientSecret) ? self[.google].clientIDs.prefix(1) : [])
        if isSecret(playGames.clientSecret) { ids.insert(playGames.clientID) }
        return ids
    }
}

extension ProviderOptions.BuiltIn {
    /// Indicates whether there is a client.
    package var hasClient: Bool { !clientIDs.isEmpty || codeClient != nil }
}
