import VinculaCore
import VinculaEngine

/// A provider configured by a project (`oidc.*`).
struct OpenIDConnect: IDTokenProvider {
    let configuration: OpenIDProvider

    var keySource: OpenIDDiscovery.Source { OpenIDDiscovery.Source(issuer: configuration.issuer) }

    func rules(for claims: JSONValue) -> IDTokenRules {
        IDTokenRules(issuers: [configuration.issuer], clientIDs: [configuration.clientID])
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        let key = IdentityKey(provider: configuration.id, issuer: configuration.issuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: claims)
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        return facts
    }
}
