import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// Google Play Games: `signInWithIdp` with a server auth code.
@Suite("Play Games")
struct PlayGamesTests {
    private func run(
        configures: Bool = true, _ body: @escaping @Sendable (TestServer, PlatformFixture) async throws -> Void
    ) async throws {
        try await PlatformFixture.run { fixture in
            fixture.answer("/token") { request in
                request.form["code"] == "good"
                    ? .json(["access_token": "at-1", "expires_in": 3599, "token_type": "Bearer"])
                    : .json(["error": "invalid_grant"], status: 400)
            }
            fixture.answer("/games/v1/players/me") { _ in
                .json([
                    "kind": "games#player", "playerId": "a_123", "displayName": "Ann",
                    "avatarImageUrl": "https://x.example/a.png",
                ])
            }
            try await TestServer.with(providers: {
                $0.playGames.tokenURL = fixture.url + "/token"
                $0.playGames.apiURL = fixture.url
                guard configures else { return }
                $0.playGames.clientID = "game.example"
                $0.playGames.clientSecret = "top & secret"
            }) { server in try await body(server, fixture) }
        }
    }

    private func signIn(_ server: TestServer, code: String) async throws -> HTTPAnswer {
        let code = code.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await server.call(
            "accounts:signInWithIdp",
            [
                "requestUri": "http://localhost", "returnSecureToken": true,
                "postBody": .string("providerId=playgames.google.com&code=\(code)"),
            ])
    }

    @Test("a code becomes a token, the token a player, the player an account")
    func signIn() async throws {
        try await run { server, fixture in
            // Nothing of a code may be lost on the way, its `+` least of all.
            fixture.answer("/token") { request in
                request.form["code"] == "4/0Ad-_+x"
                    ? .json(["access_token": "at-1"]) : .json(["error": "invalid_grant"], status: 400)
            }
            let answer = try await signIn(server, code: "4/0Ad-_+x")
            #expect(answer.json["isNewUser"] == true && answer["providerId"] == "playgames.google.com", "\(answer.text)")
            #expect(answer["federatedId"] == "a_123" && answer["displayName"] == "Ann" && answer["email"] == nil)
            let exchange = try #require(fixture.received(at: "/token").first)
            #expect(exchange.method == "POST")
            #expect(exchange.headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(
                exchange.form == [
                    "grant_type": "authorization_code", "code": "4/0Ad-_+x", "client_id": "game.example",
                    "client_secret": "top & secret", "redirect_uri": "",
                ])
            let asked = try #require(fixture.received(at: "/games/v1/players/me").first)
            #expect(asked.method == "GET" && asked.headers["authorization"] == "Bearer at-1")
            let again = try await signIn(server, code: "4/0Ad-_+x")
            #expect(again["localId"] == answer["localId"] && again.json["isNewUser"] == nil)
        }
    }

    @Test("T025 a code that Google did not issue to our client opens nothing")
    func foreignCode() async throws {
        try await run { server, fixture in
            for code in ["stolen", "4/good\ncode", "\u{E9}", String(repeating: "c", count: 4097)] {
                let answer = try await signIn(server, code: code)
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
                #expect(!answer.text.contains("stolen") && !answer.text.contains("top & secret"))
            }
            #expect(fixture.received.count == 1)
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }

    @Test("T019 answers that identify nobody create nobody")
    func badAnswers() async throws {
        try await run { server, fixture in
            fixture.answer("/token") { _ in .json(["access_token": "at-1"]) }
            let players: [JSONValue] = [
                .null, "", 0, 1, true, .array(["a"]), .object([:]), .string(String(repeating: "1", count: 257)), "a\u{0}",
            ]
            for id in players {
                fixture.answer("/games/v1/players/me") { _ in .json(["playerId": id]) }
                let answer = try await signIn(server, code: "c")
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(id) \(answer.text)")
            }
            for status in [401, 403, 404] {
                fixture.answer("/games/v1/players/me") { _ in .json(["playerId": "1"], status: status) }
                #expect(try await signIn(server, code: "c").code == "INVALID_IDP_RESPONSE")
            }
            for body in ["", "[]", "null", #"{"access_token":""}"#, #"{"access_token":1}"#, #"{"access_token":"a b"}"#] {
                fixture.answer("/token") { _ in .init(body: Data(body.utf8)) }
                #expect(try await signIn(server, code: "c").code == "INVALID_IDP_RESPONSE", "\(body)")
            }
            for status in [302, 500, 503] {
                fixture.answer("/token") { _ in .init(status: status) }
                #expect(try await signIn(server, code: "c").status == 503)
            }
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }

    @Test("a project's own client takes precedence over the server's; without one the provider is not configured")
    func clients() async throws {
        try await run(configures: false) { server, fixture in
            #expect(try await signIn(server, code: "c").code == "OPERATION_NOT_ALLOWED")
            #expect(fixture.received.isEmpty)
            _ = try await server.configureProvider(
                "playgames.google.com", ["enabled": true, "clientId": "own", "clientSecret": "own secret"])
            _ = try await signIn(server, code: "c")
            #expect(fixture.received.first?.form["client_id"] == "own")
            #expect(fixture.received.first?.form["client_secret"] == "own secret")
            _ = try await server.configureProvider("playgames.google.com", ["enabled": false])
            #expect(try await signIn(server, code: "c").code == "OPERATION_NOT_ALLOWED")
            #expect(fixture.received.count == 1)
        }
    }
}
