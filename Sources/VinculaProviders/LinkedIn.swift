import VinculaCore
import VinculaEngine

extension BuiltInProvider {
    static let linkedIn = BuiltInProvider(
        id: .linkedIn, title: "LinkedIn",
        mark: """
            M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414\
            v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433\
            c-1.144 0-2.063-.926-2.063-2.065 0-1.138.92-2.063 2.063-2.063 1.14 0 2.064.925 2.064 2.063 0 1.139-.925 \
            2.065-2.064 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542\
            C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z
            """,
        settings: Settings(
            prefix: "linkedin", name: "LinkedIn",
            clients: .list(help: "LinkedIn client ids, comma-separated; the secret belongs to the first."),
            secret: "The client secret of your app at LinkedIn.",
            issuer: Settings.Address("issuer", "An issuer to use instead of LinkedIn's, for tests."),
            api: Settings.Address("apiUrl", "An API to use instead of LinkedIn's, for tests."),
            pageNeeds: "linkedin.clientSecret"),
        standard: .init(issuer: "https://www.linkedin.com/oauth", apiURL: "https://api.linkedin.com"),
        make: { options, _ in LinkedIn(options: options) })
}

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
