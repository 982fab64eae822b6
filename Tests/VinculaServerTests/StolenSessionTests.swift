import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// What a thief can do to the owner of a bound session with copies of its tokens and proofs, and with old ones.
@Suite("Stolen sessions")
struct StolenSessionTests {
    @Test("T360 copies of a bound session's tokens do not use up what its owner may do")
    func limits() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true, proxies: ["loopback"]) { server in
            let owner = BoundClient(server, clock)
            let signedUp = try await owner.signUp()
            let idToken: [String: JSONValue] = ["idToken": .string(try #require(signedUp["idToken"], "\(signedUp.text)"))]
            let token = JSONValue.string(try #require(signedUp["refreshToken"]))
            // One more than a session's or an account's limit.
            let calls: [(path: String, body: [String: JSONValue], count: Int)] = [
                ("/v1/token", ["grant_type": "refresh_token", "refresh_token": token], 61),
                ("/account/handover", ["refreshToken": token, "continueUrl": "http://localhost/app"], 11),
                ("/account/sessions", idToken, 31), ("/account/recovery-codes", idToken, 11),
                ("/v2/accounts/mfaEnrollment:start", idToken.merging(["totpEnrollmentInfo": [:]]) { $1 }, 11),
            ]
            for call in calls {
                for number in 0..<call.count {
                    let from = ["X-Forwarded-For": "198.51.\(number / 8).1"]
                    let refused = try await owner.send(call.path, call.body, .nothing, headers: from)
                    #expect(refused.reason == "SESSION_KEY_REQUIRED", "\(call.path) \(number): \(refused.text)")
                }
                let own = try await owner.send(call.path, call.body, headers: ["X-Forwarded-For": "203.0.113.7"])
                #expect(own.code != "TOO_MANY_ATTEMPTS_TRY_LATER", "\(call.path): \(own.text)")
            }
        }
    }

    @Test("T361 a used proof is not forgotten while a server whose clock is behind would still take it")
    func clocks() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let owner = BoundClient(server, clock)
            let token = try #require(try await owner.signUp()["refreshToken"])
            let proof = owner.proof(server.url + "/v1/token")
            #expect(try await owner.refresh(token, .header(proof)).status == 200)
            // The clock of the server that tidies up is four minutes ahead.
            clock.advance(seconds: 119 + 240)
            try await server.engine.upkeep.deleteExpired()
            clock.advance(seconds: -240)
            let again = try await owner.refresh(token, .header(proof))
            #expect(again.message == "INVALID_DPOP_PROOF : The proof was used before.", "\(again.text)")
        }
    }

    @Test("T362 an old copy of a token without a key cannot be claimed with a thief's key once the time for keys is over")
    func lateClaim() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let owner = BoundClient(server, clock)
            let thief = BoundClient(server, clock)
            let old = try #require(try await owner.signUp("ana@example.com", .nothing)["refreshToken"])
            let settings: [String: JSONValue] = ["keys": "required", "unboundUntil": "2026-01-01T00:00:00Z"]
            _ = try await server.configure(
                "vincula.sessions.keys,vincula.sessions.unboundUntil", ["vincula": .object(["sessions": .object(settings)])])
            let claimed = try await thief.refresh(old)
            #expect(claimed.code == "TOKEN_EXPIRED" && claimed.boundTo == nil, "\(claimed.text)")
            let handover = try await thief.send("/account/handover", ["refreshToken": .string(old)])
            #expect(handover.code == "TOKEN_EXPIRED", "\(handover.text)")
            #expect(try await owner.refresh(old, .nothing).reason == "SESSION_KEY_REQUIRED_BY_PROJECT")
            #expect(try await owner.signIn().boundTo == owner.thumbprint)
        }
    }

    @Test("T353 a proof is for the request's token, however the request spells its field")
    func spelling() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let owner = BoundClient(server, clock)
            let idToken = try #require(try await owner.signUp()["idToken"])
            let address = server.url + "/v1/accounts:update"
            for name in ["idToken", "id_token"] {
                let body: [String: JSONValue] = [name: .string(idToken), "displayName": "Ana"]
                let other = try await owner.call("accounts:update", body, .header(owner.proof(address)))
                #expect(other.message == "INVALID_DPOP_PROOF : ath does not belong to the request's ID token.", "\(other.text)")
                let right = try await owner.call("accounts:update", body, .header(owner.proof(address, token: idToken)))
                #expect(right.status == 200, "\(name): \(right.text)")
            }
        }
    }

    @Test("T344 a proof for another program on the client's machine is worth nothing here")
    func otherPrograms() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true, proxies: ["loopback"]) { server in
            let port = try #require(URL(string: server.url)?.port)
            server.address.set("https://auth.example.com")
            let owner = BoundClient(server, clock)
            let path = "/v1/accounts:signUp"
            for (address, from, isRight) in [
                ("https://auth.example.com", "203.0.113.7", true), ("http://127.0.0.1:\(port)", "127.0.0.1", true),
                ("https://127.0.0.1:\(port)", "127.0.0.1", false), ("http://127.0.0.1:\(port)", "203.0.113.7", false),
                ("http://127.0.0.1:\(port + 1)", "127.0.0.1", false), ("http://auth.example.com", "127.0.0.1", false),
            ] {
                let answer = try await owner.send(
                    path, ["returnSecureToken": true], .header(owner.proof(address + path)), headers: ["X-Forwarded-For": from])
                #expect(
                    (answer.message == "INVALID_DPOP_PROOF : htu is not the request's address.") != isRight,
                    "\(address) from \(from): \(answer.text)")
            }
        }
    }
}
