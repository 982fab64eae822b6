import Foundation
import VinculaCore
import VinculaEngine

/// Sign in with Microsoft: personal accounts, and those of every Entra tenant.
///
/// A tenant's administrator can put any value into `email`, `upn` and `preferred_username` ("nOAuth"). The last two are
/// never read. The first is trusted only in the tenant of personal accounts, and in tenants listed by the operator that have
/// proven the domain to Microsoft (`xms_edov`; ``ProviderTrust``).
struct Microsoft: IDTokenProvider {
    let options: ProviderOptions.BuiltIn

    /// The discovery document shared by all tenants. Its issuer is a template, and is compared literally.
    var keySource: OpenIDDiscovery.Source {
        OpenIDDiscovery.Source(
            url: options.issuer + "/common/v2.0/.well-known/openid-configuration", issuer: options.issuer + "/{tenantid}/v2.0")
    }

    func rules(for claims: JSONValue) -> IDTokenRules {
        let tenant = Self.tenant(claims).flatMap { options.tenants.letsIn($0) ? $0 : nil }
        return IDTokenRules(issuers: tenant.map { [issuer(ofTenant: $0)] } ?? [], clientIDs: options.clientIDs)
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        let tenant = Self.tenant(claims) ?? ""
        let key = IdentityKey(provider: .microsoft, issuer: issuer(ofTenant: tenant), subject: subject)
        var facts = IdentityFacts(key: key, claims: claims)
        facts.microsoftTenant = tenant
        let hasProvenDomain = Self.hasProvenDomain(claims)
        facts.tenantOwnsDomain = hasProvenDomain && options.tenants.isListed(tenant)
        // No other claim is Microsoft's own statement about an email.
        facts.saysVerified = hasProvenDomain
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        return facts
    }

    /// Reads `xms_edov`, which Microsoft sends as a Boolean or sometimes as a string.
    private static func hasProvenDomain(_ claims: JSONValue) -> Bool {
        switch claims["xms_edov"] {
        case .bool(let value): value
        case .string(let text): text == "1" || text == "true"
        default: false
        }
    }

    private func issuer(ofTenant tenant: String) -> String { options.issuer + "/" + tenant + "/v2.0" }

    private static func tenant(_ claims: JSONValue) -> String? {
        guard let tenant = claims["tid"]?.string, UUID(uuidString: tenant) != nil else { return nil }
        return tenant
    }
}
