import VinculaCore
import VinculaEngine

/// An identity provider of any kind.
protocol IdentityProvider: Sendable {}

/// A provider that issues signed ID tokens.
protocol IDTokenProvider: IdentityProvider {
    var keySource: OpenIDDiscovery.Source { get }

    /// The rules that a token with these claims must satisfy. The claims are not verified yet.
    func rules(for claims: JSONValue) -> IDTokenRules

    /// Returns the facts stated by verified claims.
    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts
}

/// The facts about a person in a verified assertion.
struct IdentityFacts: Sendable {
    var key: IdentityKey
    var email: EmailAddress?
    /// The provider's `email_verified`.
    var saysVerified = false
    var hostedDomain: String?
    var microsoftTenant: String?
    var tenantOwnsDomain = false
    var profile: Profile
    var details: ProviderDetails
    /// The access token's remaining lifetime, in seconds, if the provider reports it.
    var accessTokenLifetime: Int64?

    /// Reads the claims that all providers share.
    init(key: IdentityKey, claims: JSONValue) {
        self.key = key
        email = claims["email"]?.string.flatMap { EmailAddress($0) }
        saysVerified = claims["email_verified"]?.bool == true
        profile = Profile(
            displayName: claims.text("name"), photoURL: claims.text("picture"), screenName: claims.text("screen_name"))
        details = ProviderDetails(federatedID: key.subject, rawUserInfo: claims)
        details.nickName = claims.text("nickname")
        details.language = claims.text("locale")
        details.timeZone = claims.text("zoneinfo")
        details.dateOfBirth = claims.text("birthdate")
    }

    func verified(trust: ProviderTrust, idToken: String?, accessToken: String?, tokenSecret: String? = nil) -> VerifiedIdentity {
        let ownership = email.map { email in
            trust.ownership(
                of: ProviderTrust.Assertion(
                    provider: key.provider, email: email, saysVerified: saysVerified, hostedDomain: hostedDomain,
                    microsoftTenant: microsoftTenant, tenantOwnsDomain: tenantOwnsDomain))
        }
        var identity = VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: email, ownership: ownership ?? .claimed, profile: profile),
            details: details, oauthIDToken: idToken, oauthAccessToken: accessToken)
        identity.oauthTokenSecret = tokenSecret
        identity.oauthExpiresIn = accessTokenLifetime
        return identity
    }
}

extension JSONValue {
    /// Returns a member that is a non-empty string.
    func text(_ name: String) -> String? {
        guard let text = self[name]?.string, !text.isEmpty else { return nil }
        return text
    }
}
