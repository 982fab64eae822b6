import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension BuiltInProvider {
    static let twitter = BuiltInProvider(
        id: .twitter, title: "X (Twitter)",
        mark: """
            M18.901 1.153h3.68l-8.04 9.19L24 22.846h-7.406l-5.8-7.584-6.638 7.584H.474l8.6-9.83L0 1.154h7.594l5.243 6.932Z\
            M17.61 20.644h2.039L6.486 3.24H4.298Z
            """,
        settings: Settings(
            prefix: "twitter", name: "X",
            clients: .one(help: "The consumer key of your app at X."),
            secret: "The consumer secret of your app at X.",
            api: Settings.Address("apiUrl", "An API to use instead of X's, for tests."),
            page: Settings.Address("pageUrl", "The pages to use instead of X's, for tests."),
            pageNeeds: "twitter.clientSecret, or twitter.pageClientId and its secret"),
        standard: .init(issuer: "twitter.com", apiURL: "https://api.x.com", pageURL: "https://x.com"),
        make: { options, _ in Twitter(options: options) })
}

/// Sign in with X, by an OAuth 1.0a token and its secret.
///
/// X responds only if the token was issued to the consumer that signs the request, which serves as our audience check. For
/// an OAuth 2 token X does not say to which app it was issued, so a client's are refused; only those that X issued to this
/// server itself are believed.
struct Twitter: AccessTokenProvider, PageProvider {
    private static let query = [("include_email", "true"), ("include_entities", "false"), ("skip_status", "true")]

    let options: ProviderOptions.BuiltIn

    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        guard let tokenSecret = token.secret else {
            throw .invalidCredentialOrProviderID(
                "\(dialogue.provider) sign-in needs an OAuth 1.0a access_token and its oauth_token_secret; "
                    + "an OAuth 2 token does not show which app it was issued to.")
        }
        let consumer = try options.clientWithSecret(of: dialogue.provider)
        let url = options.apiURL + "/1.1/account/verify_credentials.json"
        let signature = OAuth1Signature(
            consumerKey: consumer.id, consumerSecret: consumer.secret, token: token.text, tokenSecret: tokenSecret,
            nonce: SecureRandom.alphanumeric(32), timestamp: dialogue.now.seconds)
        let authorization = signature.authorization(method: "GET", url: url, query: Self.query)
        let reply = try await dialogue.send(.get(url, query: Self.query).with("Authorization", authorization))
        guard reply.isSuccess else { throw Self.refusal(reply, dialogue) }
        return try facts(of: reply.json, dialogue)
    }

    private func facts(of person: JSONValue, _ dialogue: ProviderDialogue) throws(AuthError) -> IdentityFacts {
        let subject = try dialogue.decimalSubject(person["id_str"])
        if let id = person["id"] {
            guard case .integer(let number) = id, String(number) == subject else { throw dialogue.otherPerson }
        }
        let key = IdentityKey(provider: .twitter, issuer: ProviderID.twitter.canonicalIssuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: person)
        facts.details.federatedID = "http://twitter.com/" + subject
        // X omits addresses that the person has not confirmed.
        facts.saysVerified = facts.email != nil
        facts.profile = Profile(
            displayName: person.text("name"), photoURL: person.text("profile_image_url_https"),
            screenName: person.text("screen_name"))
        facts.details.language = person.text("lang")
        facts.details.timeZone = person.text("time_zone")
        return facts
    }

    func requirePage() throws(AuthError) {
        guard options.codeClient == nil else { return }
        _ = try options.pageClient(of: .twitter)
    }

    func begin(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderPage {
        if let codePage { return try codePage.begin(order) }
        return try await signedPage().begin(order, by: visit)
    }

    func finish(_ answer: ProviderPageAnswer, by visit: PageVisit) async throws(AuthError) -> ProviderTokens {
        if let codePage { return try await codePage.finish(answer, by: visit) }
        return try await signedPage().finish(answer, by: visit)
    }

    /// X checks the client's signature before it issues a request token, and with it the redirect address.
    func probe(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderProbe {
        if let codePage { return try await codePage.probe(order, by: visit) }
        _ = try await signedPage().begin(order, by: visit)
        return .works
    }

    func identity(
        from tokens: ProviderTokens, answering order: ProviderPageOrder, trust: ProviderTrust, by visit: PageVisit,
        registry: ProviderRegistry
    ) async throws -> VerifiedIdentity {
        guard tokens.tokenSecret == nil, let accessToken = tokens.accessToken else {
            return try await registry.verify(tokens.credential(answering: order), with: self, trust: trust)
        }
        let facts = try await facts(ofOwn: try AccessToken(accessToken, secret: nil), by: visit.dialogue)
        return facts.verified(trust: trust, idToken: nil, accessToken: accessToken)
    }

    /// The page by OAuth 2, if there is a client for it.
    private var codePage: AuthorizationPage? {
        guard let client = options.codeClient else { return nil }
        var page = AuthorizationPage(
            url: options.pageURL + "/i/oauth2/authorize", tokenURL: options.apiURL + "/2/oauth2/token", clientID: client.id,
            authentication: .basic(secret: client.secret), scopes: ["users.read", "tweet.read", "users.email"])
        page.idToken = .ignored
        page.refreshScope = "offline.access"
        return page
    }

    private func signedPage() throws(AuthError) -> OAuth1Page {
        let consumer = try options.pageClient(of: .twitter)
        return OAuth1Page(url: options.apiURL, consumerKey: consumer.id, consumerSecret: consumer.secret)
    }

    /// Asks for the person behind an OAuth 2 token that X has just issued to this server.
    private func facts(ofOwn token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        let fields = [("user.fields", "confirmed_email,profile_image_url")]
        let answer = try await dialogue.ask(.get(options.apiURL + "/2/users/me", query: fields, bearer: token.text))
        guard let person = answer["data"], case .object = person else { throw dialogue.invalidSubject }
        let subject = try dialogue.decimalSubject(person["id"])
        let key = IdentityKey(provider: .twitter, issuer: ProviderID.twitter.canonicalIssuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: person)
        facts.details.federatedID = "http://twitter.com/" + subject
        facts.email = person["confirmed_email"]?.string.flatMap { EmailAddress($0) }
        facts.saysVerified = facts.email != nil
        facts.profile = Profile(
            displayName: person.text("name"), photoURL: person.text("profile_image_url"), screenName: person.text("username"))
        return facts
    }

    private static func refusal(_ reply: ProviderDialogue.Reply, _ dialogue: ProviderDialogue) -> AuthError {
        var codes: [Int64] = []
        if case .array(let errors)? = reply.json["errors"] { codes = errors.compactMap { $0["code"]?.int } }
        if codes.contains(135) {
            return .providerUnavailable("\(dialogue.provider) reports that this server's clock is wrong.")
        }
        if !OAuth1Refusal.suspensions.isDisjoint(with: codes) { return OAuth1Refusal.suspended }
        // 415: the app may not use this flow; 453: its plan at X does not include this request.
        return codes.contains(415) || codes.contains(453) ? dialogue.clientRefused : dialogue.refused
    }
}
