import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

@testable import VinculaVerifier

@Suite("An issuer's keys")
struct KeySourceTests {
    private static let otherToken: @Sendable (inout TestToken) -> Void = { token in
        token.header = ["alg": "RS256", "kid": "other"]
        token.sign = { try TestKey.other.key.sign($0) }
    }

    @Test("Keys are kept as long as the issuer says, and fetched again in the background before that")
    func lifetime() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier()
        func verify() async throws { _ = try await verifier.verifyIDToken(try issuer.token()) }
        for _ in 0..<3 { try await verify() }
        #expect(issuer.count == 1)
        issuer.advance(2879)
        try await verify()
        #expect(issuer.count == 1)
        // Four fifths of the hour are over.
        issuer.advance(2)
        issuer.state.withLock { $0.delay = .milliseconds(50) }
        try await verify()
        #expect(try await eventually { issuer.count == 2 })
    }

    @Test("An answer that says nothing has changed extends the lifetime")
    func tag() async throws {
        let issuer = ScriptedIssuer()
        issuer.state.withLock { $0.headers["etag"] = "\"v1\"" }
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(try issuer.token())
        issuer.state.withLock { state in
            state.status = 304
            state.body = ""
        }
        for round in 2...3 {
            issuer.advance(3601)
            _ = try await verifier.verifyIDToken(try issuer.token())
            #expect(issuer.count == round)
        }
        #expect(issuer.state.withLock { $0.requests.map { $0.headers["If-None-Match"] } } == [nil, "\"v1\"", "\"v1\""])
    }

    @Test("T080 a new key works after one fetch, and a withdrawn one stops working")
    func rotation() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(try issuer.token())
        issuer.state.withLock { $0.body = ScriptedIssuer.keySet([TestKey.other.published]) }
        issuer.advance(31)
        _ = try await verifier.verifyIDToken(try issuer.token(Self.otherToken))
        #expect(issuer.count == 2)
        await #expect(throws: VerificationError.unknownKey) { try await verifier.verifyIDToken(try issuer.token()) }
    }

    @Test("T081 invented key ids cause one fetch in 30 seconds, and never two at a time")
    func unknownKeys() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(try issuer.token())
        issuer.advance(31)
        issuer.state.withLock { $0.delay = .milliseconds(20) }
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let token = try? issuer.token { $0.header = ["alg": "RS256", "kid": .string("made-up-\(number)")] }
                    await #expect(throws: VerificationError.unknownKey) { try await verifier.verifyIDToken(token ?? "") }
                }
            }
        }
        #expect(issuer.count == 2)
        // Good tokens need none.
        _ = try await verifier.verifyIDToken(try issuer.token())
        issuer.advance(29)
        await #expect(throws: VerificationError.unknownKey) {
            try await verifier.verifyIDToken(try issuer.token(Self.otherToken))
        }
        #expect(issuer.count == 2)
        issuer.advance(2)
        await #expect(throws: VerificationError.unknownKey) {
            try await verifier.verifyIDToken(try issuer.token(Self.otherToken))
        }
        #expect(issuer.count == 3)
    }

    @Test("The first tokens wait for one fetch")
    func first() async throws {
        let issuer = ScriptedIssuer()
        issuer.state.withLock { $0.delay = .milliseconds(20) }
        let verifier = try issuer.verifier()
        let token = try issuer.token()
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { _ = try await verifier.verifyIDToken(token) } }
            try await group.waitForAll()
        }
        #expect(issuer.count == 1)
    }

    @Test("A caller that gives up stops nobody else's fetch")
    func cancelled() async throws {
        let issuer = ScriptedIssuer()
        issuer.state.withLock { $0.delay = .milliseconds(100) }
        let verifier = try issuer.verifier()
        let token = try issuer.token()
        let hasty = Task { try await verifier.verifyIDToken(token) }
        let patient = Task { try await verifier.verifyIDToken(token) }
        hasty.cancel()
        #expect(try await patient.value.uid == "s-1")
        #expect(issuer.count == 1)
    }

    @Test("While the issuer is down, its keys are used for another day; then tokens are refused as temporary failures")
    func down() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(try issuer.token())
        issuer.state.withLock { $0.isDown = true }
        issuer.advance(3600 + 24 * 3600 - 1)
        _ = try await verifier.verifyIDToken(try issuer.token())
        #expect(issuer.count == 2)
        // Not asked again with every token.
        for _ in 0..<5 { _ = try await verifier.verifyIDToken(try issuer.token()) }
        #expect(issuer.count == 2)
        issuer.advance(2)
        await #expect(throws: VerificationError.keysUnavailable) { try await verifier.verifyIDToken(try issuer.token()) }
        #expect(VerificationError.keysUnavailable.isTemporary && !VerificationError.unknownKey.isTemporary)
        issuer.state.withLock { $0.isDown = false }
        issuer.advance(2)
        _ = try await verifier.verifyIDToken(try issuer.token())
    }

    @Test(
        "T082 an answer that is no key set changes nothing",
        arguments: [
            "", "[]", "{\"keys\":1}", "<html>", "{\"keys\":[}", String(repeating: "[", count: 200),
        ])
    func broken(_ body: String) async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(try issuer.token())
        issuer.state.withLock { $0.body = body }
        issuer.advance(3601)
        _ = try await verifier.verifyIDToken(try issuer.token())
        #expect(issuer.count == 2)
        #expect(issuer.state.withLock { $0.requests.allSatisfy { $0.longestAnswer == 256 << 10 && $0.timeout == .seconds(5) } })
    }

    @Test("T082 the good key is found among bad ones, which never verify anything")
    func badKeys() async throws {
        let issuer = ScriptedIssuer()
        let good = TestKey.rsa
        let bad: [JSONValue] = [
            1, [:], good.with(["use": "enc", "kid": "enc"]), good.with(["alg": "PS256", "kid": "pss"]),
            good.with(["e": "AQ", "kid": "one"]), good.with(["n": "3w", "kid": "short"]),
            good.published.with(["n": nil, "kid": "half"]),
            ["kty": "oct", "k": "AAAA", "kid": "oct"], ["kty": "EC", "crv": "P-999", "x": "AA", "y": "AA", "kid": "curve"],
        ]
        issuer.state.withLock { $0.body = ScriptedIssuer.keySet(bad + [good.published, TestKey.other.with(["kid": "good"])]) }
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(try issuer.token())
        for id in ["enc", "pss", "one", "short", "half", "oct", "curve"] {
            let token = try issuer.token { $0.header = ["alg": "RS256", "kid": .string(id)] }
            await #expect(throws: VerificationError.unknownKey, "\(id)") { try await verifier.verifyIDToken(token) }
        }
        #expect(issuer.count == 1)
    }

    @Test(
        "The lifetime that an answer states is bounded",
        arguments: [
            ("max-age=3600", nil, 3600), ("public, Max-Age=3600, must-revalidate", "600", 3000), (nil, nil, 300),
            ("max-age=0", nil, 60), ("no-store", nil, 300), ("max-age=99999999999", nil, 86400), ("max-age=x", nil, 300),
            ("max-age=100", "99999", 60), ("max-age=9223372036854775807", "-9223372036854775808", 86400),
        ] as [(String?, String?, Int)])
    func bounds(_ cacheControl: String?, _ age: String?, _ seconds: Int) {
        #expect(KeyTiming().lifetime(cacheControl: cacheControl, age: age) == .seconds(seconds))
    }
}
