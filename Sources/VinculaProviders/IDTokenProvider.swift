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
    var nickName: String?
    var language: String?
    var timeZone: String?
    /// In the provider's own format.
    var dateOfBirth: String?
    /// The access token's remaining lifetime, in seconds, if the provider reports it.
    var accessTokenLifetime: Int64?
    var rawUserInfo: JSONValue

    /// Reads the claims that all providers share.
    init(key: IdentityKey, claims: JSONValue) {
        self.key = key
        federatedID = key.subject
        email = claims["email"]?.string.flatMap { EmailAddress($0) }
        saysVerified = claims["email_verified"]?.bool == true
        profile = Profile(
            displayName: claims.text("name"), photoURL: claims.text("picture"), screenName: claims.text("screen_name"))
        nickName = claims.text("nickname")
        language = claims.text("locale")
        timeZone = claims.text("zoneinfo")
        dateOfBirth = claims.text("birthdate")
        rawUserInfo = claims
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
            federatedID: federatedID, firstName: firstName, lastName: lastName, rawUserInfo: rawUserInfo,
            oauthIDToken: idToken, oauthAccessToken: accessToken)
        identity.nickName = nickName
        identity.language = language
        identity.timeZone = timeZone
        identity.dateOfBirth = dateOfBirth
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
