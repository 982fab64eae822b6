/// Identifies a project and, in it, a tenant.
///
/// Every row and every uniqueness rule starts with this pair.
package struct ProjectScope: Hashable, Sendable, Codable {
    /// The project's id, as in `projects/{id}` on the wire.
    package let project: String
    /// The tenant's id; empty for the project itself.
    package let tenant: String

    package init(project: String, tenant: String = "") {
        self.project = project
        self.tenant = tenant
    }

    /// Indicates whether a text can be a project's id: up to 128 printable ASCII characters without spaces and slashes.
    package static func isProjectID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
    }
}

extension ProjectScope {
    /// Indicates whether a new project may have a text as its id: as Google's have, only characters that no shell, address or
    /// page reads as anything else. Projects of earlier versions have others (``isProjectID(_:)``), and keep them.
    package static func isNewProjectID(_ text: String) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return (1...128).contains(text.utf8.count) && text.utf8.first.map(isAlphanumeric) == true
            && text.utf8.allSatisfy { isAlphanumeric($0) || "-._:".utf8.contains($0) }
    }
}

/// An identifier that is one text wherever it is written: on the wire, in the database and in messages.
package protocol TextIdentifier: Hashable, Sendable, Codable, CustomStringConvertible {
    var value: String { get }

    init(_ value: String)
}

extension TextIdentifier {
    package var description: String { value }

    package init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// Identifies an account; the wire calls it `localId`. It never changes.
package struct AccountID: TextIdentifier {
    /// The id as on the wire.
    package let value: String

    package init(_ value: String) { self.value = value }

    /// Indicates whether others may choose a text as an id: 1 to 128 printable ASCII characters.
    package static func isWellFormed(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// Identifies a second factor of an account; the wire calls it `mfaEnrollmentId`.
package struct SecondFactorID: TextIdentifier {
    /// The id as on the wire.
    package let value: String

    package init(_ value: String) { self.value = value }
}

/// Identifies the provider that vouches for an identity: `google.com`, `password`, `oidc.acme`, …
package struct ProviderID: TextIdentifier {
    /// The id as on the wire, in lower case.
    package let value: String

    package init(_ value: String) { self.value = value }

    package static let password = ProviderID("password")
    package static let phone = ProviderID("phone")
    package static let anonymous = ProviderID("anonymous")
    package static let custom = ProviderID("custom")
    package static let google = ProviderID("google.com")
    package static let apple = ProviderID("apple.com")
    package static let microsoft = ProviderID("microsoft.com")
    package static let facebook = ProviderID("facebook.com")
    package static let twitter = ProviderID("twitter.com")
    package static let github = ProviderID("github.com")
    package static let yahoo = ProviderID("yahoo.com")
    package static let linkedIn = ProviderID("linkedin.com")
    package static let playGames = ProviderID("playgames.google.com")
    package static let gameCenter = ProviderID("gc.apple.com")

    /// True if a project defines this provider itself (`oidc.*`), so that it exists only once configured.
    package var isOpenIDConnect: Bool { value.hasPrefix("oidc.") && value.count > 5 }

    /// True if a project defines this provider itself, by its endpoints (`oauth2.*`), so that it exists only once configured.
    package var isPlainOAuth2: Bool { value.hasPrefix("oauth2.") && value.count > 7 }

    /// True if a project defines this provider itself, by SAML (`saml.*`).
    package var isSAML: Bool { value.hasPrefix("saml.") && value.count > 5 }

    /// True if a project defines this provider itself: `oidc.*`, `oauth2.*` or `saml.*`.
    package var isDefinedByProject: Bool { isOpenIDConnect || isPlainOAuth2 || isSAML }

    /// The federated providers that exist without being configured as `oidc.*`.
    package static let builtIn: Set<ProviderID> = [
        .google, .apple, .microsoft, .facebook, .twitter, .github, .yahoo, .linkedIn, .playGames, .gameCenter,
    ]

    /// The issuer of the provider's identities where only the provider is known: fake assertions, administrators.
    package var canonicalIssuer: String {
        switch self {
        case .google: "https://accounts.google.com"
        case .apple: "https://appleid.apple.com"
        default: value
        }
    }
}
