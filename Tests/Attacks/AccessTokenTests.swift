import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

/// Access tokens that are not what they are presented as, at providers that check what the real ones check.
struct AccessTokenTests {
    private static let providers = ProviderFixture.providers

    /// A server of which nobody is believed on an email but who runs the mailbox.
    private func withServer(_ body: @escaping @Sendable (TestServer, ProviderFixture) async throws -> Void) async throws {
        let fixture = try await ProviderFixture.shared
        var settings = ProjectSettings.development
        settings.defaultTrust = .domainOwner
        try await TestServer.with(settings: settings, providers: { fixture.configure(&$0) }) { try await body($0, fixture) }
    }

    private func accounts(_ server: TestServer) async throws -> String? {
        try await server.admin("accounts:query", ["returnUserInfo": false])["recordsCount"]
    }

    /// A number that no other test uses as a person's id.
    private static func number() -> Int { Int.random(in: 1_000_000...999_999_999) }

    // MARK: T018

    @Test("T018 GitHub: the address that the profile shows is not used", .tags(.attack))
    func shownEmail() async throws {
        try await withServer { server, fixture in
            let victim = try await server.call("accounts:signUp", ["email": "victim@acme.test", "password": "correct horse"])
            let owner = try await server.call("accounts:signUp", ["email": "ann@acme.test", "password": "correct horse"])
            _ = try await server.admin(
                "accounts:update", ["localId": .string(owner["localId"] ?? ""), "emailVerified": true])
            var person = ProviderFixture.person(Self.number(), at: .github, email: nil)
            person["email"] = "victim@acme.test"
            let addresses: [(String, Bool, Bool)] = [
                ("victim@acme.test", false, false), ("second@acme.test", false, true), ("ann@acme.test", true, true),
            ]
            let emails = JSONValue.array(
                addresses.map { .object(["email": .string($0), "primary": .bool($1), "verified": .bool($2)]) })
            let token = try await fixture.token(of: .github, for: person, ["emails": emails])
            let answer = try await server.signIn(.github, accessToken: token)
            // The primary and verified one is taken, and even that merges with nobody's account.
            #expect(answer["email"] == "ann@acme.test", "\(answer.text)")
            #expect(answer.json["needConfirmation"]?.bool == true && answer["idToken"] == nil && answer["localId"] == nil)

            // Only unverified addresses: the account that they name is not touched, and the new one has none.
            let unverified = JSONValue.array([.object(["email": "victim@acme.test", "primary": true, "verified": false])])
            let other = try await fixture.token(
                of: .github, for: person.merging(["id": .integer(Int64(Self.number()))]) { $1 }, ["emails": unverified])
            let created = try await server.signIn(.github, accessToken: other)
            #expect(created.json["isNewUser"]?.bool == true && created["email"] == nil, "\(created.text)")
            #expect(created["localId"] != victim["localId"])
        }
    }

    // MARK: T019

    private static let badIDs: [JSONValue?] = [
        nil, .null, "", .integer(0), .bool(true), .bool(false), .number(1.5), .array([]), .object([:]),
        .string(String(repeating: "9", count: 10_240)), .integer(-7), "1\u{0}", "１",
    ]

    @Test("T019 invalid subjects open nothing, and never match each other", .tags(.attack), arguments: providers)
    func badSubjects(provider: ProviderID) async throws {
        try await withServer { server, fixture in
            let name = [ProviderID.facebook, .github].contains(provider) ? "id" : provider == .twitter ? "id_str" : "sub"
            for bad in Self.badIDs {
                var person = ProviderFixture.person(Self.number(), at: provider, email: "ann@acme.test")
                person[name] = bad
                for _ in 0..<2 {
                    let token = try await fixture.token(of: provider, for: person)
                    let answer = try await server.signIn(provider, accessToken: token)
                    #expect(answer.code == "INVALID_IDP_RESPONSE", "\(String(describing: bad)): \(answer.text.prefix(300))")
                }
            }
            #expect(try await accounts(server) == "0")
        }
    }

    @Test("T019 a number and a text of the same digits are not both a person", .tags(.attack))
    func numberOrText() async throws {
        try await withServer { server, fixture in
            let number = Self.number()
            for (provider, good, bad) in [
                (ProviderID.github, JSONValue.integer(Int64(number)), JSONValue.string(String(number))),
                (.facebook, .string(String(number)), .integer(Int64(number))),
            ] {
                var person = ProviderFixture.person(number, at: provider, email: nil)
                person["id"] = good
                let first = try await server.signIn(
                    provider, accessToken: try await fixture.token(of: provider, for: person))
                #expect(first.status == 200, "\(first.text)")
                person["id"] = bad
                let second = try await server.signIn(
                    provider, accessToken: try await fixture.token(of: provider, for: person))
                #expect(second.code == "INVALID_IDP_RESPONSE", "\(second.text)")
            }
            // The same digits at two providers are two people.
            #expect(try await accounts(server) == "2")
        }
    }

    // MARK: T025

    @Test("T025 a token made for another app opens nothing", .tags(.attack), arguments: providers, [false, true])
    func otherApp(provider: ProviderID, providerTells: Bool) async throws {
        try await withServer { server, fixture in
            // The victim uses our app, and another one whose operator has this token.
            let number = Self.number()
            let own = try await fixture.token(of: provider, person: number, email: "ann@acme.test")
            let victim = try await server.signIn(provider, accessToken: own)
            #expect(victim.status == 200 && victim["idToken"] != nil, "\(victim.text)")

            // With `tells`, the provider speaks of other apps' tokens too, and only our own look at the app stands.
            let stolen = try await fixture.token(
                of: provider, person: number, email: "ann@acme.test",
                ["client": .string(ProviderFixture.otherClient(of: provider)), "tells": .bool(providerTells)])
            let answer = try await server.signIn(provider, accessToken: stolen)
            #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
            #expect(answer["localId"] == nil && answer["idToken"] == nil)
            let link = try await server.signIn(provider, accessToken: stolen, idToken: victim["idToken"])
            #expect(link.code == "INVALID_IDP_RESPONSE")
            #expect(try await accounts(server) == "1")
        }
    }

    @Test("T025 Google: a token that another app requested in our name is refused", .tags(.attack))
    func otherParty() async throws {
        try await withServer { server, fixture in
            let token = try await fixture.token(
                of: .google, person: Self.number(), email: "ann@gmail.com", ["azp": "other.apps.example.com"])
            #expect(try await server.signIn(.google, accessToken: token).code == "INVALID_IDP_RESPONSE")
            let ours = try await fixture.token(
                of: .google, person: Self.number(), email: "ann@gmail.com", ["azp": "ios.apps.example.com"])
            #expect(try await server.signIn(.google, accessToken: ours).status == 200)
        }
    }

    @Test("T025 Facebook: a page's token identifies nobody", .tags(.attack))
    func pageToken() async throws {
        try await withServer { server, fixture in
            let token = try await fixture.token(of: .facebook, person: Self.number(), email: nil, ["type": "PAGE"])
            #expect(try await server.signIn(.facebook, accessToken: token).code == "INVALID_IDP_RESPONSE")
        }
    }

    @Test("T025 X: an OAuth 2 token, whose app cannot be determined, is not even sent", .tags(.attack))
    func bearerAtX() async throws {
        try await withServer { server, fixture in
            let token = try await fixture.token(of: .twitter, person: Self.number(), email: nil)
            let answer = try await server.call(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost", "postBody": .string("providerId=twitter.com&access_token=\(token)")])
            #expect(answer.code == "INVALID_CREDENTIAL_OR_PROVIDER_ID", "\(answer.text)")
            #expect(try await fixture.requests(naming: token).isEmpty)
            let wrongSecret = try await server.signIn(.twitter, accessToken: token, secret: "guessed")
            #expect(wrongSecret.code == "INVALID_IDP_RESPONSE", "\(wrongSecret.text)")
        }
    }

    @Test("T025 expired and revoked tokens open nothing", .tags(.attack), arguments: providers)
    func voidTokens(provider: ProviderID) async throws {
        try await withServer { server, fixture in
            for (name, value) in [("valid", JSONValue.bool(false)), ("expires", .integer(1))]
            where provider != .twitter || name == "valid" {
                let token = try await fixture.token(of: provider, person: Self.number(), email: nil, [name: value])
                let answer = try await server.signIn(provider, accessToken: token)
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(name): \(answer.text)")
            }
            #expect(try await server.signIn(provider, accessToken: "tok-invented").code == "INVALID_IDP_RESPONSE")
            #expect(try await accounts(server) == "0")
        }
    }

    // MARK: T026

    /// An ID token of the provider's with an access token of a person.
    private func idToken(
        _ fixture: ProviderFixture, _ provider: ProviderID, subject: Int, _ more: [String: JSONValue] = [:]
    ) async throws -> String {
        let issuer =
            switch provider {
            case .facebook: "/facebook"
            case .google: "/google"
            case .linkedIn: "/linkedin/oauth"
            default: "/yahoo"
            }
        let claims: [String: JSONValue] = [
            "iss": .string(fixture.url + issuer), "aud": .string(ProviderFixture.client(of: provider)),
            "sub": .string(String(subject)), "email": "ann@acme.test", "email_verified": true,
        ]
        return try await fixture.idToken(claims.merging(more) { $1 })
    }

    @Test(
        "T026 another person's access token beside an id_token", .tags(.attack),
        arguments: [ProviderID.google, .linkedIn, .yahoo])
    func otherSubject(provider: ProviderID) async throws {
        try await withServer { server, fixture in
            let (ann, eve) = (Self.number(), Self.number())
            let eves = try await fixture.token(of: provider, person: eve, email: "eve@acme.test")
            let mixed = try await server.signIn(
                provider, accessToken: eves, providerToken: try await idToken(fixture, provider, subject: ann))
            #expect(mixed.code == "INVALID_IDP_RESPONSE", "\(mixed.text)")
            // The id_token says which access token it came with, and it is not this one, although it is Ann's.
            let anns = try await fixture.token(of: provider, person: ann, email: "ann@acme.test")
            let hash = Data(Data("another".utf8).sha256.prefix(16)).base64URL
            let substituted = try await server.signIn(
                provider, accessToken: anns,
                providerToken: try await idToken(fixture, provider, subject: ann, ["at_hash": .string(hash)]))
            #expect(substituted.code == "INVALID_IDP_RESPONSE", "\(substituted.text)")
            #expect(try await accounts(server) == "0")

            let both = try await server.signIn(
                provider, accessToken: anns, providerToken: try await idToken(fixture, provider, subject: ann))
            #expect(both.status == 200, "\(both.text)")
            // By either way it is the same person.
            let alone = try await server.signIn(provider, accessToken: anns)
            #expect(alone["localId"] == both["localId"] && both["localId"] != nil, "\(alone.text)")
        }
    }

    private static let contradictions: [(ProviderID, [String: JSONValue])] = [
        (.facebook, ["user_id": "4711"]), (.google, ["token_sub": "4711"]),
        (.github, ["checked": .object(["id": .integer(4711)])]), (.yahoo, ["introspection": .object(["sub": "4711"])]),
    ]

    @Test("T026 a provider that names two people identifies nobody", .tags(.attack), arguments: contradictions)
    func contradiction(provider: ProviderID, facts: [String: JSONValue]) async throws {
        try await withServer { server, fixture in
            let token = try await fixture.token(of: provider, person: Self.number(), email: nil, facts)
            let answer = try await server.signIn(provider, accessToken: token)
            #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
            #expect(try await accounts(server) == "0")
        }
    }

    // MARK: Where secrets go

    @Test(
        "T166 neither the clients' secrets nor access tokens stand in a URL where the provider takes them elsewhere",
        .tags(.attack))
    func urls() async throws {
        try await withServer { server, fixture in
            for provider in Self.providers {
                let token = try await fixture.token(of: provider, person: Self.number(), email: nil)
                #expect(try await server.signIn(provider, accessToken: token).status == 200)
                let requests = try await fixture.requests(naming: token)
                #expect(!requests.isEmpty)
                for request in requests {
                    let url = try #require(request["url"]?.string)
                    #expect(!url.contains("-secret"))
                    // Facebook takes the token that it is asked about nowhere else.
                    #expect(url.hasPrefix("/facebook/graph/debug_token?input_token=") || !url.contains(token), "\(url)")
                }
            }
        }
    }
}
