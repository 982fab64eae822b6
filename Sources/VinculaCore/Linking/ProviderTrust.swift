/// The trust in a provider's statements about emails.
///
/// "Verified" in a token only says that somebody once answered a mail; only the provider that runs the mailbox knows who
/// owns it now. The table is in Documentation/Design.md §4.
package struct ProviderTrust: Hashable, Sendable {
    /// The degree to which a provider is trusted.
    package enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        /// Proven only if the provider runs the mailbox.
        case domainOwner
        /// Proven wherever the provider says that the email is verified.
        case assertsVerified
        /// Never proven.
        case never
    }

    /// The number of domains that one provider may be trusted with by name.
    package static let maximumDomainCount = 100

    package static let domainOwner = ProviderTrust(.domainOwner)
    package static let assertsVerified = ProviderTrust(.assertsVerified)
    package static let never = ProviderTrust(.never)

    package let level: Level
    /// Domains whose emails are also proven, in addition to the level, if the provider says that they are verified. In
    /// canonical form, sorted.
    package let domains: [String]

    private init(_ level: Level, canonical domains: [String] = []) {
        self.level = level
        self.domains = domains
    }

    /// - Parameters:
    ///   - level: The trust in addresses of other domains.
    ///   - domains: Domains that the provider is trusted with, as a person writes them.
    /// - Throws: ``AuthError/invalidConfig(_:)`` for anything that is not a domain, and for domains together with
    ///   ``Level/never``.
    package init(level: Level, domains: [String]) throws(AuthError) {
        guard domains.count <= Self.maximumDomainCount else {
            throw .invalidConfig("A provider may have at most \(Self.maximumDomainCount) domains.")
        }
        guard level != .never || domains.isEmpty else {
            throw .invalidConfig("A provider whose level is never cannot have domains.")
        }
        var canonical: Set<String> = []
        for domain in domains {
            guard !domain.contains("@"), let address = EmailAddress("x@\(domain)") else {
                throw .invalidConfig("\(domain.prefix(60)) is not an email domain.")
            }
            canonical.insert(String(address.domain))
        }
        self.level = level
        self.domains = canonical.sorted()
    }

    /// A provider's assertion about an email.
    package struct Assertion: Hashable, Sendable {
        package var provider: ProviderID
        package var email: EmailAddress
        /// The token's `email_verified`, and only as a JSON `true` (Apple may write `"true"`).
        package var saysVerified: Bool
        /// Google's `hd`: the Workspace domain that the account belongs to.
        package var hostedDomain: String?
        /// Microsoft's `tid`.
        package var microsoftTenant: String?
        /// Microsoft's `xms_edov`, of a tenant that the operator lists: the tenant has proven to Microsoft that it owns the
        /// email's domain.
        package var tenantOwnsDomain: Bool

        package init(
            provider: ProviderID, email: EmailAddress, saysVerified: Bool, hostedDomain: String? = nil,
            microsoftTenant: String? = nil, tenantOwnsDomain: Bool = false
        ) {
            self.provider = provider
            self.email = email
            self.saysVerified = saysVerified
            self.hostedDomain = hostedDomain
            self.microsoftTenant = microsoftTenant
            self.tenantOwnsDomain = tenantOwnsDomain
        }
    }

    /// The tenant of personal Microsoft accounts.
    package static let microsoftConsumerTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Decides whether an asserted email is proven to be the person's.
    package func ownership(of assertion: Assertion) -> EmailOwnership { rule(for: assertion).ownership }

    /// The rule that decides whether an asserted email is proven.
    package func rule(for assertion: Assertion) -> TrustRule {
        switch level {
        case .never:
            return .neverTrusted
        case .assertsVerified:
            guard assertion.saysVerified else { return .notCalledVerified }
            return Self.mailbox(assertion) ?? .calledVerified
        case .domainOwner:
            if let rule = Self.mailbox(assertion) { return rule }
            guard assertion.saysVerified else { return .notCalledVerified }
            return domains.contains(String(assertion.email.domain)) ? .listedDomain : .foreignMailbox
        }
    }

    /// The reason why the provider runs an email's mailbox, if it does.
    private static func mailbox(_ assertion: Assertion) -> TrustRule? {
        let domain = String(assertion.email.domain)
        switch assertion.provider {
        case .google where assertion.saysVerified:
            if ["gmail.com", "googlemail.com"].contains(domain) { return .ownMailbox }
            return assertion.hostedDomain?.lowercased() == domain ? .hostedDomain : nil
        case .apple where assertion.saysVerified:
            return .ownMailbox
        case .microsoft:
            if assertion.tenantOwnsDomain { return .tenantDomain }
            let isOwn = isNational(domain, of: ["outlook", "hotmail", "live"]) || domain == "msn.com"
            return isOwn && assertion.microsoftTenant == microsoftConsumerTenant ? .ownMailbox : nil
        case .yahoo where assertion.saysVerified:
            return isNational(domain, of: ["yahoo"]) ? .ownMailbox : nil
        default:
            return nil
        }
    }

    /// Indicates whether a domain is one of a mail service's own: `hotmail.com`, `live.de`, `yahoo.co.uk`, `outlook.com.br`.
    private static func isNational(_ domain: String, of services: Set<String>) -> Bool {
        let labels = domain.split(separator: ".").map(String.init)
        guard let service = labels.first, services.contains(service) else { return false }
        switch labels.count {
        case 2: return labels[1] == "com" || labels[1].count == 2
        case 3: return ["co", "com"].contains(labels[1]) && labels[2].count == 2
        default: return false
        }
    }
}

/// The reason why an email that a provider asserts counts as proven, or only as claimed.
package enum TrustRule: Hashable, Sendable, CaseIterable {
    case neverTrusted
    case notCalledVerified
    case foreignMailbox
    case calledVerified
    case listedDomain
    case ownMailbox
    case hostedDomain
    case tenantDomain

    package var ownership: EmailOwnership {
        switch self {
        case .neverTrusted, .notCalledVerified, .foreignMailbox: .claimed
        case .calledVerified, .listedDomain, .ownMailbox, .hostedDomain, .tenantDomain: .proven
        }
    }

    /// The rule in words.
    package var reason: String {
        switch self {
        case .neverTrusted: "the provider is never trusted with an email"
        case .notCalledVerified: "the provider does not say that the email is verified"
        case .foreignMailbox: "the provider says that it is verified, but does not run the mailbox"
        case .calledVerified: "the provider says that it is verified, and is trusted to say so"
        case .listedDomain: "the provider says that it is verified, and is trusted with this domain"
        case .ownMailbox: "the provider runs the mailbox"
        case .hostedDomain: "the provider runs the mailboxes of this Workspace domain"
        case .tenantDomain: "the tenant is listed, and has proven to the provider that it owns the domain"
        }
    }
}

extension ProviderTrust: Codable {
    private enum CodingKeys: String, CodingKey {
        case level, domains
    }

    /// Reads the output of ``encode(to:)``; a level alone is a string, as older versions wrote it.
    package init(from decoder: any Decoder) throws {
        if let level = try? decoder.singleValueContainer().decode(Level.self) {
            self.init(level)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Level.self, forKey: .level),
            canonical: try container.decodeIfPresent([String].self, forKey: .domains) ?? [])
    }

    package func encode(to encoder: any Encoder) throws {
        guard !domains.isEmpty else {
            var container = encoder.singleValueContainer()
            try container.encode(level)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(level, forKey: .level)
        try container.encode(domains, forKey: .domains)
    }
}
