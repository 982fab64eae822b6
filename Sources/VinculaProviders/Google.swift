import VinculaCore
import VinculaEngine

/// Sign in with Google.
struct Google: IDTokenProvider, AuthorizationPageProvider {
    let options: ProviderOptions.BuiltIn

    var keySource: OpenIDDiscovery.Source { OpenIDDiscovery.Source(issuer: options.issuer) }

    func rules(for claims: JSONValue) -> IDTokenRules {
        var issuers = [options.issuer]
        // Google still writes its issuer both with and without the scheme.
        if options.issuer.hasPrefix("https://") { issuers.append(String(options.issuer.dropFirst(8))) }
        // Google's iOS library adds a nonce of its own to tokens, which Firebase's clients do not know and never send.
        return IDTokenRules(issuers: issuers, clientIDs: options.clientIDs, toleratesUntoldNonce: true)
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        var facts = IdentityFacts(key: IdentityKey(provider: .google, issuer: options.issuer, subject: subject), claims: claims)
        facts.details.federatedID = "https://accounts.google.com/" + subject
        facts.hostedDomain = claims.text("hd")
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        facts.details.rawUserInfo = userInfo(facts, claims: claims)
        return facts
    }

    func requirePage() throws(AuthError) { _ = try options.pageClient(of: .google) }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try options.pageClient(of: .google)
        var page = try AuthorizationPage(try await visit.endpoints(of: keySource), client: client, of: .google)
        page.issuers = rules(for: .null).issuers
        // Google issues a refresh token only when the person consents, so they are asked again.
        page.refreshParameters = ["access_type": "offline", "prompt": "consent"]
        return page
    }

    /// The claims in the shape of Google's own user info, which clients read as `additionalUserInfo.profile`.
    private func userInfo(_ facts: IdentityFacts, claims: JSONValue) -> JSONValue {
        var scopes = "openid https://www.googleapis.com/auth/userinfo.profile"
        if facts.email != nil { scopes += " https://www.googleapis.com/auth/userinfo.email" }
        var members: [String: JSONValue] = [
            "granted_scopes": .string(scopes), "id": .string(facts.key.subject), "verified_email": .bool(facts.saysVerified),
            "locale": .string(claims.text("locale") ?? "en"),
        ]
        members["name"] = facts.profile.displayName.map(JSONValue.string)
        members["given_name"] = facts.details.firstName.map(JSONValue.string)
        members["family_name"] = facts.details.lastName.map(JSONValue.string)
        members["email"] = facts.email.map { .string($0.value) }
        members["picture"] = facts.profile.photoURL.map(JSONValue.string)
        members["hd"] = facts.hostedDomain.map(JSONValue.string)
        return .object(members)
    }
}
