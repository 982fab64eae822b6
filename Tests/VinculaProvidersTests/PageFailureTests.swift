import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A provider whose page, or what is behind it, misbehaves.
struct PageFailureTests {
    private static func order() -> ProviderPageOrder {
        ProviderPageOrder(
            provider: HostileProvider.openID, redirectURI: PageFlow.redirectURI, state: "state", nonce: "nonce-of-this-flow",
            codeVerifier: String(repeating: "v", count: 43))
    }

    private static func configuration(_ provider: HostileProvider) -> OpenIDProvider {
        var configuration = provider.configuration
        configuration.allowsCode = true
        configuration.allowsIDToken = false
        return configuration
    }

    private static func announce(_ more: [String: JSONValue] = [:], at provider: HostileProvider) {
        let address = provider.address
        let document: [String: JSONValue] = [
            "issuer": .string(address), "jwks_uri": .string(address + "/jwks"),
            "authorization_endpoint": .string(address + "/authorize"), "token_endpoint": .string(address + "/token"),
        ]
        provider[HostileProvider.discoveryPath] = .json(.object(document.merging(more) { $1 }))
    }

    private static func token(_ provider: HostileProvider, isByOtherKey: Bool = false) throws -> JSONValue {
        var token = TestToken(issuer: provider.address)
        if isByOtherKey {
            token.header = token.header.with(["kid": "other"])
            token.sign = { try TestKey.other.key.sign($0) }
        }
        token.claims = token.claims.with(["nonce": "nonce-of-this-flow"])
        return ["access_token": "at", "token_type": "Bearer", "id_token": .string(try token.text)]
    }

    private static func finish(
        _ provider: HostileProvider, fields: [String: String] = ["code": "c"], registry: ProviderRegistry? = nil
    ) async throws -> VerifiedIdentity {
        try await (registry ?? provider.registry()).finish(
            ProviderPageAnswer(order: order(), requestToken: nil, fields: fields), configured: configuration(provider),
            client: ProviderClient(ids: ["client"], secret: "secret"), trust: .never)
    }

    @Test func `T071 no redirect of a token endpoint is followed`() async throws {
        try await HostileProvider.run { provider in
            Self.announce(at: provider)
            provider["/elsewhere"] = .json(try Self.token(provider))
            for status in [HTTPResponseStatus.found, .temporaryRedirect, .permanentRedirect] {
                provider["/token"] = .init(status: status, headers: ["Location": provider.address + "/elsewhere"])
                await expect(.providerUnavailable) { try await Self.finish(provider) }
            }
            #expect(provider.count(of: "/elsewhere") == 0)
        }
    }

    @Test func `a provider that is down or sends garbage is unavailable, and works again later`() async throws {
        try await HostileProvider.run { provider in
            Self.announce(at: provider)
            let bad: [HostileProvider.Answer] = [
                .init(status: .internalServerError), .init(status: .tooManyRequests), .init(parts: [Data("{".utf8)]),
                .init(headers: ["Content-Type": "text/html"], parts: [Data("<p>".utf8)]), .json([:]),
                .json(["access_token": .null]),
                .init(parts: [Data(repeating: 0x20, count: 300_000)]),
            ]
            for answer in bad {
                provider["/token"] = answer
                await expect(.providerUnavailable) { try await Self.finish(provider) }
            }
            provider["/token"] = .json(try Self.token(provider))
            #expect(try await Self.finish(provider).oauthAccessToken == "at")
        }
    }

    @Test func `a token endpoint that is too slow is unavailable`() async throws {
        try await HostileProvider.run { provider in
            Self.announce(at: provider)
            var answer = HostileProvider.Answer.json(try Self.token(provider))
            answer.delay = .seconds(600)
            provider["/token"] = answer
            let registry = provider.registry { $0.timeout = .seconds(1) }
            await expect(.providerUnavailable) { try await Self.finish(provider, registry: registry) }
        }
    }

    @Test func `refusals are told apart: the code, and our own secret`() async throws {
        try await HostileProvider.run { provider in
            Self.announce(at: provider)
            for (status, error, refusal) in [
                (HTTPResponseStatus.badRequest, "invalid_grant", Refusal.invalidIDPResponse),
                (.ok, "bad_verification_code", .invalidIDPResponse), (.badRequest, "invalid_client", .operationNotAllowed),
                (.unauthorized, "x", .operationNotAllowed),
            ] as [(HTTPResponseStatus, String, Refusal)] {
                var answer = HostileProvider.Answer.json(["error": .string(error)])
                answer.status = status
                provider["/token"] = answer
                await expect(refusal) { try await Self.finish(provider) }
            }
            provider["/token"] = .json(["access_token": "at", "token_type": "Bearer"])
            await expect(.invalidIDPResponse) { try await Self.finish(provider) }
            provider["/token"] = .json(["access_token": "at", "token_type": "mac"])
            await expect(.invalidIDPResponse) { try await Self.finish(provider) }
            await expect(.invalidIDPResponse) { try await Self.finish(provider, fields: [:]) }
            await expect(.invalidIDPResponse) { try await Self.finish(provider, fields: ["code": "a\r\nb"]) }
        }
    }

    @Test func `keys that change in the middle of a flow are fetched`() async throws {
        try await HostileProvider.run { provider in
            Self.announce(at: provider)
            let registry = provider.registry()
            provider["/token"] = .json(try Self.token(provider))
            _ = try await Self.finish(provider, registry: registry)
            provider.publish([TestKey.other.published])
            provider["/token"] = .json(try Self.token(provider, isByOtherKey: true))
            _ = try await Self.finish(provider, registry: registry)
        }
    }

    @Test(arguments: [
        "javascript:alert(1)", "https://a.test/\r\nX: 1", "https://user:pw@a.test/", "//a.test",
        "https://a.test/#x", "",
    ])
    func `T142 an announced address that is none is refused`(address: String) async throws {
        try await HostileProvider.run { provider in
            for name in ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"] {
                Self.announce([name: .string(address)], at: provider)
                await expect(.providerUnavailable) {
                    try await provider.registry().begin(
                        Self.order(), configured: Self.configuration(provider),
                        client: ProviderClient(ids: ["client"], secret: "secret"))
                }
            }
        }
    }

    @Test func `T063 an ID token that comes as a form is this flow's`() async throws {
        try await HostileProvider.run { provider in
            var configuration = provider.configuration
            configuration.allowsIDToken = true
            let registry = provider.registry()
            Self.announce(at: provider)
            let unposted = configuration
            await expect(.operationNotAllowed) {
                try await provider.registry().begin(Self.order(), configured: unposted, client: nil)
            }
            Self.announce(
                ["response_types_supported": ["id_token"], "response_modes_supported": ["form_post"]], at: provider)
            let page = try await registry.begin(Self.order(), configured: unposted, client: nil)
            #expect(page.answersByForm && page.query["response_type"] == "id_token" && page.query["nonce"] != nil)
            let token = try #require(try Self.token(provider)["id_token"]?.string)
            var answer = ProviderPageAnswer(order: Self.order(), requestToken: nil, fields: ["id_token": token])
            let good = answer
            _ = try await registry.finish(good, configured: unposted, client: nil, trust: .never)
            answer.order.nonce = "another"
            let other = answer
            await expect(.missingOrInvalidNonce) {
                try await registry.finish(other, configured: unposted, client: nil, trust: .never)
            }
        }
    }

    @Test func `a profile that the ID token lacks comes from the user-info endpoint, for the same person only`() async throws {
        try await HostileProvider.run { provider in
            Self.announce(["userinfo_endpoint": .string(provider.address + "/me")], at: provider)
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["nonce": "nonce-of-this-flow", "email": nil, "email_verified": nil])
            provider["/token"] = .json(["access_token": "at", "id_token": .string(try token.text)])
            let subject = try #require(token.claims["sub"])
            provider["/me"] = .json(["sub": subject, "email": "ann@acme.test", "email_verified": true])
            #expect(try await Self.finish(provider).presented.email == EmailAddress("ann@acme.test"))
            provider["/me"] = .json(["sub": "somebody-else", "email": "bob@acme.test", "email_verified": true])
            await expect(.invalidIDPResponse) { try await Self.finish(provider) }
            provider["/me"] = .init(status: .temporaryRedirect, headers: ["Location": provider.address + "/other"])
            await expect(.providerUnavailable) { try await Self.finish(provider) }
            #expect(provider.count(of: "/other") == 0)
        }
    }
}
