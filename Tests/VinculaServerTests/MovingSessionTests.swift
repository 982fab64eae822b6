import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// People who are signed in at Firebase go on here.
@Suite("Moving sessions")
struct MovingSessionTests {
    private static func claims(_ token: String?) -> JSONValue { token.flatMap { JSONWebToken($0)?.claims } ?? .null }

    @Test("A refresh token of the old server becomes a session that is no fresher, and later is refreshed as any other")
    func story() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(["localId": "ana", "email": "ana@example.com", "emailVerified": true])
            try former.exchanges(for: former.idToken(of: "ana"))
            let signedIn = former.clock.now.seconds - 86_400
            let moved = try await server.refresh("AMf-ana")
            #expect(moved.status == 200 && moved["user_id"] == "ana" && moved["expires_in"] == "3600", "\(moved.text)")
            let claims = Self.claims(moved["id_token"])
            #expect(claims["auth_time"]?.int == signedIn && claims["firebase"]?["sign_in_provider"] == "password")
            #expect(claims["iss"] == "https://securetoken.google.com/example")
            // It does what any other session does.
            let token = JSONValue.string(try #require(moved["id_token"]))
            #expect(try await server.call("accounts:lookup", ["idToken": token]).json["users"]?[0]?["localId"] == "ana")
            let renewed = try await server.refresh(try #require(moved["refresh_token"]))
            #expect(Self.claims(renewed["id_token"])["auth_time"]?.int == signedIn, "\(renewed.text)")
            let fresh = try await server.call("accounts:delete", ["idToken": token])
            #expect(fresh.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(fresh.text)")
            // Backends compare the two.
            let account = try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0]
            #expect(account?["validSince"]?.string.flatMap { Int64($0) } == signedIn)
            #expect(former.provider.count(of: FormerFirebase.tokenPath) == 1)
            let metrics = server.engine.migrationCounts
            #expect(metrics(.session) == 1 && metrics(.refusal) == 0 && metrics(.failure) == 0)
        }
    }

    @Test("Unmodified Vincula can be the old server: its own refresh tokens move")
    func betweenServers() async throws {
        let clock = TestClock()
        try await TestServer.with(project: "old", clock: clock) { old in
            let signedUp = try await old.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "violet river", "returnSecureToken": true])
            let uid = try #require(signedUp["localId"])
            clock.advance(seconds: 7200)
            try await TestServer.with(project: "new", clock: clock) { new in
                try await new.importAccount(["localId": .string(uid), "email": "ana@example.com"])
                let former = MigrationOrder(
                    project: "old", server: old.url, apiKey: "any", until: clock.now.adding(seconds: 3600))
                _ = try await new.engine.projects.beginMigration(former, of: "new", allowsPlain: true)
                let moved = try await new.refresh(try #require(signedUp["refreshToken"]))
                #expect(moved.status == 200 && moved["user_id"] == uid, "\(moved.text)")
                #expect(Self.claims(moved["id_token"])["auth_time"]?.int == clock.now.seconds - 7200)
            }
        }
    }

    @Test("A retry and another tab get the same session for an hour; then the token is worth nothing")
    func retries() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(["localId": "ana", "email": "ana@example.com"])
            try former.exchanges(for: former.idToken(of: "ana"))
            let first = try await server.refresh("AMf-ana")
            let token = try #require(first["refresh_token"])
            former.clock.advance(seconds: 3500)
            #expect(try await server.refresh("AMf-ana")["refresh_token"] == token)
            #expect(former.provider.count(of: FormerFirebase.tokenPath) == 1)
            former.clock.advance(seconds: 101)
            let late = try await server.refresh("AMf-ana")
            #expect(late.status == 400 && late.code == "TOKEN_EXPIRED", "\(late.text)")
            // Whoever has the session keeps it.
            #expect(try await server.refresh(token).status == 200)
        }
    }

    @Test("Many at once with one token get one session")
    func race() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(["localId": "ana", "email": "ana@example.com"])
            try former.exchanges(for: former.idToken(of: "ana"))
            let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<12 { group.addTask { try await server.refresh("AMf-ana")["refresh_token"] } }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1 && !tokens.contains(nil))
            let scope = ProjectScope(project: server.project)
            let open = try await server.engine.store.read { try $0.openSessions(of: AccountID("ana"), limit: nil, in: scope) }
            #expect(open.count == 1)
        }
    }

    @Test("With rotation, a retry gets the token that is active")
    func rotation() async throws {
        try await FormerFirebase.run { server, former in
            _ = try await server.configure(
                "vincula.sessions.refreshRotation", ["vincula": ["sessions": ["refreshRotation": true]]])
            try await server.importAccount(["localId": "ana", "email": "ana@example.com"])
            try former.exchanges(for: former.idToken(of: "ana"))
            let first = try await server.refresh("AMf-ana")
            let second = try await server.refresh(try #require(first["refresh_token"]))
            #expect(second.status == 200 && second["refresh_token"] != first["refresh_token"])
            let retry = try await server.refresh("AMf-ana")
            #expect(retry["refresh_token"] == second["refresh_token"], "\(retry.text)")
        }
    }

    @Test("Providers, custom tokens' claims and phones as second factors come along")
    func signInMethods() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount([
                "localId": "ana", "email": "ana@example.com", "emailVerified": true,
                "providerUserInfo": [["providerId": "google.com", "rawId": "g", "email": "ana@example.com"]],
                "mfaInfo": [["mfaEnrollmentId": "f", "phoneInfo": "+12025550100"]],
            ])
            try await server.importAccount(["localId": "bea", "customAuth": true, "customAttributes": #"{"role":"editor"}"#])
            try former.exchanges(
                for: former.idToken(
                    of: "ana",
                    firebase: [
                        "sign_in_provider": "google.com", "sign_in_second_factor": "phone", "second_factor_identifier": "f",
                    ]))
            let ana = Self.claims(try await server.refresh("AMf-ana")["id_token"])["firebase"]
            #expect(ana?["sign_in_provider"] == "google.com" && ana?["sign_in_second_factor"] == "phone")
            try former.exchanges(
                for: former.idToken(
                    of: "bea", with: ["role": "editor", "tier": "gold"], firebase: ["sign_in_provider": "custom"]))
            try former.knows(
                ["localId": "bea", "customAttributes": #"{"role":"editor"}"#], token: former.idToken(of: "bea"))
            let bea = try await server.refresh("AMf-bea")
            #expect(former.provider.count(of: FormerFirebase.lookupPath) == 1)
            #expect(Self.claims(bea["id_token"])["tier"] == "gold" && Self.claims(bea["id_token"])["role"] == "editor")
            // The account's claims are read anew each time; the session's stay.
            _ = try await server.admin("accounts:update", ["localId": "bea", "customAttributes": "{}"])
            let later = Self.claims(try await server.refresh(try #require(bea["refresh_token"]))["id_token"])
            #expect(later["tier"] == "gold" && later["role"] == nil)
            // A way in that is not here opens nothing.
            try former.exchanges(for: former.idToken(of: "bea", firebase: ["sign_in_provider": "github.com"]))
            #expect(try await server.refresh("AMf-github").code == "TOKEN_EXPIRED")
        }
    }

    @Test("An account that comes with the session of a custom token is asked for once")
    func customTokenOfUnknownAccount() async throws {
        try await FormerFirebase.run(with: ["askPasswords": true]) { server, former in
            try former.exchanges(
                for: former.idToken(
                    of: "bea", with: ["role": "editor", "tier": "gold"], firebase: ["sign_in_provider": "custom"]))
            try former.knows(
                ["localId": "bea", "customAuth": true, "createdAt": "1500000000000", "customAttributes": #"{"role":"editor"}"#],
                token: former.idToken(of: "bea"))
            let bea = try await server.refresh("AMf-bea")
            let claims = Self.claims(bea["id_token"])
            #expect(claims["tier"] == "gold" && claims["role"] == "editor", "\(bea.text)")
            #expect(former.provider.count(of: FormerFirebase.lookupPath) == 1)
            // A wrong account ends the exchange, whatever it was asked for.
            try former.exchanges(for: former.idToken(of: "cleo"))
            #expect(try await server.refresh("AMf-cleo").code == "USER_NOT_FOUND")
        }
    }

    @Test("An ID token of the old server looks its account up, and does nothing else")
    func idTokens() async throws {
        try await FormerFirebase.run { server, former in
            try await server.importAccount(["localId": "ana", "email": "ana@example.com", "displayName": "Ana"])
            let token = JSONValue.string(try former.idToken(of: "ana").text)
            let found = try await server.call("accounts:lookup", ["idToken": token])
            #expect(found.json["users"]?[0]?["displayName"] == "Ana", "\(found.text)")
            for (rpc, body) in [
                ("accounts:update", ["displayName": "Thief"]), ("accounts:delete", [:]),
                ("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"]),
            ] as [(String, [String: JSONValue])] {
                let refused = try await server.call(rpc, body.merging(["idToken": token]) { $1 })
                #expect(refused.code == "INVALID_ID_TOKEN", "\(rpc): \(refused.text)")
            }
            try await former.begin(at: server, ["acceptIdTokens": false])
            #expect(try await server.call("accounts:lookup", ["idToken": token]).code == "INVALID_ID_TOKEN")
        }
    }

    @Test("The settings: shown without the key, kept by a partial change, ended by null, and refused where they are wrong")
    func settings() async throws {
        try await FormerFirebase.run { server, former in
            func firebase() async throws -> JSONValue? {
                try await server.administer("GET", "config").json["vincula"]?["migration"]?["firebase"]
            }
            let shown = try await firebase()
            #expect(shown?["projectId"] == "old" && shown?["apiKey"] == "********" && shown?["acceptRefreshTokens"] == true)
            #expect(shown?["askPasswords"] == false && shown?["serverUrl"]?.string == former.provider.address)
            func change(_ field: String, _ value: JSONValue) async throws -> HTTPAnswer {
                try await server.configure(
                    "vincula.migration.firebase.\(field)", ["vincula": ["migration": ["firebase": .object([field: value])]]])
            }
            #expect(try await change("askPasswords", true).status == 200)
            #expect(try await firebase()?["askPasswords"] == true)
            let refusals: [(String, JSONValue)] = [
                ("until", "2020-01-01T00:00:00Z"), ("until", "2999-01-01T00:00:00Z"), ("until", "soon"),
                // The key was entered for another server.
                ("serverUrl", "https://thief.example"), ("projectId", "other"), ("projectId", "a/b"),
                ("serverUrl", "http://thief.example"), ("apiKey", "a b"), ("apiKey", ""),
            ]
            for (field, value) in refusals {
                let answer = try await change(field, value)
                #expect(answer.status == 400 && answer.code == "INVALID_CONFIG", "\(field) \(value): \(answer.text)")
            }
            let ended = try await server.configure(
                "vincula.migration.firebase", ["vincula": ["migration": ["firebase": .null]]])
            #expect(ended.status == 200, "\(ended.text)")
            #expect(try await firebase() == nil)
            #expect(try await server.refresh("AMf-ana").code == "INVALID_REFRESH_TOKEN")
            #expect(former.provider.requests.isEmpty)
        }
    }
}
