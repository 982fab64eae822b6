package import VinculaCore

/// A provider that is available without a project's configuration, described in one place: its file.
///
/// Settings, `doctor`, administrators' lists, and what pages and mails call it are derived from ``all``.
package struct BuiltInProvider: Sendable {
    /// All of them, in the order in which lists show them.
    package static let all: [BuiltInProvider] = [
        .google, .apple, .facebook, .twitter, .github, .microsoft, .yahoo, .linkedIn, .playGames, .gameCenter,
    ]

    package let id: ProviderID
    package let title: String
    /// The path of the provider's mark, on a square of 24 by 24.
    let mark: String
    /// The operator's settings; `nil` for a provider whose settings are not of the usual kind.
    package var settings: Settings?
    /// The options without any setting: the provider's own addresses.
    package var standard = ProviderOptions.BuiltIn(issuer: "")
    /// Makes the provider; `nil` for one without tokens or a page.
    var make: (@Sendable (ProviderOptions.BuiltIn, Timestamp) -> any IdentityProvider)?

    package static subscript(id: ProviderID) -> BuiltInProvider? { all.first { $0.id == id } }

    /// What people see of all providers.
    package static let catalogue = ProviderCatalogue(
        all.map { provider in
            let mark =
                "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path fill=\"currentColor\" d=\"\(provider.mark)\"/></svg>"
            return ProviderDescription(id: provider.id, title: provider.title, mark: mark)
        })

    /// The names and help of the operator's settings.
    package struct Settings: Sendable {
        /// How clients are given.
        package enum Clients: Sendable {
            /// `clientIds`, comma-separated.
            case list(help: String)
            /// `clientId`.
            case one(help: String)
        }

        /// An address that can be replaced.
        package struct Address: Sendable {
            /// The last part of the setting's name.
            package var name: String
            package var help: String
            /// More about it for Operations.md.
            package var details: String

            init(_ name: String, _ help: String, details: String = "") {
                self.name = name
                self.help = help
                self.details = details
            }
        }

        /// The first part of the settings' names.
        package let prefix: String
        /// The provider's name in sentences about its settings.
        package let name: String
        package let clients: Clients
        /// The help of `clientSecret`.
        package var secret: String?
        package var issuer: Address?
        package var api: Address?
        package var page: Address?
        /// The settings that the provider's page needs besides a client id, in words.
        package let pageNeeds: String
        /// Indicates whether clients may send access tokens alone, which are checked with the secret.
        package var checksAccessTokens = true

        /// The name of the setting for clients.
        package var clientSetting: String {
            switch clients {
            case .list: prefix + ".clientIds"
            case .one: prefix + ".clientId"
            }
        }
    }

    /// Indicates whether the provider's page has what it needs in the operator's settings.
    package func hasPage(_ options: ProviderOptions) -> Bool {
        guard let page = make?(options[id], Timestamp(seconds: 0)) as? any PageProvider else { return false }
        return (try? page.requirePage()) != nil
    }
}
