import AsyncHTTPClient
import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// What each provider's answers lead to, the good and the bad ones; who is asked and how is `Tests/Attacks`' and
/// `Tests/EndToEnd`'s, where the provider checks it.
struct AccessTokenTests {
    /// One request of a check.
    struct Step: Sendable, CustomTestStringConvertible {
        let provider: ProviderID
        let path: String
        let answer: JSONValue
        /// Whether it tells the client's secret, so that 401 is about the client.
        var isByClient = false

        var testDescription: String { "\(provider) \(path)" }
    }

    private static let expiry = JSONValue.integer(StoppedClock.seconds + 600)
    private static let openIDPerson: JSONValue = [
        "sub": "77", "name": "Ann Archer", "given_name": "Ann", "family_name": "Archer", "picture": "https://p.test/ann.png",
        "email": "ann@acme.test", "email_verified": true, "locale": "de",
    ]

    static let steps: [Step] = [
        Step(
            provider: .facebook, path: "/debug_token",
            answer: [
                "data": [
                    "app_id": "client", "type": "USER", "is_valid": true, "expires_at": expiry, "user_id": "77",
                    "scopes": ["email", "user_birthday"],
                ]
            ]),
        Step(
            provider: .facebook, path: "/me",
            answer: [
                "id": "77", "name": "Ann Archer", "first_name": "Ann", "last_name": "Archer", "email": "ann@acme.test",
                "birthday": "12/31/1990", "picture": ["data": ["url": "https://p.test/ann.png"]],
            ]),
        Step(
            provider: .twitter, path: "/1.1/account/verify_credentials.json",
            answer: [
                "id": 77, "id_str": "77", "name": "Ann Archer", "screen_name": "ann", "email": "ann@acme.test",
                "profile_image_url_https": "https://p.test/ann.png",
            ]),
        Step(
            provider: .github, path: "/applications/client/token",
            answer: ["app": ["client_id": "client"], "user": ["id": 77]], isByClient: true),
        Step(
            provider: .github, path: "/user",
            answer: [
                "id": 77, "login": "ann", "name": "Ann Archer", "email": "shown@acme.test",
                "avatar_url": "https://p.test/ann.png",
            ]),
        Step(
            provider: .github, path: "/user/emails",
            answer: [["email": "ann@acme.test", "primary": true, "verified": true]]),
        Step(
            provider: .google, path: "/oauth2/v3/tokeninfo",
            answer: ["aud": "client", "azp": "ios-client", "sub": "77", "expires_in": "600", "scope": "openid email"]),
        Step(provider: .google, path: "/oauth2/v3/userinfo", answer: openIDPerson),
        Step(
            provider: .linkedIn, path: "/v2/introspectToken",
            answer: ["active": true, "client_id": "client", "expires_at": expiry], isByClient: true),
        Step(provider: .linkedIn, path: "/v2/userinfo", answer: openIDPerson),
        Step(
            provider: .yahoo, path: "/oauth2/introspect", answer: ["active": true, "client_id": "client", "exp": expiry],
            isByClient: true),
        Step(provider: .yahoo, path: "/openid/v1/userinfo", answer: openIDPerson),
    ]

    static let providers = [ProviderID.facebook, .twitter, .github, .google, .linkedIn, .yahoo]

    /// Verifies an access token at a provider that answers as the steps say, but for the changes.
    private func verify(
        _ id: ProviderID, secret: String? = "token-secret", trust: ProviderTrust = .domainOwner,
        options change: (inout ProviderOptions) -> Void = { _ in }, client: ProviderClient? = nil,
        _ answers: [String: HostileProvider.Answer?] = [:]
    ) async throws -> VerifiedIdentity {
        var options = ProviderOptions(allowsLoopbackHTTP: true, timeout: .seconds(30))
        change(&options)
        let changed = options
        return try await HostileProvider.run { provider in
            for step in Self.steps where step.provider == id { provider[step.path] = .json(step.answer) }
            for (path, answer) in answers { provider[path] = answer }
            let registry = ProviderRegistry(
                options: changed.standing(at: provider.address), httpClient: .shared, clock: StoppedClock())
            let credential = FederatedCredential(
                provider: id, accessToken: "the-token", oauthTokenSecret: secret)
            return try await registry.verify(credential, configured: nil, client: client, trust: trust)
        }
    }

    @Test(arguments: providers)
    func `a good token tells whom it stands for`(id: ProviderID) async throws {
        let identity = try await verify(id)
        let presented = identity.presented
        #expect(presented.key.provider == id && presented.key.subject == "77")
        #expect(id == .google || presented.key.issuer == id.canonicalIssuer)
        #expect(presented.email == EmailAddress("ann@acme.test"))
        #expect(presented.ownership == .claimed)
        #expect(presented.profile.displayName == "Ann Archer")
        #expect(presented.profile.photoURL == "https://p.test/ann.png")
        #expect(presented.profile.screenName == ([.twitter, .github].contains(id) ? "ann" : nil))
        #expect(identity.details.firstName == ([.twitter, .github].contains(id) ? nil : "Ann"))
        #expect(identity.oauthAccessToken == "the-token" && identity.oauthIDToken == nil)
        #expect(identity.oauthTokenSecret == (id == .twitter ? "token-secret" : nil))
        #expect(identity.oauthExpiresIn == ([.twitter, .github].contains(id) ? nil : 600))
    }

    @Test func `the provider's own words come along`() async throws {
        let facebook = try await verify(.facebook)
        #expect(facebook.details.rawUserInfo["granted_scopes"] == ["email", "user_birthday"])
        #expect(facebook.details.rawUserInfo["first_name"] == "Ann")
        #expect(facebook.details.dateOfBirth == "12/31/1990")
        #expect(facebook.details.federatedID == "http://facebook.com/77")
        let twitter = try await verify(.twitter)
        #expect(twitter.details.rawUserInfo["id_str"] == "77" && twitter.details.rawUserInfo["screen_name"] == "ann")
        let google = try await verify(.google)
        #expect(google.details.rawUserInfo["id"] == "77" && google.details.rawUserInfo["granted_scopes"] == "openid email")
        #expect(google.details.language == "de")
        let linkedIn = try await verify(
            .linkedIn, ["/v2/userinfo": .json(Self.openIDPerson.with(["locale": ["country": "DE", "language": "de"]]))])
        #expect(linkedIn.details.language == "de-DE")
    }

    @Test func `who may be believed on an email`() async throws {
        for id in [ProviderID.twitter, .github, .google, .linkedIn, .yahoo] {
            #expect(try await verify(id, trust: .assertsVerified).presented.ownership == .proven, "\(id)")
        }
        #expect(try await verify(.facebook, trust: .assertsVerified).presented.ownership == .claimed)
        let unverified = HostileProvider.Answer.json(Self.openIDPerson.with(["email_verified": "true"]))
        for (id, path) in [
            (ProviderID.google, "/oauth2/v3/userinfo"), (.linkedIn, "/v2/userinfo"), (.yahoo, "/openid/v1/userinfo"),
        ] {
            #expect(try await verify(id, trust: .assertsVerified, [path: unverified]).presented.ownership == .claimed, "\(id)")
        }
        let yahoo = HostileProvider.Answer.json(Self.openIDPerson.with(["email": "ann@yahoo.com"]))
        #expect(try await verify(.yahoo, ["/openid/v1/userinfo": yahoo]).presented.ownership == .proven)
    }

    @Test(arguments: steps)
    func `a person without an email is a person`(step: Step) async throws {
        guard step.answer["email"] != nil else { return }
        for missing in [JSONValue.null, "", "not an address", nil] {
            let identity = try await verify(step.provider, [step.path: .json(step.answer.with(["email": missing]))])
            #expect(step.provider == .github || identity.presented.email == nil)
        }
    }

    private static let emails: [(JSONValue, String?)] = [
        ([["email": "a@acme.test", "primary": true, "verified": false]], nil),
        ([["email": "a@acme.test", "primary": false, "verified": true]], nil),
        ([["email": "a@acme.test", "primary": true, "verified": "true"]], nil), ([], nil),
        (
            [
                ["email": "b@acme.test", "primary": false, "verified": true],
                ["email": "a@acme.test", "primary": true, "verified": true],
            ],
            "a@acme.test"
        ),
    ]

    @Test(arguments: emails)
    func `T018 GitHub's email is the primary one, if verified`(list: JSONValue, email: String?) async throws {
        let identity = try await verify(.github, ["/user/emails": .json(list)])
        #expect(identity.presented.email?.value == email)
    }

    @Test(arguments: [403, 404])
    func `a GitHub token that may not see emails is good`(status: Int) async throws {
        let identity = try await verify(.github, ["/user/emails": .init(status: .init(statusCode: status))])
        #expect(identity.presented.email == nil && identity.presented.key.subject == "77")
    }

    // MARK: Trouble

    private static let broken: [(String, HostileProvider.Answer)] = [
        ("500", .init(status: .internalServerError)), ("503", .init(status: .serviceUnavailable)),
        ("429", .init(status: .tooManyRequests)), ("204", .init(status: .noContent)),
        ("302", .init(status: .found, headers: ["Location": "http://127.0.0.1:9/"])),
        ("HTML", .init(headers: ["Content-Type": "text/html"], parts: [Data("<html>".utf8)])),
        ("nothing", .init()), ("garbage", .init(parts: [Data("{\"id".utf8)])), ("a text", .json("hello")),
        ("300 KiB", .init(parts: Array(repeating: Data(repeating: UInt8(ascii: " "), count: 10_240), count: 30))),
    ]

    @Test(arguments: steps)
    func `a provider that is broken is unavailable, and the token is not called bad`(step: Step) async throws {
        for (name, answer) in Self.broken {
            do {
                _ = try await verify(step.provider, [step.path: answer])
                Issue.record("Accepted: \(name)")
            } catch { #expect(Refusal(error) == .providerUnavailable, "\(name): \(error)") }
        }
    }

    @Test(arguments: steps)
    func `a provider that is slow is given up`(step: Step) async throws {
        await expect(.providerUnavailable) {
            try await verify(
                step.provider, options: { $0.timeout = .milliseconds(400) },
                [step.path: .init(parts: [Data("{}".utf8)], delay: .seconds(600))])
        }
    }

    @Test(arguments: steps, [400, 401, 403, 404])
    func `a provider that refuses has the last word`(step: Step, status: Int) async throws {
        if step.path == "/user/emails", status != 401 { return }
        let answer = HostileProvider.Answer(
            status: .init(statusCode: status), headers: ["Content-Type": "application/json"],
            parts: [Data(#"{"error":"nope","message":"Bad credentials"}"#.utf8)])
        await expect(step.isByClient && status == 401 ? .operationNotAllowed : .invalidIDPResponse) {
            try await verify(step.provider, [step.path: answer])
        }
    }

    private static let graphErrors: [(Int, Int, Refusal)] = [
        (400, 100, .invalidIDPResponse), (400, 190, .operationNotAllowed), (400, 101, .operationNotAllowed),
        (400, 4, .providerUnavailable), (403, 613, .providerUnavailable), (400, 2, .providerUnavailable),
    ]

    @Test(arguments: graphErrors)
    func `Facebook's error codes tell whose fault it is`(status: Int, code: Int, refusal: Refusal) async throws {
        let answer = HostileProvider.Answer(
            status: .init(statusCode: status), parts: [Data(#"{"error":{"message":"m","code":\#(code)}}"#.utf8)])
        await expect(refusal) { try await verify(.facebook, ["/debug_token": answer]) }
        await expect(refusal == .operationNotAllowed ? .invalidIDPResponse : refusal) {
            try await verify(.facebook, ["/me": answer])
        }
    }

    @Test(arguments: [(89, Refusal.invalidIDPResponse), (135, .providerUnavailable), (453, .operationNotAllowed)])
    func `X's error codes tell whose fault it is`(code: Int, refusal: Refusal) async throws {
        let answer = HostileProvider.Answer(
            status: .forbidden, parts: [Data(#"{"errors":[{"message":"m","code":\#(code)}]}"#.utf8)])
        await expect(refusal) { try await verify(.twitter, ["/1.1/account/verify_credentials.json": answer]) }
    }

    @Test func `GitHub's limit of requests is not the token's fault`() async throws {
        let answer = HostileProvider.Answer(
            status: .forbidden, parts: [Data(#"{"message":"API rate limit exceeded for user ID 1."}"#.utf8)])
        for path in ["/applications/client/token", "/user", "/user/emails"] {
            await expect(.providerUnavailable) { try await verify(.github, [path: answer]) }
        }
    }

    // MARK: What tokens must be

    private static let spoilt: [(ProviderID, String, [String: JSONValue])] = [
        (.google, "/oauth2/v3/tokeninfo", ["aud": "other"]), (.google, "/oauth2/v3/tokeninfo", ["azp": "other"]),
        (.google, "/oauth2/v3/tokeninfo", ["aud": ["client"]]), (.google, "/oauth2/v3/tokeninfo", ["expires_in": "0"]),
        (.google, "/oauth2/v3/tokeninfo", ["expires_in": .null]), (.google, "/oauth2/v3/tokeninfo", ["sub": "78"]),
        (.linkedIn, "/v2/introspectToken", ["active": false]), (.linkedIn, "/v2/introspectToken", ["active": "true"]),
        (.linkedIn, "/v2/introspectToken", ["client_id": "other"]), (.linkedIn, "/v2/introspectToken", ["client_id": .null]),
        (.linkedIn, "/v2/introspectToken", ["aud": "other"]), (.linkedIn, "/v2/introspectToken", ["expires_at": 1]),
        (.yahoo, "/oauth2/introspect", ["client_id": "other"]), (.yahoo, "/oauth2/introspect", ["exp": 1]),
        (.yahoo, "/oauth2/introspect", ["sub": "78"]), (.yahoo, "/oauth2/introspect", ["exp": "soon"]),
        (.github, "/applications/client/token", ["app": ["client_id": "other"]]),
        (.github, "/applications/client/token", ["app": .null]),
        (.github, "/applications/client/token", ["user": ["id": 78]]),
        (.github, "/applications/client/token", ["user": ["id": "77"]]),
        (.twitter, "/1.1/account/verify_credentials.json", ["id": 78]),
    ]

    @Test(arguments: spoilt)
    func `T025 T026 a token of another client, another time or another person is refused`(
        id: ProviderID, path: String, changes: [String: JSONValue]
    ) async throws {
        let step = try #require(Self.steps.first { $0.provider == id && $0.path == path })
        await expect(.invalidIDPResponse) { try await verify(id, [path: .json(step.answer.with(changes))]) }
    }

    private static let inspections: [[String: JSONValue]] = [
        ["app_id": "other"], ["app_id": .null], ["is_valid": false], ["is_valid": "true"], ["expires_at": 1], ["user_id": "78"],
        ["user_id": 77], ["type": "PAGE"], ["type": "APP"],
    ]

    @Test(arguments: inspections)
    func `T025 T026 what Facebook says of a token must fit`(changes: [String: JSONValue]) async throws {
        let data = try #require(Self.steps[0].answer["data"])
        await expect(.invalidIDPResponse) {
            try await verify(.facebook, ["/debug_token": .json(["data": data.with(changes)])])
        }
    }

    @Test func `a client id without its secret checks no token, and one project's secret is no other's`() async throws {
        for id in Self.providers where id != .google {
            let withoutSecret = ProviderClient(ids: ["client"], secret: nil)
            await expect(.operationNotAllowed) { try await verify(id, client: withoutSecret) }
            _ = try await verify(id, client: ProviderClient(ids: ["client"], secret: "own"))
        }
        _ = try await verify(.google, client: ProviderClient(ids: ["client", "ios-client"], secret: nil))
        await expect(.invalidIDPResponse) { try await verify(.google, client: ProviderClient(ids: ["else"], secret: nil)) }
    }

    @Test func `X needs both halves of a token`() async throws {
        for secret in [nil, ""] {
            await expect(.invalidCredentialOrProviderID) { try await verify(.twitter, secret: secret) }
        }
    }

    @Test(arguments: ["a b", "a\r\nX-Evil: 1", "tök", String(repeating: "a", count: 5000), "a\u{0}"])
    func `what cannot be a token is sent to nobody`(token: String) async throws {
        try await HostileProvider.run { provider in
            let registry = ProviderRegistry(
                options: ProviderOptions(allowsLoopbackHTTP: true, timeout: .seconds(30)).standing(at: provider.address),
                httpClient: .shared,
                clock: StoppedClock())
            for id in Self.providers {
                for (token, secret) in [(token, "s"), ("t", token)] where id == .twitter || secret == "s" {
                    let credential = FederatedCredential(provider: id, accessToken: token, oauthTokenSecret: secret)
                    await expect(.invalidIDPResponse) {
                        try await registry.verify(credential, configured: nil, client: nil, trust: .never)
                    }
                }
            }
            #expect(provider.requests.isEmpty)
        }
    }

    @Test func `no answer repeats the token or the client's secret`() async throws {
        for step in Self.steps {
            for answer in Self.broken.map(\.1) + [.init(status: .badRequest), .init(status: .unauthorized)] {
                do {
                    _ = try await verify(step.provider, [step.path: answer])
                } catch {
                    #expect(!"\(error)".contains("the-token") && !"\(error)".contains("client-secret"))
                }
            }
        }
    }
}

extension ProviderOptions {
    /// The options with every provider at one address, and one client of ours.
    func standing(at address: String) -> ProviderOptions {
        var options = self
        let provider = BuiltIn(
            clientIDs: ["client", "ios-client"], issuer: address, clientSecret: "client-secret", apiURL: address)
        options[.google] = provider
        options[.facebook] = provider
        options[.twitter] = provider
        options[.github] = provider
        options[.linkedIn] = provider
        options[.yahoo] = provider
        return options
    }
}
