import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A provider's keys: changing, hostile, and asked for by those who mean no sign-in (Documentation/Threats.md §7).
@Suite("Key sets", .tags(.attack))
struct KeySetAttackTests {
    private static func token(_ target: Target, subject: String = "1", by key: TestKey.RSA, named id: JSONValue?) -> TestToken {
        var token = target.token(Target.openID, ["sub": .string(subject)])
        token.header = token.header.with(["kid": id])
        token.sign = { try key.key.sign($0) }
        return token
    }

    @Test("T080 keys that change just before signing: at most one more fetch, and the old key works while it is published")
    func rotation() async throws {
        try await Target.run { target in
            #expect(try await target.idp(Target.openID, ["sub": "1"]).status == 200)
            target.provider.publish([TestKey.rsa.published, TestKey.other.published])
            let new = Self.token(target, by: TestKey.other, named: "other")
            #expect(try await target.present(new, as: Target.openID).status == 200)
            #expect(target.provider.count(of: "/jwks") == 2)
            #expect(try await target.idp(Target.openID, ["sub": "1"]).status == 200)
            #expect(target.provider.count(of: "/jwks") == 2)
            try await target.expectInvariants()
            // That a withdrawn key ends within the hour is JSONWebKeySetCacheTests', which has the cache's clock.
        }
    }

    @Test("T081 ten thousand tokens with invented key ids, 64 at a time, cause a handful of fetches, and others can sign in")
    func unknownKeys() async throws {
        try await Target.run { target in
            let started = ContinuousClock.now
            #expect(try await target.idp(Target.openID, ["sub": "1"]).status == 200)
            let claims = Data(target.token(Target.openID, ["sub": "1"]).claims.text.utf8).base64URL
            let signature = Data(count: 256).base64URL
            var configuration = HTTPClient.Configuration()
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            let url = "\(target.server.url)/v1/accounts:signInWithIdp?key=k"
            let (workers, each) = (64, 157)
            let refused = try await withThrowingTaskGroup(of: Int.self) { group in
                for worker in 0..<workers {
                    group.addTask {
                        var refused = 0
                        for number in 0..<each {
                            let header: JSONValue = ["alg": "RS256", "kid": .string("\(worker)-\(number)"), "typ": "JWT"]
                            let token = Data(header.text.utf8).base64URL + ".\(claims).\(signature)"
                            let body: JSONValue = [
                                "requestUri": "http://localhost", "postBody": .string("providerId=oidc.h&id_token=\(token)"),
                            ]
                            var request = HTTPClientRequest(url: url)
                            request.method = .POST
                            request.body = .bytes(ByteBuffer(string: body.text))
                            let answer = try await client.execute(request, timeout: .seconds(60))
                            let text = String(buffer: try await answer.body.collect(upTo: 1 << 16))
                            if answer.status == .badRequest, text.contains("INVALID_IDP_RESPONSE") { refused += 1 }
                        }
                        return refused
                    }
                }
                group.addTask {
                    for number in 0..<10 {
                        let answer = try await target.idp(Target.openID, ["sub": .string("good-\(number)")])
                        #expect(answer.status == 200, "\(answer.text)")
                    }
                    return 0
                }
                return try await group.reduce(0, +)
            }
            try await client.shutdown()
            #expect(refused == workers * each)
            // The first fetch, five at once for keys that may be new, and then one in 30 seconds.
            let seconds = Int((ContinuousClock.now - started) / .seconds(1))
            #expect(target.provider.count(of: "/jwks") <= 6 + seconds / 30)
            #expect(try await target.accounts().count == 11)
            try await target.expectInvariants()
        }
    }

    private static let unusable: [JSONValue] = [
        ["kty": "oct", "kid": "good", "k": "c2VjcmV0"], ["kty": "EC", "crv": "P-999", "kid": "good", "x": "AA", "y": "AA"],
        ["kty": "RSA", "kid": "good", "n": .string(Data(repeating: 0xC1, count: 64).base64URL), "e": "AQAB"],
        TestKey.other.with(["kid": "good", "e": "AQ"]), TestKey.rsa.with(["use": "enc"]),
    ]

    @Test("T082 five unusable keys beside the good one, and others with its id, do not hide it and verify nothing")
    func unusableKeys() async throws {
        try await Target.run { target in
            target.provider.publish(Self.unusable + [TestKey.other.with(["kid": "good"]), TestKey.rsa.published])
            #expect(try await target.idp(Target.openID, ["sub": "1"]).status == 200)
            try await target.expectInvariants()
        }
        try await Target.run { target in
            target.provider.publish(Self.unusable)
            #expect(try await target.idp(Target.openID, ["sub": "1"]).code == "INVALID_IDP_RESPONSE")
            var token = target.token(Target.openID, ["sub": "1"])
            try Spoiled.hmac(Data("secret".utf8)).apply(&token)
            #expect(try await target.present(token, as: Target.openID).code == "INVALID_IDP_RESPONSE")
            #expect(try await target.accounts().isEmpty)
        }
        try await Target.run { target in
            target.provider.publish((0..<100).map { ["kty": "oct", "kid": .string("\($0)")] } + [TestKey.rsa.published])
            let answer = try await target.idp(Target.openID, ["sub": "1"])
            #expect(answer.code == "INVALID_IDP_RESPONSE", "A hundred keys are read, and no more.")
        }
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: HostileProvider.Answer
    }

    private static let hostile = [
        Hostile(
            testDescription: "100 MB",
            answer: .init(parts: Array(repeating: Data(repeating: 0x20, count: 1 << 20), count: 100))),
        Hostile(
            testDescription: "100 MB announced",
            answer: .init(headers: ["Content-Type": "application/json", "Content-Length": "104857600"], parts: [Data(count: 10)])),
        Hostile(
            testDescription: "a byte a second",
            answer: .init(parts: Array(repeating: Data("{".utf8), count: 60), delay: .seconds(1))),
        Hostile(testDescription: "silence", answer: .init(delay: .seconds(60))),
        Hostile(testDescription: "a redirect", answer: .init(status: .found, headers: ["Location": "/jwks2"])),
        Hostile(testDescription: "an array", answer: .json([])), Hostile(testDescription: "no keys", answer: .json([:])),
        Hostile(testDescription: "HTML", answer: .init(headers: ["Content-Type": "text/html"], parts: [Data("<p>".utf8)])),
        Hostile(testDescription: "an error", answer: .init(status: .internalServerError)),
    ]

    @Test(
        "T082 a key set that is endless, slow, elsewhere or nonsense is given up in time, and opens nothing", arguments: hostile)
    func hostileKeySet(_ hostile: Hostile) async throws {
        try await Target.run(
            providers: { $0.timeout = .seconds(1) },
            { target in
                target.provider["/jwks2"] = .json(["keys": [TestKey.rsa.published]])
                target.provider["/jwks"] = hostile.answer
                let answer = try await target.idp(Target.openID, ["sub": "1"])
                #expect(answer.status == 503 && answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
                #expect(target.provider.count(of: "/jwks2") == 0)
                #expect(try await target.accounts().isEmpty)
                try await target.expectInvariants()
            })
    }

    @Test("OIDF kid-absent: without a key id a single key is tried, and none of several")
    func keyIDAbsent() async throws {
        try await Target.run { target in
            let nameless = Self.token(target, by: TestKey.rsa, named: nil)
            let answer = try await target.present(nameless, as: Target.openID)
            #expect(answer.status == 200, "\(answer.text)")
        }
        try await Target.run { target in
            target.provider.publish([TestKey.rsa.published, TestKey.other.published])
            let nameless = Self.token(target, by: TestKey.rsa, named: nil)
            let answer = try await target.present(nameless, as: Target.openID)
            #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
            #expect(try await target.accounts().isEmpty)
        }
    }

    @Test(
        "T163 a provider whose description names another issuer is refused before its keys are fetched",
        arguments: ["https://evil.example", "", "http://127.0.0.1", "SLASH", nil] as [String?])
    func otherIssuer(_ told: String?) async throws {
        try await Target.run { target in
            let address = target.provider.address
            let issuer = told == "SLASH" ? address + "/" : told
            target.provider[HostileProvider.discoveryPath] = .json(
                JSONValue.object(["jwks_uri": .string(address + "/jwks")]).with(["issuer": issuer.map { .string($0) }]))
            let answer = try await target.idp(Target.openID, ["sub": "1"])
            #expect(answer.status == 503 && answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
            #expect(target.provider.count(of: "/jwks") == 0)
            #expect(try await target.accounts().isEmpty)
        }
    }
}
