import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A provider configured by a project (`oidc.*`).
struct OpenIDConnect: IDTokenProvider, AuthorizationPageProvider {
    let configuration: OpenIDProvider
    var clientSecret: String?
    /// The answer of the provider's user-info endpoint for the person of the ID token.
    var userInfo: JSONValue?

    var keySource: OpenIDDiscovery.Source { OpenIDDiscovery.Source(issuer: configuration.issuer) }

    func rules(for claims: JSONValue) -> IDTokenRules {
        IDTokenRules(issuers: [configuration.issuer], clientIDs: [configuration.clientID])
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        let claims = completed(claims)
        let key = IdentityKey(provider: configuration.id, issuer: configuration.issuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: claims)
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        return facts
    }

    /// The claims with those that only the user-info endpoint states; the ID token's take precedence.
    private func completed(_ claims: JSONValue) -> JSONValue {
        guard case .object(var members) = claims, case .object(let told)? = userInfo else { return claims }
        // Whether an email is verified is said by whoever states the email.
        if members["email"] == nil { members["email_verified"] = nil }
        members.merge(told) { signed, _ in signed }
        return .object(members)
    }
}

/// The provider's page: authorization codes if the configuration allows them, otherwise an ID token as a form.
extension OpenIDConnect {
    func requirePage() throws(AuthError) {
        guard configuration.allowsCode else { return }
        guard let clientSecret, !clientSecret.isEmpty else {
            throw .operationNotAllowed(
                "Signing in at \(configuration.id)'s page with a code needs the client's secret; add clientSecret to its "
                    + "configuration, or choose the responseType idToken.")
        }
    }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        try requirePage()
        let endpoints = try await visit.endpoints(of: keySource)
        guard configuration.allowsCode else { return try formPage(endpoints) }
        let client = PageClient(id: configuration.clientID, secret: clientSecret ?? "")
        var page = try AuthorizationPage(endpoints, client: client, of: configuration.id)
        // The other scopes are optional, and some providers refuse scopes that they do not know.
        if !endpoints.scopes.isEmpty { page.scopes = page.scopes.filter { $0 == "openid" || endpoints.scopes.contains($0) } }
        if endpoints.scopes.contains("offline_access") { page.refreshScope = "offline_access" }
        return page
    }

    private func formPage(_ endpoints: OpenIDEndpoints) throws(AuthError) -> AuthorizationPage {
        guard endpoints.responseTypes.contains("id_token"), endpoints.responseModes.contains("form_post") else {
            throw .operationNotAllowed(
                "\(configuration.id) does not post id_tokens as a form; allow codes (responseType) in its configuration.")
        }
        var page = AuthorizationPage(
            url: endpoints.page, tokenURL: "", clientID: configuration.clientID, authentication: .none,
            scopes: ["openid", "email", "profile"], grant: .idToken)
        page.answersByForm = true
        page.issuers = [endpoints.issuer]
        page.announcesIssuer = endpoints.announcesIssuer
        return page
    }

    func identity(
        from tokens: ProviderTokens, answering order: ProviderPageOrder, trust: ProviderTrust, by visit: PageVisit,
        registry: ProviderRegistry
    ) async throws -> VerifiedIdentity {
        var provider = self
        provider.userInfo = try await userInfo(for: tokens, by: visit)
        let identity = try await registry.verify(tokens.credential(answering: order), with: provider, trust: trust)
        if let told = provider.userInfo?["sub"] {
            guard told.string?.isSame(as: identity.presented.key.subject) == true else { throw visit.dialogue.otherPerson }
        }
        return identity
    }

    /// Asks the user-info endpoint if the ID token states no email (Core §5.4: with codes, it need not).
    private func userInfo(for tokens: ProviderTokens, by visit: PageVisit) async throws(AuthError) -> JSONValue? {
        guard let accessToken = tokens.accessToken, let idToken = tokens.idToken.flatMap({ JSONWebToken($0) }),
            idToken.claims["email"] == nil, let url = try await visit.endpoints(of: keySource).userInfo
        else { return nil }
        let told = try await visit.dialogue.ask(.get(url, bearer: try AccessToken(accessToken, secret: nil).text))
        guard told["sub"]?.string != nil else { throw visit.dialogue.invalidSubject }
        return told
    }
}
