import VinculaCore
import VinculaEngine

extension BuiltInProvider {
    static let yahoo = BuiltInProvider(
        id: .yahoo, title: "Yahoo",
        mark: """
            M0 6.7h4.8l2.8 7.1 2.8-7.1h4.7L8 23.5H3.3l1.9-4.5zM18.9.5H24l-4.6 11h-5.1zM16.4 13\
            a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4z
            """,
        settings: Settings(
            prefix: "yahoo", name: "Yahoo",
            clients: .list(help: "Yahoo client ids, comma-separated; the secret belongs to the first."),
            secret: "The client secret of your app at Yahoo.",
            issuer: Settings.Address("issuer", "An issuer to use instead of Yahoo's, for tests."),
            api: Settings.Address("apiUrl", "An API to use instead of Yahoo's, for tests."),
            pageNeeds: "yahoo.clientSecret"),
        standard: .init(issuer: "https://api.login.yahoo.com", apiURL: "https://api.login.yahoo.com"),
        make: { options, _ in Yahoo(options: options) })
}

/// Sign in with Yahoo (OpenID Connect), by an ID token or by an access token.
struct Yahoo: IDTokenProvider, AccessTokenProvider, AuthorizationPageProvider {
    let options: ProviderOptions.BuiltIn

    var keySource: OpenIDDiscovery.Source { OpenIDDiscovery.Source(issuer: options.issuer) }

    func rules(for claims: JSONValue) -> IDTokenRules {
        IDTokenRules(issuers: [options.issuer], clientIDs: options.clientIDs)
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        let key = IdentityKey(provider: .yahoo, issuer: ProviderID.yahoo.canonicalIssuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: claims)
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        return facts
    }

    func requirePage() throws(AuthError) { _ = try options.pageClient(of: .yahoo) }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try options.pageClient(of: .yahoo)
        return try AuthorizationPage(try await visit.endpoints(of: keySource), client: client, of: .yahoo)
    }

    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        let client = try options.clientWithSecret(of: dialogue.provider)
        let request = ProviderRequest.post(
            options.apiURL + "/oauth2/introspect", .form([("token", token.text), ("token_type_hint", "access_token")]))
        let reply = try await dialogue.send(request.by(client: client.id, secret: client.secret))
        if reply.status == 401 { throw dialogue.clientRefused }
        guard reply.isSuccess else { throw dialogue.refused }
        let introspection = TokenIntrospection(reply.json)
        let lifetime = try introspection.check(client: client.id, by: dialogue)
        let person = try await dialogue.ask(.get(options.apiURL + "/openid/v1/userinfo", bearer: token.text))
        let subject = try dialogue.subject(person["sub"])
        guard introspection.allows(subject: subject) else { throw dialogue.otherPerson }
        var facts = facts(claims: person, subject: subject, user: nil)
        facts.accessTokenLifetime = lifetime
        return facts
    }
}
