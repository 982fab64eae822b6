import VinculaCore
import VinculaEngine

extension BuiltInProvider {
    static let google = BuiltInProvider(
        id: .google, title: "Google",
        mark: """
            M12.48 10.92v3.28h7.84\
            c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72\
            c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12\
            s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053\
            H12.48z
            """,
        settings: Settings(
            prefix: "google", name: "Google",
            clients: .list(help: "Google client ids whose tokens are accepted, comma-separated."),
            secret: "The client secret of your web client at Google.",
            issuer: Settings.Address("issuer", "An issuer to use instead of Google's, for tests."),
            api: Settings.Address("apiUrl", "An API to use instead of Google's for access tokens, for tests."),
            pageNeeds: "google.clientSecret", checksAccessTokens: false),
        standard: .init(issuer: "https://accounts.google.com", apiURL: "https://www.googleapis.com"),
        make: { options, _ in Google(options: options) })
}

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
