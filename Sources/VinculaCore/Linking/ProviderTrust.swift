/// What a provider's word on an email is worth.
///
/// "Verified" in a token says that somebody once answered a mail; only who runs the mailbox can say who owns it now.
/// The table is research/security.md §1.2.
public enum ProviderTrust: String, Hashable, Sendable, Codable, CaseIterable {
    /// Proven only where the provider runs the mailbox.
    case domainOwner
    /// Proven wherever the provider says that the email is verified.
    case assertsVerified
    /// Never proven.
    case never

    /// Google's, Apple's, Microsoft's and Yahoo's tokens, as far as trust goes.
    public struct Assertion: Hashable, Sendable {
        public var provider: ProviderID
        public var email: EmailAddress
        /// The token's `email_verified`, and only as a true truth value (Apple may write `"true"`).
        public var saysVerified: Bool
        /// Google's `hd`: the Workspace domain that the account belongs to.
        public var hostedDomain: String?
        /// Microsoft's `tid`.
        public var microsoftTenant: String?

        public init(
            provider: ProviderID, email: EmailAddress, saysVerified: Bool, hostedDomain: String? = nil,
            microsoftTenant: String? = nil
        ) {
            self.provider = provider
            self.email = email
            self.saysVerified = saysVerified
            self.hostedDomain = hostedDomain
            self.microsoftTenant = microsoftTenant
        }
    }

    /// The tenant of personal Microsoft accounts.
    public static let microsoftConsumerTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Decides whether an asserted email is proven to be the person's.
    public func ownership(of assertion: Assertion) -> EmailOwnership {
        switch self {
        case .never: .claimed
        case .assertsVerified: assertion.saysVerified ? .proven : .claimed
        case .domainOwner: Self.ownsMailbox(assertion) ? .proven : .claimed
        }
    }

    private static func ownsMailbox(_ assertion: Assertion) -> Bool {
        let domain = String(assertion.email.domain)
        switch assertion.provider {
        case .google:
            return assertion.saysVerified
                && (["gmail.com", "googlemail.com"].contains(domain) || assertion.hostedDomain?.lowercased() == domain)
        case .apple:
            return assertion.saysVerified
        case .microsoft:
            return assertion.microsoftTenant == microsoftConsumerTenant
                && (isNational(domain, of: ["outlook", "hotmail", "live"]) || domain == "msn.com")
        case .yahoo:
            return assertion.saysVerified && isNational(domain, of: ["yahoo"])
        default:
            return false
        }
    }

    /// Whether a domain is one of a mail service's own: `hotmail.com`, `live.de`, `yahoo.co.uk`, `outlook.com.br`.
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
