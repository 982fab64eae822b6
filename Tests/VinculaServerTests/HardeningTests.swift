import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The findings of a review, each with the sequence that led to it.
@Suite("Hardening")
struct HardeningTests {
    @Test("T035 A stale session cannot empty an account by unlinking, nor make an emptied account its own")
    func staleUnlink() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            let token = JSONValue.string(try #require(person["idToken"]))
            clock.advance(seconds: 303)
            let unlink = try await server.call(
                "accounts:update", ["idToken": token, "deleteProvider": .array(["password"])])
            #expect(unlink.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")

            let google = try await server.fakeIdp("google.com", ["sub": "1"])
            clock.advance(seconds: 303)
            let stale = JSONValue.string(try #require(google["idToken"]))
            let emptied = try await server.call("accounts:update", ["idToken": stale, "deleteProvider": .array(["google.com"])])
            #expect(emptied.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let taken = try await server.call(
                "accounts:signUp", ["idToken": stale, "email": "attacker@example.com", "password": "hacked1"])
            #expect(taken.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test("T108 An administrator's revocation also ends refreshed ID tokens, and those of the same second")
    func revocation() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            clock.advance(seconds: 3)
            let refreshed = try await server.refresh(try #require(person["refreshToken"]))
            let second = JSONValue.string(String(clock.now.seconds))
            clock.advance(seconds: 1)
            let revoked = try await server.admin(
                "accounts:update", ["localId": .string(try #require(person["localId"])), "validSince": second])
            #expect(revoked.status == 200)
            let token = JSONValue.string(try #require(refreshed["id_token"]))
            #expect(try await server.call("accounts:lookup", ["idToken": token]).code == "TOKEN_EXPIRED")
            #expect(try await server.refresh(try #require(refreshed["refresh_token"])).code == "TOKEN_EXPIRED")
            let ahead = try await server.admin(
                "accounts:update", ["localId": .string(try #require(person["localId"])), "validSince": "1795242985000"])
            #expect(ahead.status == 400)
        }
    }

    @Test("T139 JSON is checked whatever its content type, and names with escapes are refused")
    func contentTypes() async throws {
        try await TestServer.with { server in
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            for body in [
                #"{"email":"a@example.com","email":"b@example.com"}"#, #"{"email":"a@example.com","\u0065mail":"b@example.com"}"#,
                #"{"a":"# + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "}",
            ] {
                for headers in [form, [:]] {
                    let answer = try await HTTP.send(
                        "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: headers, body: Data(body.utf8))
                    #expect(answer.status == 400, "\(answer.text)")
                }
            }
            let utf16 = try #require(#"{"email":"a@example.com","password":"secret1"}"#.data(using: .utf16LittleEndian))
            #expect(try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: utf16).status == 400)
            // curl -d calls everything a form.
            let plain = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: form, body: Data("{}".utf8))
            #expect(plain.status == 200)
        }
    }

    @Test("T139 Deeply nested tokens cost nothing")
    func nestedTokens() async throws {
        let depth = 500
        let nested = #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        #expect(JSONValue.parse(Data(nested.utf8)) == nil)
        let wide = "[" + Array(repeating: "{}", count: 2000).joined(separator: ",") + "]"
        #expect(JSONValue.parse(Data(wide.utf8)) == nil)
        #expect(JSONValue.parse(Data(#"{"a":[1,{"b":null}],"c":true,"d":"x","e":1.5}"#.utf8)) != nil)
    }

    @Test(
        "A profile is checked wherever it is set",
        arguments: [
            "a\u{0}b", String(repeating: "n", count: 2000),
            // Fewer characters than may be, and more bytes.
            String(repeating: "a" + String(repeating: "\u{301}", count: 30), count: 20),
        ])
    func profiles(name: String) async throws {
        try await TestServer.with { server in
            let signUp = try await server.call(
                "accounts:signUp", ["email": "a@example.com", "password": "secret1", "displayName": .string(name)])
            #expect(signUp.code == "INVALID_PROFILE_ATTRIBUTE", "\(signUp.text.prefix(200))")
            let anonymous = JSONValue.string(try #require(try await server.call("accounts:signUp")["idToken"]))
            let link = try await server.call(
                "accounts:signUp",
                ["idToken": anonymous, "email": "a@example.com", "password": "secret1", "displayName": .string(name)])
            #expect(link.code == "INVALID_PROFILE_ATTRIBUTE")
            let update = try await server.call("accounts:update", ["idToken": anonymous, "displayName": .string(name)])
            #expect(update.code == "INVALID_PROFILE_ATTRIBUTE")
        }
    }

    @Test("NUL in any text is answered, without an error of the server")
    func nul() async throws {
        try await TestServer.with { server in
            let text: JSONValue = "a\u{0}"
            let answers = [
                try await server.admin("accounts:delete", ["localId": text]),
                try await server.admin("accounts", ["localId": text]),
                try await server.admin("accounts:update", ["localId": text, "displayName": "x"]),
                try await server.admin("accounts:lookup", ["localId": .array([text]), "email": .array([text])]),
                try await server.admin("accounts:batchDelete", ["localIds": .array([text]), "force": true]),
                try await server.fakeIdp("google.com", ["sub": text]),
                try await server.fakeIdp("google.com", ["sub": "1", "name": text, "picture": text, "email": text]),
                try await server.call("accounts:createAuthUri", ["identifier": text, "continueUri": text]),
                try await server.call("accounts:signInWithPassword", ["email": text, "password": text]),
            ]
            #expect(answers.allSatisfy { $0.status < 500 }, "\(answers.map(\.text))")
        }
    }

    @Test("A foreign name that resolves to this machine reads nothing")
    func rebinding() async throws {
        try await TestServer.with { server in
            let path = "/v1/projects/example/accounts:batchGet"
            let port = try #require(URL(string: server.url)?.port)
            for (host, status) in [("evil.example:\(port)", 403), ("127.0.0.1:\(port)", 200), ("localhost:\(port)", 200)] {
                let answer = try await HTTP.send(
                    "GET", server.url + path, headers: ["Host": host, "Authorization": "Bearer owner"])
                #expect(answer.status == status, "\(host): \(answer.text)")
            }
        }
    }

    @Test("T023 T032 A pending credential does not outlive its quarter of an hour by colliding again")
    func pendingLife() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            _ = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            var token = try await server.fakeIdp("facebook.com", ["sub": "1", "email": "v@example.com"])["pendingToken"]
            for _ in 0..<2 {
                clock.advance(seconds: 400)
                let again = try await server.call(
                    "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": .string(try #require(token))])
                #expect(again.json["needConfirmation"] == true, "\(again.text)")
                token = again["pendingToken"]
            }
            clock.advance(seconds: 101)
            let late = try await server.call(
                "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": .string(try #require(token))])
            #expect(late.code == "INVALID_PENDING_TOKEN")
        }
    }

    @Test("Whoever finds a pending token cannot use it up: it collides again and stays")
    func pendingStays() async throws {
        try await TestServer.with { server in
            let owner = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "secret1"])
            let collided = try await server.fakeIdp("facebook.com", ["sub": "1", "email": "v@example.com"])
            let token = JSONValue.string(try #require(collided["pendingToken"]))
            let found = try await server.call(
                "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": token])
            #expect(found.json["needConfirmation"] == true && found.json["pendingToken"] == token)
            let linked = try await server.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "pendingToken": token,
                    "idToken": .string(try #require(owner["idToken"])),
                ])
            #expect(linked["localId"] == owner["localId"], "\(linked.text)")
        }
    }

    @Test("Identities that an administrator links must belong to an existing provider")
    func handLinked() async throws {
        try await TestServer.with { server in
            _ = try await server.admin("accounts", ["localId": "a"])
            for provider in ["password", "phone", "Google.com", "oidc.nope", "saml.x"] {
                let link: JSONValue = .object(["providerId": .string(provider), "rawId": "1"])
                let answer = try await server.admin("accounts:update", ["localId": "a", "linkProviderUserInfo": link])
                #expect(answer.code == "OPERATION_NOT_ALLOWED", "\(provider): \(answer.text)")
            }
        }
    }

    @Test("A project's id is decoded once, and malformed ones are refused")
    func projectIDs() async throws {
        try await TestServer.with { server in
            _ = try await server.admin("accounts", ["email": "a@example.com"])
            let owner = ["Authorization": "Bearer owner"]
            for (id, status) in [("%65xample", 200), ("a%00", 404), ("a%2Fb", 404), ("a%20b", 404)] {
                let url = "\(server.url)/v1/projects/\(id)/accounts:query"
                let answer = try await HTTP.post(url, .object(["returnUserInfo": false]), headers: owner)
                #expect(answer.status == status, "\(id): \(answer.text)")
                if status == 200 { #expect(answer["recordsCount"] == "1") }
            }
        }
    }

    @Test("An OpenID provider is switched off by its mask alone; capitals make no id")
    func masks() async throws {
        try await TestServer.with { server in
            let base = "\(server.url)/identitytoolkit.googleapis.com/v2/projects/example/oauthIdpConfigs"
            let owner = ["Authorization": "Bearer owner"]
            let config: JSONValue = .object(["clientId": "app", "issuer": "https://id.example.com", "enabled": true])
            #expect(try await HTTP.post("\(base)?oauthIdpConfigId=oidc.Acme", config, headers: owner).code == "INVALID_CONFIG_ID")
            _ = try await HTTP.post("\(base)?oauthIdpConfigId=oidc.acme", config, headers: owner)
            let off = try await HTTP.post(
                "\(base)/oidc.acme?updateMask=enabled", .object(["enabled": .null]), headers: owner, method: "PATCH")
            #expect(off.json["enabled"] == false, "\(off.text)")
        }
    }

    @Test("Under a policy that forces an upgrade, an old password that breaks it does not sign in")
    func forcedUpgrade() async throws {
        try await TestServer.with { server in
            _ = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "secret1"])
            let options: JSONValue = .object(["minPasswordLength": 10])
            let policy: JSONValue = .object([
                "passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": true,
                "passwordPolicyVersions": .array([.object(["customStrengthOptions": options])]),
            ])
            _ = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": policy])
            let signIn = try await server.call("accounts:signInWithPassword", ["email": "a@example.com", "password": "secret1"])
            #expect(signIn.code == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
            let wrong = try await server.call("accounts:signInWithPassword", ["email": "a@example.com", "password": "secret2"])
            #expect(wrong.code == "INVALID_PASSWORD")
        }
    }
}
