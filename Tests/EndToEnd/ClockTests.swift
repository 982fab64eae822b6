import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The effects of setting the clock.
@Suite("Clocks")
struct ClockTests {
    @Test("R12 a minute either way is tolerated; a token from further ahead is refused", arguments: [-59, -61, 59, 61])
    func skew(seconds: Int64) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            clock.advance(seconds: seconds)
            let lookup = try await server.call("accounts:lookup", ["idToken": .string(try #require(person["idToken"]))])
            #expect(lookup.code == (seconds < -60 ? "INVALID_ID_TOKEN" : nil), "\(lookup.text)")
        }
    }

    @Test(
        "R12 set back by two hours: users sign in and refresh, no token is from the future, and nothing used becomes valid again")
    func setBack() async throws {
        let clock = TestClock()
        var settings = ProjectSettings.development
        settings.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0))
        try await TestServer.with(settings: settings, clock: clock) { server in
            let credentials: [String: JSONValue] = ["email": "v@example.com", "password": "secret1"]
            let first = try await server.call("accounts:signUp", credentials)
            let parent = try #require(first["refreshToken"])
            clock.advance(seconds: 10)
            let child = try #require(try await server.refresh(parent)["refresh_token"])
            clock.advance(seconds: 4000)
            let grandchild = try #require(try await server.refresh(child)["refresh_token"])
            // A collision leaves a pending credential, which is used.
            let person: [String: JSONValue] = ["email": "p@example.com", "password": "secret1"]
            let owner = try await server.call("accounts:signUp", person)
            let collided = try await server.fakeIdp("facebook.com", ["sub": "1", "email": "p@example.com"])
            let pending = JSONValue.string(try #require(collided["pendingToken"], "\(collided.text)"))
            func redeem(_ owner: HTTPAnswer) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost", "pendingToken": pending,
                        "idToken": .string(try #require(owner["idToken"])),
                    ])
            }
            #expect(try await redeem(owner).status == 200)

            clock.advance(seconds: -7600)
            // A token exchanged in the skipped time still works.
            #expect(try await server.refresh(child)["refresh_token"] == grandchild)
            let refreshed = try await server.refresh(grandchild)
            #expect(refreshed.status == 200, "\(refreshed.text)")
            let token = JSONValue.string(try #require(refreshed["id_token"]))
            #expect(try await server.call("accounts:lookup", ["idToken": token]).status == 200)
            let claims = try #require(Self.claims(refreshed["id_token"] ?? ""))
            #expect(try #require(claims["iat"]?.int) <= clock.now.seconds)
            #expect(try #require(claims["exp"]?.int) <= clock.now.seconds + 3600)
            // Tokens of the hour that has not come again are not good in it.
            let early = try await server.call("accounts:lookup", ["idToken": .string(try #require(first["idToken"]))])
            #expect(early.code == "INVALID_ID_TOKEN")
            // A sign-in that lies ahead is no recent one.
            let deletion = try await server.call("accounts:delete", ["idToken": token])
            #expect(deletion.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(deletion.text)")

            let again = try await server.call("accounts:signInWithPassword", credentials)
            #expect(again.status == 200)
            let fresh = JSONValue.string(try #require(again["idToken"]))
            #expect(try await server.call("accounts:lookup", ["idToken": fresh]).status == 200)
            #expect(try await server.refresh(try #require(again["refreshToken"])).status == 200)
            let used = try await redeem(try await server.call("accounts:signInWithPassword", person))
            #expect(used.code == "INVALID_PENDING_TOKEN", "\(used.text)")
            // A refresh token that was used up long ago still ends its session.
            #expect(try await server.refresh(parent).code == "TOKEN_EXPIRED")
            #expect(try await server.refresh(grandchild).code == "TOKEN_EXPIRED")
            // Somebody new is not concerned.
            let other = try await server.call("accounts:signUp", ["email": "w@example.com", "password": "secret1"])
            let otherToken = JSONValue.string(try #require(other["idToken"]))
            #expect(try await server.call("accounts:delete", ["idToken": otherToken]).status == 200)
        }
    }

    @Test("R12 a revocation stays one, whichever way the clock is set")
    func revoked() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            clock.advance(seconds: 100)
            let changed = try await server.admin(
                "accounts:update", ["localId": .string(try #require(person["localId"])), "password": "secret2"])
            #expect(changed.status == 200)
            for step: Int64 in [-100, -3600, 3700, 86_400, -90_000] {
                clock.advance(seconds: step)
                let lookup = try await server.call("accounts:lookup", ["idToken": .string(try #require(person["idToken"]))])
                #expect(lookup.status == 400, "\(step)")
                #expect(try await server.refresh(try #require(person["refreshToken"])).code == "TOKEN_EXPIRED", "\(step)")
            }
        }
    }

    @Test("R12 the running command, its clock set a day ahead, back, and an hour back", .enabled(if: FakeClock.exists))
    func runningServer() async throws {
        try await withFolder { folder in
            let clock = try FakeClock(folder.appending(path: "clock"))
            let server = try await VinculaProcess.serve(
                ["--data", folder.appending(path: "data").path] + VinculaProcess.cheapHashes, preparing: ":",
                environment: clock.environment)
            func steps() async throws -> Int {
                let text = try await HTTP.send("GET", "\(server.url)/metrics").text
                return text.firstMatch(of: /\nvincula_clock_steps (\d+)\n/).flatMap { Int($0.1) } ?? -1
            }
            func awaitStep(_ count: Int) async throws {
                for _ in 0..<1200 {
                    if try await steps() >= count { return }
                    try await Task.sleep(for: .milliseconds(50))
                }
                Issue.record("Step \(count) of the clock was not noticed")
            }
            let credentials: [String: JSONValue] = ["email": "v@example.com", "password": "secret1"]
            let person = try await server.call("accounts:signUp", credentials)
            let idToken = JSONValue.string(try #require(person["idToken"]))
            #expect(try await server.call("accounts:lookup", ["idToken": idToken]).status == 200)
            var refreshToken = try #require(person["refreshToken"])

            for (number, offset) in [86400, 0, -3600].enumerated() {
                try clock.set(offset)
                try await awaitStep(number + 1)
                let refresh = try await server.refresh(refreshToken)
                #expect(refresh.status == 200, "\(offset): \(refresh.text)")
                refreshToken = refresh["refresh_token"] ?? refreshToken
                let fresh = try #require(refresh["id_token"])
                #expect(try await server.call("accounts:lookup", ["idToken": .string(fresh)]).status == 200, "\(offset)")
                let now = Int64(Date().timeIntervalSince1970) + Int64(offset)
                #expect(try #require(Self.claims(fresh)?["iat"]?.int) <= now + 5, "\(offset)")
                let signIn = try await server.call("accounts:signInWithPassword", credentials)
                #expect(signIn.status == 200, "\(offset): \(signIn.text)")
                let code = try await server.call("accounts:lookup", ["idToken": idToken]).code
                #expect(code == (number == 0 ? "TOKEN_EXPIRED" : number == 1 ? nil : "INVALID_ID_TOKEN"), "\(offset)")
            }
            #expect(server.child.output.contains("The clock was changed"))
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    private static func claims(_ token: String) -> JSONValue? {
        let segments = token.split(separator: ".")
        guard segments.count == 3 else { return nil }
        let text = segments[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)).flatMap(JSONValue.parse)
    }
}
