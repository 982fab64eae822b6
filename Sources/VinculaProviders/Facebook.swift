import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension BuiltInProvider {
    static let facebook = BuiltInProvider(
        id: .facebook, title: "Facebook",
        mark: """
            M24 12.073c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.99 4.388 10.954 10.125 11.854v-8.385H7.078v-3.47h3.047\
            V9.43c0-3.007 1.792-4.669 4.533-4.669 1.312 0 2.686.235 2.686.235v2.953H15.83c-1.491 0-1.956.925-1.956 1.874\
            v2.25h3.328l-.532 3.47h-2.796v8.385C19.612 23.027 24 18.062 24 12.073z
            """,
        settings: Settings(
            prefix: "facebook", name: "Facebook",
            clients: .list(help: "Facebook app ids, comma-separated; the secret belongs to the first."),
            secret: "The Facebook app's secret.",
            issuer: Settings.Address(
                "issuer",
                "An issuer to use instead of Facebook's, for tests.", details: "It issues the ID tokens of Limited Login."),
            api: Settings.Address("graphUrl", "A Graph API to use instead of Facebook's, for tests."),
            page: Settings.Address("pageUrl", "The pages to use instead of Facebook's, for tests."),
            pageNeeds: "facebook.clientSecret"),
        standard: .init(
            issuer: "https://limited.facebook.com", apiURL: "https://graph.facebook.com", pageURL: "https://www.facebook.com"),
        make: { options, _ in Facebook(options: options) })
}

/// Sign in with Facebook, by an access token or by the ID token of Limited Login.
///
/// User ids are specific to the app, and the same in both.
struct Facebook: IDTokenProvider, AccessTokenProvider, AuthorizationPageProvider {
    private static let fields = ["id", "name", "first_name", "middle_name", "last_name", "email", "picture"]
    /// Graph API error codes for rate limits and for Facebook's own outages.
    private static let passing: Set<Int64> = [2, 4, 17, 32, 341, 613]
    /// Error codes that concern the app token if the request was made with it.
    private static let aboutClient: Set<Int64> = [1, 101, 190]

    let options: ProviderOptions.BuiltIn

    var keySource: OpenIDDiscovery.Source {
        OpenIDDiscovery.Source(keySet: options.issuer + "/.well-known/oauth/openid/jwks/", issuer: options.issuer)
    }

    func rules(for claims: JSONValue) -> IDTokenRules {
        var issuers = [options.issuer]
        // Limited Login's host publishes the keys, but its tokens mostly name the other host.
        if options.issuer == "https://limited.facebook.com" { issuers.append("https://www.facebook.com") }
        return IDTokenRules(issuers: issuers, clientIDs: options.clientIDs, requiresNonce: true)
    }

    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        var facts = IdentityFacts(key: Self.key(subject), claims: claims)
        facts.details.federatedID = Self.federatedID(subject)
        facts.saysVerified = false
        facts.details.firstName = claims.text("given_name")
        facts.details.lastName = claims.text("family_name")
        facts.details.dateOfBirth = claims.text("user_birthday")
        return facts
    }

    func requirePage() throws(AuthError) { _ = try options.pageClient(of: .facebook) }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try options.pageClient(of: .facebook)
        var page = AuthorizationPage(
            url: options.pageURL + "/dialog/oauth", tokenURL: options.apiURL + "/oauth/access_token", clientID: client.id,
            authentication: .form(secret: client.secret), scopes: ["email", "public_profile"])
        page.idToken = .welcome
        return page
    }

    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        let client = try options.clientWithSecret(of: dialogue.provider)
        let inspected = try await inspect(token, client: client, by: dialogue)
        var fields = Self.fields
        if inspected.scopes.contains("user_birthday") { fields.append("birthday") }
        let proof = Data(token.text.utf8).hmacSHA256(key: Data(client.secret.utf8)).hex
        let person = try await Self.answer(
            to: .get(
                options.apiURL + "/me", query: [("fields", fields.joined(separator: ",")), ("appsecret_proof", proof)],
                bearer: token.text), by: dialogue, asClient: false)
        let subject = try dialogue.decimalSubject(person["id"])
        guard subject == inspected.user else { throw dialogue.otherPerson }

        var facts = IdentityFacts(key: Self.key(subject), claims: person)
        facts.details.federatedID = Self.federatedID(subject)
        facts.saysVerified = false
        facts.details.firstName = person.text("first_name")
        facts.details.lastName = person.text("last_name")
        facts.details.dateOfBirth = person.text("birthday")
        facts.profile.photoURL = Profile(photoURL: person["picture"]?["data"]?.text("url")).photoURL
        facts.accessTokenLifetime = inspected.lifetime
        if case .object(var members) = person {
            members["granted_scopes"] = .array(inspected.scopes.map(JSONValue.string))
            facts.details.rawUserInfo = .object(members)
        }
        return facts
    }

    /// Facebook's description of a token, as requested by the app.
    private struct Inspection {
        var user: String
        var scopes: [String]
        var lifetime: Int64?
    }

    // The token to inspect can only be sent in the query. Our own secret goes into the header.
    private func inspect(
        _ token: AccessToken, client: (id: String, secret: String), by dialogue: ProviderDialogue
    ) async throws(AuthError) -> Inspection {
        let answer = try await Self.answer(
            to: .get(
                options.apiURL + "/debug_token", query: [("input_token", token.text)],
                bearer: client.id + "|" + client.secret), by: dialogue, asClient: true)
        guard let data = answer["data"], case .object = data else {
            throw .providerUnavailable("\(dialogue.provider) returned no information about the access_token.")
        }
        guard data["is_valid"]?.bool == true else { throw dialogue.expired }
        guard data["app_id"]?.string?.isSame(as: client.id) == true else { throw dialogue.otherClient }
        // A page token or an app token does not belong to a person.
        guard data["type"].map({ $0.string == "USER" }) ?? true else {
            throw .invalidIDPResponse("The access_token does not belong to a person.")
        }
        var lifetime: Int64?
        if let expiry = data["expires_at"]?.int, expiry != 0 {
            guard expiry > dialogue.now.seconds else { throw dialogue.expired }
            lifetime = expiry - dialogue.now.seconds
        }
        var scopes: [String] = []
        if case .array(let told)? = data["scopes"] { scopes = told.compactMap(\.string) }
        return Inspection(user: try dialogue.decimalSubject(data["user_id"]), scopes: scopes, lifetime: lifetime)
    }

    private static func answer(
        to request: ProviderRequest, by dialogue: ProviderDialogue, asClient: Bool
    ) async throws(AuthError) -> JSONValue {
        let reply = try await dialogue.send(request)
        if reply.isSuccess { return reply.json }
        let code = reply.json["error"]?["code"]?.int ?? 0
        if passing.contains(code) {
            throw .providerUnavailable("\(dialogue.provider) is temporarily unavailable (error \(code)).")
        }
        throw asClient && aboutClient.contains(code) ? dialogue.clientRefused : dialogue.refused
    }

    private static func key(_ subject: String) -> IdentityKey {
        IdentityKey(provider: .facebook, issuer: ProviderID.facebook.canonicalIssuer, subject: subject)
    }

    private static func federatedID(_ subject: String) -> String { "http://facebook.com/" + subject }
}
