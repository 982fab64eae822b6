/// Identifies a project and, in it, a tenant.
///
/// Every row and every uniqueness rule starts with this pair.
public struct ProjectScope: Hashable, Sendable, Codable {
    /// The project's id, as in `projects/{id}` on the wire.
    public let project: String
    /// The tenant's id; empty for the project itself.
    public let tenant: String

    public init(project: String, tenant: String = "") {
        self.project = project
        self.tenant = tenant
    }

    /// Indicates whether a text can be a project's id: up to 128 printable ASCII characters without spaces and slashes.
    public static func isProjectID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }
    }
}

/// Identifies an account; the wire calls it `localId`. It never changes.
public struct AccountID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as on the wire.
    public let value: String

    public init(_ value: String) { self.value = value }

    public var description: String { value }

    public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// Identifies a second factor of an account; the wire calls it `mfaEnrollmentId`.
public struct SecondFactorID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as on the wire.
    public let value: String

    public init(_ value: String) { self.value = value }

    public var description: String { value }

    public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// Identifies the provider that vouches for an identity: `google.com`, `password`, `oidc.acme`, …
public struct ProviderID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as on the wire, in lower case.
    public let value: String

    public init(_ value: String) { self.value = value }

    public var description: String { value }

    public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    public static let password = ProviderID("password")
    public static let phone = ProviderID("phone")
    public static let anonymous = ProviderID("anonymous")
    public static let custom = ProviderID("custom")
    public static let google = ProviderID("google.com")
    public static let apple = ProviderID("apple.com")
    public static let microsoft = ProviderID("microsoft.com")
    public static let facebook = ProviderID("facebook.com")
    public static let twitter = ProviderID("twitter.com")
    public static let github = ProviderID("github.com")
    public static let yahoo = ProviderID("yahoo.com")
    public static let linkedIn = ProviderID("linkedin.com")
    public static let playGames = ProviderID("playgames.google.com")
    public static let gameCenter = ProviderID("gc.apple.com")

    /// True if a project defines this provider itself (`oidc.*`), so that it exists only once configured.
    public var isOpenIDConnect: Bool { value.hasPrefix("oidc.") && value.count > 5 }

    /// The federated providers that exist without being configured as `oidc.*`.
    public static let builtIn: Set<ProviderID> = [
        .google, .apple, .microsoft, .facebook, .twitter, .github, .yahoo, .linkedIn, .playGames, .gameCenter,
    ]

    /// The issuer of the provider's identities where only the provider is known: fake assertions, administrators.
    public var canonicalIssuer: String {
        switch self {
        case .google: "https://accounts.google.com"
        case .apple: "https://appleid.apple.com"
        default: value
        }
    }
}
