import Foundation
import VinculaCore
import VinculaEngine

extension BuiltInProvider {
    static let microsoft = BuiltInProvider(
        id: .microsoft, title: "Microsoft",
        mark: "M0 0h11.4v11.4H0zM12.6 0H24v11.4H12.6zM0 12.6h11.4V24H0zM12.6 12.6H24V24H12.6z",
        settings: Settings(
            prefix: "microsoft", name: "Microsoft",
            clients: .list(help: "Microsoft client ids whose tokens are accepted, comma-separated."),
            secret: "The client secret of your app at Microsoft.",
            issuer: Settings.Address(
                "issuer",
                "An issuer to use instead of Microsoft's, for tests.",
                details: "It is the prefix that all tenants' issuers share."),
            pageNeeds: "microsoft.clientSecret", checksAccessTokens: false),
        standard: .init(issuer: "https://login.microsoftonline.com"),
        make: { options, _ in Microsoft(options: options) })
}

/// Sign in with Microsoft: personal accounts, and those of every Entra tenant.
///
/// A tenant's administrator can put any value into `email`, `upn` and `preferred_username` ("nOAuth"). The last two are
/// never read. The first is trusted only in the tenant of personal accounts, and in tenants listed by the operator that have
/// proven the domain to Microsoft (`xms_edov`; ``ProviderTrust``).
struct Microsoft: IDTokenProvider, AuthorizationPageProvider {
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

    func requirePage() throws(AuthError) { _ = try options.pageClient(of: .microsoft) }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try options.pageClient(of: .microsoft)
        let tenant = try tenant(askedFor: order.customParameters["tenant"])
        let base = options.issuer + "/" + tenant + "/oauth2/v2.0"
        var page = AuthorizationPage(
            url: base + "/authorize", tokenURL: base + "/token", clientID: client.id,
            authentication: .form(secret: client.secret), scopes: ["openid", "email", "profile"])
        page.refreshScope = "offline_access"
        return page
    }

    /// The tenant whose page is shown: the one that the app asks for, as Firebase's clients do, or the operator's.
    private func tenant(askedFor name: String?) throws(AuthError) -> String {
        guard let name, !name.isEmpty else { return options.tenants.page }
        let isName =
            name.utf8.count <= 255
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
        guard isName, name.contains(where: { $0 != "." }) else {
            throw .invalidArgument("The tenant in customParameters is not the id or domain of a tenant.")
        }
        return name
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
