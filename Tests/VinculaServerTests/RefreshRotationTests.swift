import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A project's word on whether refresh tokens rotate.
@Suite("Rotation of refresh tokens")
struct RefreshRotationTests {
    private static let mask = "vincula.sessions.refreshRotation"

    private static func settings(_ isOn: Bool) -> [String: JSONValue] {
        ["vincula": .object(["sessions": .object(["refreshRotation": .bool(isOn)])])]
    }

    @Test("It is off by default; an administrator switches it on and off, which signs nobody out")
    func switched() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            func isOn() async throws -> JSONValue? {
                try await server.administer("GET", "config").json["vincula"]?["sessions"]?["refreshRotation"]
            }
            #expect(try await isOn() == false)
            let first = try #require(try await server.call("accounts:signUp")["refreshToken"])
            #expect(try await server.refresh(first)["refresh_token"] == first)
            let on = try await server.configure(Self.mask, Self.settings(true))
            #expect(on.json["vincula"]?["sessions"]?["refreshRotation"] == true, "\(on.text)")
            #expect(try await isOn() == true)
            // A mask that names something else leaves it.
            _ = try await server.configure("signIn.anonymous.enabled", Self.settings(false))
            #expect(try await isOn() == true)
            let second = try #require(try await server.refresh(first)["refresh_token"])
            #expect(second != first)
            let third = try #require(try await server.refresh(second)["refresh_token"])
            clock.advance(seconds: 3600)
            for token in [first, second] { #expect(try await server.refresh(token)["refresh_token"] == third) }
            _ = try await server.configure(Self.mask, Self.settings(false))
            #expect(try await isOn() == false)
            clock.advance(seconds: 86_400)
            for token in [first, second, third] { #expect(try await server.refresh(token)["refresh_token"] == third) }
        }
    }

    @Test("One project's rotation is nobody else's, and a value of a wrong type is refused")
    func perProject() async throws {
        try await TestServer.with { server in
            _ = try await server.engine.projects.updateSettings(of: "other") {
                $0.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0))
            }
            let token = try #require(try await server.call("accounts:signUp")["refreshToken"])
            #expect(try await server.refresh(token)["refresh_token"] == token)
            let refused = try await server.configure(
                Self.mask, ["vincula": .object(["sessions": .object(["refreshRotation": "sometimes"])])])
            #expect(refused.status == 400, "\(refused.text)")
            #expect(try await server.refresh(token)["refresh_token"] == token)
        }
    }
}
