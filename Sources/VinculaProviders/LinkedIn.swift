import VinculaCore
import VinculaEngine

/// Sign in with LinkedIn (OpenID Connect), by an ID token or by an access token.
struct LinkedIn: IDTokenProvider, AccessTokenProvider, AuthorizationPageProvider {
    let options: ProviderOptions.BuiltIn

    var keySource: OpenIDDiscovery.Source {
        OpenIDDiscovery.Source(keySet: options.issuer + "/openid/jwks", issuer: options.issuer)
    }

    func rules(for claims: JSONValue) -> IDTokenRules {
        var issuers = [options.issuer]
        // LinkedIn documents one issuer but issues tokens with the other.
        if options.issuer == "https://www.linkedin.com/oauth" { issuers.append("https://www.linkedin.com") }
        return IDTokenRules(issuers: issuers, clientIDs: options.clientIDs)
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        let key = IdentityKey(provider: .linkedIn, issuer: ProviderID.linkedIn.canonicalIssuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: claims)
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        if let locale = claims["locale"], let language = locale.text("language") {
            facts.details.language = [language, locale.text("country")].compactMap(\.self).joined(separator: "-")
        }
        return facts
    }

    func requirePage() throws(AuthError) { _ = try options.pageClient(of: .linkedIn) }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try options.pageClient(of: .linkedIn)
        var page = AuthorizationPage(
            url: options.issuer + "/v2/authorization", tokenURL: options.issuer + "/v2/accessToken", clientID: client.id,
            authentication: .form(secret: client.secret), scopes: ["openid", "profile", "email"])
        // LinkedIn's ID tokens do not repeat the nonce, and its token endpoint answers a code_verifier with invalid_client.
        page.idToken = .ignored
        page.usesPKCE = false
        return page
    }

    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        let client = try options.clientWithSecret(of: dialogue.provider)
        let reply = try await dialogue.send(
            .post(
                options.issuer + "/v2/introspectToken",
                .form([("client_id", client.id), ("client_secret", client.secret), ("token", token.text)])))
        if reply.status == 401 { throw dialogue.clientRefused }
        guard reply.isSuccess else { throw dialogue.refused }
        let lifetime = try TokenIntrospection(reply.json).check(client: client.id, by: dialogue)
        let person = try await dialogue.ask(.get(options.apiURL + "/v2/userinfo", bearer: token.text))
        var facts = facts(claims: person, subject: try dialogue.subject(person["sub"]), user: nil)
        facts.accessTokenLifetime = lifetime
        return facts
    }
}
