import AsyncHTTPClient
import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A provider's page at the fixture that checks what the real one checks.
struct PageCase: Sendable, CustomTestStringConvertible {
    var provider: ProviderID
    /// X's page by OAuth 2 instead of OAuth 1.0a.
    var isByCode = true
    var usesPKCE = true
    /// Whether an ID token decides.
    var hasNonce = false
    /// The `iss` that the page sends, after the fixture's address; `nil` if none is expected of it.
    var issuer: String?
    /// Whether the answer comes as a form.
    var isForm = false

    var testDescription: String { provider == .twitter ? "\(provider)\(isByCode ? " by OAuth 2" : "")" : "\(provider)" }

    static let all: [PageCase] = [
        PageCase(provider: .google, hasNonce: true, issuer: "/google"),
        PageCase(provider: .apple, hasNonce: true, issuer: "/apple", isForm: true),
        PageCase(provider: .facebook), PageCase(provider: .github),
        PageCase(provider: .twitter), PageCase(provider: .twitter, isByCode: false, usesPKCE: false),
        PageCase(provider: .microsoft, hasNonce: true), PageCase(provider: .yahoo, hasNonce: true, issuer: "/yahoo"),
        // LinkedIn supports neither PKCE nor a nonce for such apps.
        PageCase(provider: .linkedIn, usesPKCE: false),
        PageCase(provider: .openID, hasNonce: true, issuer: "/oidc"), PageCase(provider: .plainOAuth2),
    ]

    /// What the fixture says of the person.
    var person: [String: JSONValue] {
        switch provider {
        case .twitter where isByCode: ["id": "7", "name": "Ann Archer", "username": "ann", "confirmed_email": "ann@acme.test"]
        case .plainOAuth2: ["data": ["id": 7, "mail": "ann@acme.test", "checked": true, "called": "Ann Archer"]]
        default: ProviderFixture.person(7, at: provider, email: "ann@acme.test")
        }
    }
}

extension ProviderID {
    static let openID = ProviderID("oidc.acme")
    static let plainOAuth2 = ProviderID("oauth2.acme")
}

/// A sign-in at a page of the fixture.
struct PageFlow: Sendable {
    /// A page that says nothing of what the browser brings back.
    struct Unreadable: Error {
        let text: String
    }

    static let redirectURI = "https://auth.test/__/auth/callback/x"
    private static let teamKey = P256.Signing.PrivateKey()

    let test: PageCase
    let fixture: ProviderFixture
    let registry: ProviderRegistry
    var order: ProviderPageOrder
    var configured: OpenIDProvider?
    var client: ProviderClient?

    init(_ test: PageCase, change: (inout ProviderOptions) -> Void = { _ in }) async throws {
        self.test = test
        fixture = try await ProviderFixture.shared
        var options = ProviderOptions(allowsLoopbackHTTP: true, timeout: .seconds(60))
        fixture.configure(&options)
        options[.google].clientSecret = "google-secret"
        options[.facebook].pageURL = fixture.url + "/facebook"
        options[.github].pageURL = fixture.url + "/github"
        options[.twitter].pageURL = fixture.url + "/twitter"
        if test.isByCode { options[.twitter].codeClient = .init(id: "consumerKey", secret: "consumer-secret") }
        options[.microsoft] = .init(
            clientIDs: ["microsoft-client"], issuer: fixture.url + "/microsoft", clientSecret: "microsoft-secret")
        options[.apple] = .init(clientIDs: ["services.apple.test"], issuer: fixture.url + "/apple")
        options[.apple].appleKey = .init(teamID: "TEAM", keyID: "KEY", privateKey: Self.teamKey.pemRepresentation)
        change(&options)
        registry = ProviderRegistry(options: options, httpClient: .shared, clock: SystemClock())
        order = ProviderPageOrder(
            provider: test.provider, redirectURI: Self.redirectURI, state: "state-" + SecureRandom.alphanumeric(16),
            nonce: SecureRandom.alphanumeric(43), codeVerifier: SecureRandom.alphanumeric(43))
        if test.provider == .openID {
            configured = OpenIDProvider(
                id: .openID, isEnabled: true, clientID: "oidc-client", issuer: fixture.url + "/oidc", allowsCode: true,
                allowsIDToken: false)
            client = ProviderClient(ids: ["oidc-client"], secret: "oidc secret/+%")
        }
        if test.provider == .plainOAuth2 {
            configured = OpenIDProvider(
                id: .plainOAuth2, isEnabled: true, clientID: "oauth2-client", issuer: fixture.url, allowsCode: true,
                allowsIDToken: false)
            configured?.endpoints = OAuth2Endpoints(
                authorizationURL: fixture.url + "/oauth2/authorize", tokenURL: fixture.url + "/oauth2/token",
                userInfoURL: fixture.url + "/oauth2/me", scopes: ["me"], authentication: .basic,
                members: .init(subject: "data.id", email: "data.mail", emailVerified: "data.checked", name: "data.called"))
            client = ProviderClient(ids: ["oauth2-client"], secret: "oauth2-secret")
        }
        signInAs([:])
    }

    /// Says who sits in front of the page.
    mutating func signInAs(_ more: [String: JSONValue]) {
        var hint: [String: JSONValue] = [
            "person": .object(test.person), "key": .string(Self.teamKey.publicKey.pemRepresentation),
        ]
        if test.provider == .github {
            hint["emails"] = .array([.object(["email": "ann@acme.test", "primary": true, "verified": true])])
        }
        let text = JSONValue.object(hint.merging(more) { $1 }).text
        order.customParameters[test.provider == .twitter && !test.isByCode ? "screen_name" : "login_hint"] = text
    }

    func begin() async throws -> ProviderPage { try await registry.begin(order, configured: configured, client: client) }

    /// What the browser brings back from a page.
    func visit(_ page: ProviderPage) async throws -> ProviderPageAnswer {
        let answer = try await HTTP.send("GET", page.url)
        try #require(answer.status == 200, "\(answer.text)")
        guard case .object(let told)? = answer.json["fields"] else { throw Unreadable(text: answer.text) }
        #expect(answer["to"] == order.redirectURI)
        #expect((answer["method"] == "POST") == page.answersByForm)
        let fields = told.compactMapValues(\.string)
        #expect(fields["state"] == order.state)
        return ProviderPageAnswer(order: order, requestToken: page.requestToken, fields: fields)
    }

    func answer() async throws -> ProviderPageAnswer { try await visit(try await begin()) }

    func finish(_ answer: ProviderPageAnswer) async throws -> VerifiedIdentity {
        try await registry.finish(answer, configured: configured, client: client, trust: .assertsVerified)
    }
}

extension ProviderPage {
    /// The fields of the address's query.
    var query: [String: String] {
        let items = URLComponents(string: url)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
