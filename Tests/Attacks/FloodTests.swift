import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Too much of what is allowed.
@Suite("Floods")
struct FloodTests {
    @Test("T085 sign-up reveals which emails have accounts, but only a few, and not often", .tags(.attack))
    func signUpOracle() async throws {
        try await TestServer.with(clock: TestClock(), limits: true, proxies: ["loopback"]) { server in
            #expect(try await server.signUp("victim@example.com", from: "203.0.113.7").status == 200)
            // One email: three an hour, from wherever.
            var told = 0
            for number in 0..<20
            where try await server.signUp("Victim@example.com", from: "198.18.\(number).1").code == "EMAIL_EXISTS" { told += 1 }
            #expect(told == 2)
            // One address: its burst.
            var answered = 0
            for number in 0..<60 where try await !server.signUp("n\(number)@example.com", from: "198.51.100.9").isThrottled {
                answered += 1
            }
            #expect(answered == 20)
        }
    }

    @Test("T104 a flood of accounts from one address ends at a hundred an hour", .tags(.attack))
    func accountFlood() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true, proxies: ["loopback"]) { server in
            var made = 0
            for _ in 0..<60 {
                clock.advance(seconds: 60)
                for _ in 0..<16 where try await server.call("accounts:signUp", [:], from: "198.51.100.9").status == 200 {
                    made += 1
                }
            }
            #expect((100...120).contains(made), "\(made)")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == made)
            let refused = try await server.call("accounts:signUp", [:], from: "198.51.100.9")
            #expect(refused.isThrottled, "\(refused.text)")
            // Others go on, and an administrator does.
            #expect(try await server.call("accounts:signUp", [:], from: "198.51.100.10").status == 200)
            for _ in 0..<30 { #expect(try await server.admin("accounts").status == 200) }
        }
    }

    @Test("a session's refresh token works 60 times in a row, then once a second")
    func tokenFlood() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true) { server in
            var token = try #require(try await server.call("accounts:signUp")["refreshToken"])
            for _ in 0..<60 { token = try #require(try await server.refresh(token)["refresh_token"]) }
            #expect(try await server.refresh(token).isThrottled)
            clock.advance(seconds: 1)
            #expect(try await server.refresh(token).status == 200)
        }
    }

    @Test("T096 requests without an API key are counted too: assertions, invalid bearers, invalid keys", .tags(.attack))
    func unidentified() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true, limits: true, proxies: ["loopback"]) { server in
            func floods(_ path: String, _ headers: [String: String], _ body: String) async throws -> Bool {
                for _ in 0..<700 {
                    let answer = try await HTTP.send(
                        "POST", server.url + path,
                        headers: headers.merging(["X-Forwarded-For": "198.51.100.9"]) { own, _ in own }, body: Data(body.utf8))
                    if answer.isThrottled { return true }
                }
                return false
            }
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let assertions = try await floods(
                "/token", form, "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=a.b.c")
            #expect(assertions)
            let accounts = "/v1/projects/\(server.project)/accounts:lookup"
            let bearers = try await floods(accounts, ["Authorization": "Bearer at_none"], "{}")
            #expect(bearers)
            let key = "AIza" + String(repeating: "x", count: 35)
            let keys = try await floods("/v1/accounts:lookup?key=\(key)", [:], "{}")
            #expect(keys)
        }
    }

    @Test("T085 a link that is refused does not use up anybody's sign-ups", .tags(.attack))
    func spentByOthers() async throws {
        try await TestServer.with(clock: TestClock(), limits: true, proxies: ["loopback"]) { server in
            let attacker = try await server.signUp("a@example.com", from: "203.0.113.7")
            for _ in 0..<6 {
                let answer = try await server.call(
                    "accounts:signUp",
                    [
                        "idToken": .string(try #require(attacker["idToken"])), "email": "victim@example.com",
                        "password": "violet river",
                    ], from: "203.0.113.7")
                #expect(answer.code == "PROVIDER_ALREADY_LINKED", "\(answer.text)")
            }
            #expect(try await server.signUp("victim@example.com", from: "198.51.100.4").status == 200)
        }
    }

    @Test("an identity opens its account ten times in a row, whoever brings it")
    func identityFlood() async throws {
        try await TestServer.with(clock: TestClock(), limits: true) { server in
            for _ in 0..<10 {
                let answer = try await server.fakeIdp("google.com", ["sub": "g"])
                #expect(answer.status == 200)
            }
            let refused = try await server.fakeIdp("google.com", ["sub": "g"])
            #expect(refused.isThrottled)
            let other = try await server.fakeIdp("google.com", ["sub": "h"])
            #expect(other.status == 200)
        }
    }

    @Test("without limits, as under --dev, nobody is refused")
    func off() async throws {
        try await TestServer.with { server in
            for _ in 0..<30 {
                let answer = try await server.call(
                    "accounts:signInWithPassword", ["email": "a@example.com", "password": "wrong"])
                #expect(answer.code == "EMAIL_NOT_FOUND")
            }
        }
    }
}
