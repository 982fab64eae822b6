import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Attacks of Documentation/Threats.md over HTTP; the id stands in each name.
@Suite("Account security")
struct AccountSecurityTests {
    @Test("T001 A squatter's password, session and token are gone once the owner signs in by Google")
    func classicFederatedMerge() async throws {
        try await TestServer.with { server in
            let squatter = try await server.call("accounts:signUp", ["email": "v@gmail.com", "password": "attacker1"])
            let refreshToken = try #require(squatter["refreshToken"])
            let owner = try await server.fakeIdp("google.com", ["sub": "g1", "email": "v@gmail.com", "email_verified": true])
            #expect(owner["localId"] == squatter["localId"])
            #expect(owner.json["emailVerified"] == true)
            let password = try await server.call(
                "accounts:signInWithPassword", ["email": "v@gmail.com", "password": "attacker1"])
            #expect(password.code == "INVALID_PASSWORD")
            #expect(try await server.refresh(refreshToken).code == "TOKEN_EXPIRED")
            let lookup = try await server.call("accounts:lookup", ["idToken": .string(try #require(squatter["idToken"]))])
            #expect(lookup.code == "TOKEN_EXPIRED")
        }
    }

    @Test("T009 T084 A claimed email opens nothing, and under email privacy reveals nothing")
    func claimedEmail() async throws {
        try await TestServer.with { server in
            _ = try await server.configure(
                "emailPrivacyConfig", ["emailPrivacyConfig": .object(["enableImprovedEmailPrivacy": true])])
            let owner = try await server.admin(
                "accounts", ["email": "v@example.com", "password": "secret1", "emailVerified": true])
            let attacker = try await server.fakeIdp("facebook.com", ["sub": "f1", "email": "v@example.com"])
            #expect(attacker.json["needConfirmation"] == true)
            #expect(attacker["idToken"] == nil && attacker["refreshToken"] == nil && attacker["localId"] == nil)
            #expect(attacker.json["verifiedProvider"] == .array([]))
            #expect(!attacker.text.contains(try #require(owner["localId"])))
        }
    }

    @Test("T084 Unknown, wrong and passwordless sign-ins are indistinguishable under email privacy")
    func enumeration() async throws {
        try await TestServer.with { server in
            _ = try await server.configure(
                "emailPrivacyConfig", ["emailPrivacyConfig": .object(["enableImprovedEmailPrivacy": true])])
            _ = try await server.admin("accounts", ["email": "known@example.com", "password": "secret1"])
            _ = try await server.admin("accounts", ["email": "off@example.com", "password": "secret1", "disabled": true])
            _ = try await server.fakeIdp("google.com", ["sub": "1", "email": "google@example.com", "email_verified": true])
            var answers: Set<Data> = []
            for email in ["known@example.com", "nobody@example.com", "google@example.com", "off@example.com"] {
                let answer = try await server.call(
                    "accounts:signInWithPassword", ["email": .string(email), "password": "wrong00"])
                #expect(answer.code == "INVALID_LOGIN_CREDENTIALS")
                answers.insert(Data(answer.json.text.utf8))
            }
            #expect(answers.count == 1)
            let disabled = try await server.call(
                "accounts:signInWithPassword", ["email": "off@example.com", "password": "secret1"])
            #expect(disabled.code == "USER_DISABLED")
        }
    }

    @Test(
        "T033 T128 Fields that only administrators may set are refused or ignored, and not stored",
        arguments: [
            ("customAttributes", JSONValue.string(#"{"admin":true}"#)), ("emailVerified", true), ("disableUser", false),
            ("validSince", "0"), ("createdAt", "0"), ("lastLoginAt", "0"), ("phoneNumber", "+15555550100"), ("localId", "victim"),
            ("mfa", .object([:])), ("linkProviderUserInfo", .object(["providerId": "google.com", "rawId": "v"])),
            ("passwordHash", "x"), ("salt", "x"), ("upgradeToFederatedLogin", true), ("email_verified", true),
            ("custom_attributes", "{}"),
        ])
    func massAssignment(field: String, value: JSONValue) async throws {
        try await TestServer.with { server in
            _ = try await server.admin("accounts", ["localId": "victim", "email": "victim@example.com"])
            let person = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "secret1"])
            let id = AccountID(try #require(person["localId"]))
            let scope = ProjectScope(project: "example")
            var search = AccountSearch()
            search.ids = [id.value, "victim"]
            let before = try await server.engine.accounts.findAccounts(search, in: scope)
            _ = try await server.call("accounts:update", ["idToken": .string(try #require(person["idToken"])), field: value])
            #expect(try await server.engine.accounts.findAccounts(search, in: scope) == before)
            let signUp = try await server.call(
                "accounts:signUp", ["email": "b@example.com", "password": "secret1", field: value])
            search.ids = [signUp["localId"] ?? "none"]
            let made = try await server.engine.accounts.findAccounts(search, in: scope).first
            #expect(made?.emailVerified != true && made?.customClaims == nil && made?.phone == nil && made?.id.value != "victim")
        }
    }

    @Test("T129 The ID token determines the account, whatever the localId")
    func insecureReference() async throws {
        try await TestServer.with { server in
            let victim = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            let attacker = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "secret1"])
            let token = JSONValue.string(try #require(attacker["idToken"]))
            let id = JSONValue.string(try #require(victim["localId"]))
            let lookup = try await server.call(
                "accounts:lookup", ["idToken": token, "localId": .array([id]), "email": .array(["v@example.com"])])
            #expect(!lookup.text.contains("v@example.com"))
            _ = try await server.call("accounts:delete", ["idToken": token, "localId": id])
            let search = try await server.admin("accounts:lookup", ["localId": .array([id])])
            #expect(search.json["users"] != nil)
        }
    }

    @Test(
        "T127 Administration requires the right bearer token",
        arguments: [
            ("POST", "v1/projects/example/accounts"), ("POST", "v1/projects/example/accounts:lookup"),
            ("POST", "v1/projects/example/accounts:update"), ("POST", "v1/projects/example/accounts:delete"),
            ("POST", "v1/projects/example/accounts:query"), ("GET", "v1/projects/example/accounts:batchGet"),
            ("POST", "v1/projects/example/accounts:sessions"), ("POST", "v1/projects/example/accounts:endSessions"),
            ("POST", "v1/projects/example/accounts:batchDelete"), ("GET", "v2/projects/example/config"),
            ("PATCH", "v2/projects/example/config"), ("GET", "v2/projects/example/oauthIdpConfigs"),
            ("POST", "v2/projects/example/oauthIdpConfigs"), ("DELETE", "v2/projects/example/oauthIdpConfigs/oidc.a"),
        ])
    func adminAccess(method: String, path: String) async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp")
            let url = "\(server.url)/identitytoolkit.googleapis.com/\(path)"
            let bearers = [nil, "Bearer \(person["idToken"] ?? "")", "Bearer nonsense", "Basic b3duZXI=", "owner"]
            for bearer in bearers {
                let answer = try await HTTP.send(method, url + "?key=k", headers: bearer.map { ["Authorization": $0] } ?? [:])
                #expect([401, 403].contains(answer.status), "\(bearer ?? "none"): \(answer.text)")
            }
            #expect(try await HTTP.send(method, url).status == 403)
        }
    }

    @Test("T035 T036 Sensitive changes require a sign-in within five minutes, and refreshing does not count")
    func recentSignIn() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "secret1"])
            clock.advance(seconds: 300)
            let inTime = try await server.call(
                "accounts:update", ["idToken": .string(person["idToken"] ?? ""), "email": "b@example.com"])
            #expect(inTime.status == 200, "\(inTime.text)")
            clock.advance(seconds: 301)
            let refreshed = try await server.refresh(try #require(inTime["refreshToken"]))
            let token = JSONValue.string(try #require(refreshed["id_token"]))
            for change: [String: JSONValue] in [
                ["password": "secret2"], ["email": "c@example.com"], ["deleteAttribute": .array(["PASSWORD"])],
            ] {
                let answer = try await server.call("accounts:update", change.merging(["idToken": token]) { $1 })
                #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(answer.text)")
            }
            #expect(try await server.call("accounts:delete", ["idToken": token]).code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let name = try await server.call("accounts:update", ["idToken": token, "displayName": "A"])
            #expect(name.status == 200)
        }
    }

    @Test("A web page from elsewhere cannot administer a development server through a developer's browser")
    func foreignOrigin() async throws {
        try await TestServer.with { server in
            let accounts = "\(server.url)/emulator/v1/projects/example/accounts"
            let lookup = "\(server.url)/v1/projects/example/accounts:query"
            for (origin, status) in [("https://evil.example", 403), ("null", 403), ("http://localhost:3000", 200)] {
                let headers = ["Origin": origin, "Authorization": "Bearer owner"]
                #expect(try await HTTP.send("DELETE", accounts, headers: ["Origin": origin]).status == status)
                #expect(try await HTTP.send("POST", lookup, headers: headers).status == status)
            }
            let app = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: ["Origin": "https://app.example"])
            #expect(app.status == 200)
        }
    }

    @Test("T027 A field that occurs twice in the provider's answer is refused")
    func fragmentSmuggling() async throws {
        try await TestServer.with { server in
            let claims = "%7B%22sub%22%3A%22a%22%7D"
            for (uri, body) in [
                ("http://localhost#id_token=\(claims)", "providerId=google.com&id_token=\(claims)"),
                ("http://localhost?providerId=google.com", "providerId=facebook.com&id_token=\(claims)"),
                ("http://localhost", "providerId=google.com&providerId=facebook.com&id_token=\(claims)"),
            ] {
                let answer = try await server.call(
                    "accounts:signInWithIdp", ["requestUri": .string(uri), "postBody": .string(body)])
                #expect(answer.code == "INVALID_CREDENTIAL_OR_PROVIDER_ID", "\(answer.text)")
            }
        }
    }
}
