import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Key sets over real HTTP.
struct KeySetTests {
    private static let bad: [JSONValue] = [
        ["kty": "oct", "kid": "good", "k": "c2VjcmV0"], ["kty": "EC", "crv": "P-999", "kid": "good", "x": "AA", "y": "AA"],
        ["kty": "RSA", "kid": "good", "n": .string(Data(repeating: 0xC1, count: 64).base64EncodedString()), "e": "AQAB"],
        TestKey.other.with(["kid": "good", "e": "AQ"]), TestKey.rsa.with(["use": "enc"]), ["kid": "good"], "x", .null, 7,
    ]

    @Test func `T082 the good key is found among unusable ones`() async throws {
        try await HostileProvider.run { provider in
            provider.publish(Self.bad + [TestKey.other.with(["kid": "good"]), TestKey.rsa.published])
            _ = try await provider.verify(TestToken(issuer: provider.address))
        }
    }

    @Test func `T082 unusable keys check nothing`() async throws {
        try await HostileProvider.run { provider in
            provider.publish(Self.bad)
            await expect(.invalidIDPResponse) { try await provider.verify(TestToken(issuer: provider.address)) }
        }
    }

    @Test func `T082 a hundred keys are read and no more`() async throws {
        try await HostileProvider.run { provider in
            provider.publish((0..<100).map { ["kty": "oct", "kid": .integer($0), "k": "AA"] } + [TestKey.rsa.published])
            await expect(.invalidIDPResponse) { try await provider.verify(TestToken(issuer: provider.address)) }
        }
    }

    @Test func `T082 a token that names no key passes only if there is one`() async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.header = token.header.with(["kid": nil])
            let nameless = token
            _ = try await provider.verify(nameless)
            provider.publish([TestKey.rsa.published, TestKey.other.published])
            await expect(.invalidIDPResponse) { try await provider.verify(nameless) }
        }
    }

    @Test func `T076 each key has its algorithm`() async throws {
        try await HostileProvider.run { provider in
            provider.publish([TestKey.p256Published, TestKey.rsa.published])
            var token = TestToken(issuer: provider.address)
            token.header = ["alg": "ES256", "kid": "ec"]
            token.sign = { try TestKey.p256.signature(for: SHA256.hash(data: $0)).rawRepresentation }
            let elliptic = token
            _ = try await provider.verify(elliptic)
            token.header = ["alg": "ES256", "kid": "good"]
            let crossed = token
            await expect(.invalidIDPResponse) { try await provider.verify(crossed) }
        }
    }

    @Test func `T080 rotation while tokens come in`() async throws {
        try await HostileProvider.run { provider in
            let registry = provider.registry()
            let old = TestToken(issuer: provider.address)
            _ = try await provider.verify(old, by: registry)
            provider.publish([TestKey.rsa.published, TestKey.other.published])
            var token = old
            token.header = token.header.with(["kid": "other"])
            token.sign = { try TestKey.other.key.sign($0) }
            let new = token
            _ = try await provider.verify(new, by: registry)
            _ = try await provider.verify(old, by: registry)
            #expect(provider.count(of: "/jwks") == 2)
        }
    }

    @Test func `T081 a flood of unknown keys makes few requests`() async throws {
        try await HostileProvider.run { provider in
            let registry = provider.registry()
            let good = TestToken(issuer: provider.address)
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<64 {
                    group.addTask {
                        for number in 0..<20 {
                            var token = good
                            token.header = token.header.with(["kid": .string("\(worker)-\(number)")])
                            token.sign = { _ in Data(count: 256) }
                            let invented = token
                            await expect(.invalidIDPResponse) { try await provider.verify(invented, by: registry) }
                        }
                    }
                }
            }
            #expect(provider.count(of: "/jwks") <= 7)
            _ = try await provider.verify(good, by: registry)
        }
    }
}
