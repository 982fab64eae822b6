import VinculaCore
import VinculaEngine

/// Who vouches for an identity, in whichever way.
protocol IdentityProvider: Sendable {}

/// A provider that vouches by signed ID tokens.
protocol IDTokenProvider: IdentityProvider {
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
    var nickName: String?
    var language: String?
    var timeZone: String?
    /// As the provider writes it.
    var dateOfBirth: String?
    /// For how long the access token is good, in seconds, where the provider says so.
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
    /// A member that is a text and not empty.
    func text(_ name: String) -> String? {
        guard let text = self[name]?.string, !text.isEmpty else { return nil }
        return text
    }
}
