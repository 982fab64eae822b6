import VinculaCore
import VinculaEngine
import VinculaProviders

/// A provider in words.
struct ProviderDescription {
    private var rows: [[String]]
    private let id: ProviderID

    /// The text, a fact in each line.
    var text: String {
        var table = Table(headings: ["Provider", id.value])
        table.rows = rows.filter { !$0[1].isEmpty }
        return table.text(widest: 120)
    }

    /// Describes a provider that the project defines.
    init(_ provider: OpenIDProvider, _ configuration: ServerConfiguration, _ scope: ProjectScope) {
        id = provider.id
        let endpoints = provider.endpoints
        let answers = [provider.allowsCode ? "code" : "", provider.allowsIDToken ? "id_token" : ""].filter { !$0.isEmpty }
        rows = [
            Self.state(provider.isEnabled), ["Name", provider.displayName ?? ""], ["Client id", provider.clientID],
            Self.secret(provider.sealedClientSecret), ["Issuer", endpoints == nil ? provider.issuer : ""],
            ["Answers", answers.joined(separator: ", ")],
        ]
        if let endpoints {
            rows += [
                ["Authorization URL", endpoints.authorizationURL], ["Token URL", endpoints.tokenURL],
                ["Profile URL", endpoints.userInfoURL], ["Scopes", endpoints.scopes.joined(separator: " ")],
                ["Member with the id", endpoints.members.subject],
            ]
        }
        rows.append(Self.redirect(provider.id, configuration, scope))
    }

    /// Describes a built-in provider that the project configures.
    init(_ provider: SupportedProvider, _ configuration: ServerConfiguration, _ scope: ProjectScope) {
        id = provider.id
        rows = [
            Self.state(provider.isEnabled), ["Client id", provider.clientID],
            ["Other client ids", provider.otherClientIDs.joined(separator: ", ")], Self.secret(provider.sealedClientSecret),
            ["Bundle ids", provider.apple.bundleIDs.joined(separator: ", ")], ["Team id", provider.apple.teamID ?? ""],
            ["Key id", provider.apple.keyID ?? ""],
            ["Private key", provider.apple.sealedPrivateKey == nil ? "" : "set"],
            Self.redirect(provider.id, configuration, scope),
        ]
    }

    /// Describes a built-in provider that the server's settings configure.
    init(server id: ProviderID, _ configuration: ServerConfiguration, _ scope: ProjectScope) {
        self.id = id
        rows = [
            ["State", "on, by the server's settings"],
            ["Client id", configuration.providers[id].clientIDs.joined(separator: ", ")],
            Self.redirect(id, configuration, scope),
        ]
    }

    private static func state(_ isEnabled: Bool) -> [String] { ["State", isEnabled ? "on" : "off"] }

    private static func secret(_ sealed: String?) -> [String] { ["Client secret", sealed == nil ? "none" : "set"] }

    private static func redirect(
        _ id: ProviderID, _ configuration: ServerConfiguration, _ scope: ProjectScope
    ) -> [String] {
        ["Redirect address", FlowCallback.url(of: id, in: scope, server: configuration.address)]
    }
}

extension SupportedProvider {
    /// Indicates whether the client has a secret, or needs none: Apple has keys, and games have no page.
    var hasSecret: Bool { sealedClientSecret != nil || [.apple, .gameCenter, .playGames].contains(id) }
}
