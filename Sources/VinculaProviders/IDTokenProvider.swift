import VinculaCore
import VinculaEngine

/// A provider that vouches by signed ID tokens.
protocol IDTokenProvider: Sendable {
    var keySource: OpenIDDiscovery.Source { get }

    /// What a token with these claims must say; the claims are not believed yet.
    func rules(for claims: JSONValue) -> IDTokenRules

    /// What believed claims tell.
    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts
}

/// What an assertion tells about a person, whoever checked it.
struct IdentityFacts: Sendable {
    var key: IdentityKey
    var federatedID: String
    var email: EmailAddress?
    /// The provider's `email_verified`.
    var saysVerified = false
    var hostedDomain: String?
    var microsoftTenant: String?
    var tenantOwnsDomain = false
    var profile: Profile
    var firstName: String?
    var lastName: String?
    var rawUserInfo: JSONValue

    /// Reads the claims that all providers share.
    init(key: IdentityKey, claims: JSONValue) {
        self.key = key
        federatedID = key.subject
        email = claims["email"]?.string.flatMap { EmailAddress($0) }
        saysVerified = claims["email_verified"]?.bool == true
        profile = Profile(
            displayName: claims.text("name"), photoURL: claims.text("picture"), screenName: claims.text("screen_name"))
        rawUserInfo = claims
    }

    func verified(trust: ProviderTrust, idToken: String?, accessToken: String?) -> VerifiedIdentity {
        let ownership = email.map { email in
            trust.ownership(
                of: ProviderTrust.Assertion(
                    provider: key.provider, email: email, saysVerified: saysVerified, hostedDomain: hostedDomain,
                    microsoftTenant: microsoftTenant, tenantOwnsDomain: tenantOwnsDomain))
        }
        return VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: email, ownership: ownership ?? .claimed, profile: profile),
            federatedID: federatedID, firstName: firstName, lastName: lastName, rawUserInfo: rawUserInfo,
            oauthIDToken: idToken, oauthAccessToken: accessToken)
    }
}

extension JSONValue {
    /// A member that is a text and not empty.
    func text(_ name: String) -> String? {
        guard let text = self[name]?.string, !text.isEmpty else { return nil }
        return text
    }
}
