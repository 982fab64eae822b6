import Foundation
import TestSupport
import Testing
import VinculaCore

/// The requests and expectations of unmodified clients and Admin SDKs, taken from their own test suites.
@Suite("What real clients need")
struct RealClientTests {
    @Test("A password without an email is stored for an administrator, and opens the account once it has one")
    func passwordAlone() async throws {
        try await TestServer.with { server in
            let made = try await server.admin("accounts", ["localId": "a", "password": "violet river"])
            #expect(made.status == 200 && made["localId"] == "a", "\(made.text)")
            let shown = try await server.admin("accounts:lookup", ["localId": ["a"]]).json["users"]?[0]
            #expect(shown?["passwordHash"] != nil && shown?["providerUserInfo"] == nil, "\(shown?.text ?? "")")
            // It can be administered like any other.
            for change: [String: JSONValue] in [
                ["displayName": "A"], ["disableUser": true], ["disableUser": false], ["password": "violet rivers"],
            ] {
                let answer = try await server.admin("accounts:update", change.merging(["localId": "a"]) { $1 })
                #expect(answer.status == 200, "\(change) \(answer.text)")
            }
            #expect(try await server.admin("accounts:update", ["localId": "a", "email": "a@example.com"]).status == 200)
            let credentials: [String: JSONValue] = ["email": "a@example.com", "password": "violet rivers"]
            #expect(try await server.call("accounts:signInWithPassword", credentials)["localId"] == "a")
        }
    }

    @Test(
        "A user who signs in with an identity to an account with only a password can use it, and give it an email with a password"
    )
    func passwordAloneBesideIdentity() async throws {
        try await TestServer.with { server in
            _ = try await server.admin("accounts", ["localId": "a", "password": "violet river"])
            let link: JSONValue = ["providerId": "google.com", "rawId": "g1"]
            #expect(try await server.admin("accounts:update", ["localId": "a", "linkProviderUserInfo": link]).status == 200)
            let signedIn = try await server.fakeIdp("google.com", ["sub": "g1"])
            #expect(signedIn["localId"] == "a", "\(signedIn.text)")
            let token = JSONValue.string(try #require(signedIn["idToken"]))
            #expect(try await server.call("accounts:update", ["idToken": token, "displayName": "A"]).status == 200)
            let linked = try await server.call(
                "accounts:signUp", ["idToken": token, "email": "a@example.com", "password": "green river"])
            #expect(linked["localId"] == "a", "\(linked.text)")
            let credentials: [String: JSONValue] = ["email": "a@example.com", "password": "green river"]
            #expect(try await server.call("accounts:signInWithPassword", credentials)["localId"] == "a")
        }
    }

    @Test("A manual link whose email or photo cannot be kept is refused, and changes nothing")
    func manualLinksAreChecked() async throws {
        try await TestServer.with { server in
            _ = try await server.admin("accounts", ["localId": "a", "password": "violet river"])
            for (member, value, code) in [
                ("email", "nobody", "INVALID_EMAIL"),
                ("photoUrl", "https://photos.test/" + String(repeating: "é", count: 1100), "INVALID_PROFILE_ATTRIBUTE"),
                ("photoUrl", "https://photos.test/\u{7F}", "INVALID_PROFILE_ATTRIBUTE"),
                ("displayName", String(repeating: "n", count: 257), "INVALID_PROFILE_ATTRIBUTE"),
                ("displayName", "A\nB", "INVALID_PROFILE_ATTRIBUTE"),
                ("screenName", String(repeating: "n", count: 257), "INVALID_PROFILE_ATTRIBUTE"),
            ] {
                let link: JSONValue = ["providerId": "google.com", "rawId": "g1", member: .string(value)]
                let refused = try await server.admin(
                    "accounts:update", ["localId": "a", "displayName": "A", "linkProviderUserInfo": link])
                #expect(refused.code == code, "\(member): \(refused.text)")
            }
            let account = try #require(try await server.admin("accounts:lookup", ["localId": ["a"]]).json["users"]?[0])
            #expect(account["providerUserInfo"] == nil && account["displayName"] == nil, "\(account.text)")
        }
    }

    @Test("The last identity stays if the only other sign-in method is a password without an email")
    func passwordAloneIsNoWayIn() async throws {
        try await TestServer.with(settings: ProjectSettings()) { server in
            _ = try await server.admin("accounts", ["localId": "a", "password": "violet river"])
            _ = try await server.admin(
                "accounts:update", ["localId": "a", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g1"]])
            let token = try #require(try await server.fakeIdp("google.com", ["sub": "g1"])["idToken"])
            let unlinked = try await server.call(
                "accounts:update", ["idToken": .string(token), "deleteProvider": ["google.com"]])
            #expect(unlinked.code == "OPERATION_NOT_ALLOWED", "\(unlinked.text)")
        }
    }

    @Test("A change of the address answers with the address that the account has")
    func currentAddress() async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp", ["email": "old@example.com", "password": "violet river"])
            let asked: [String: JSONValue] = ["idToken": .string(try #require(person["idToken"])), "newEmail": "new@example.com"]
            #expect(try await server.sendMail("VERIFY_AND_CHANGE_EMAIL", asked)["email"] == "old@example.com")
            let code = try await server.code(.verifyAndChangeEmail, to: "new@example.com")
            let facts = try await server.call("accounts:resetPassword", ["oobCode": code])
            #expect(facts["email"] == "old@example.com" && facts["newEmail"] == "new@example.com", "\(facts.text)")
            for returnsLink in [true, false] {
                let byAdministrator = try await server.admin(
                    "accounts:sendOobCode",
                    [
                        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "old@example.com", "newEmail": "new@example.com",
                        "returnOobLink": .bool(returnsLink),
                    ])
                #expect(byAdministrator["email"] == "old@example.com", "\(byAdministrator.text)")
            }
        }
    }

    @Test(
        "An Authorization header with another scheme is ignored beside an API key, and does not replace one",
        arguments: [false, true])
    func otherSchemes(isProduction: Bool) async throws {
        try await TestServer.with(isProduction: isProduction) { server in
            for authorization in ["Basic b3duZXI6b3duZXI=", "Digest username=\"a\"", "owner", "Basic"] {
                let headers = ["Authorization": authorization]
                let url = "\(server.url)/v1/accounts:signUp"
                let credentials: JSONValue = ["email": .string("\(UUID())@example.com"), "password": "violet river"]
                let byKey = try await HTTP.post("\(url)?key=\(server.apiKey)", credentials, headers: headers)
                #expect(byKey.status == 200 && byKey["idToken"] != nil, "\(authorization): \(byKey.text)")
                let alone = try await HTTP.post(url, credentials, headers: headers)
                #expect(alone.status == 403, "\(authorization): \(alone.text)")
                let wrongKey = try await HTTP.post("\(url)?key=", credentials, headers: headers)
                #expect(wrongKey.status == 403)
                let administration = try await HTTP.post(
                    "\(server.url)/v1/projects/\(server.project)/accounts:lookup?key=\(server.apiKey)", ["localId": ["a"]],
                    headers: headers)
                #expect(administration.status == 401, "\(administration.text)")
            }
            let bearer = try await HTTP.post(
                "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", [:], headers: ["Authorization": "Bearer none"])
            #expect(bearer.status == 401)
        }
    }

    @Test("A lookup has the screen name, of the account and of the identity")
    func screenName() async throws {
        try await TestServer.with { server in
            let person = try await server.fakeIdp("twitter.com", ["sub": "t1", "screen_name": "ana"])
            let found = try await server.call("accounts:lookup", ["idToken": .string(try #require(person["idToken"]))])
            let user = found.json["users"]?[0]
            #expect(user?["screenName"] == "ana" && user?["providerUserInfo"]?[0]?["screenName"] == "ana", "\(found.text)")
        }
    }

    @Test("targetProjectId is an administrator's, in every RPC that has it and in both spellings")
    func targetProject() async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp")
            let token = JSONValue.string(try #require(person["idToken"]))
            for rpc in ["lookup", "update", "delete", "signUp", "sendOobCode"] {
                for name in ["targetProjectId", "target_project_id"] {
                    let answer = try await server.call(
                        "accounts:\(rpc)", ["idToken": token, name: "example", "requestType": "VERIFY_EMAIL"])
                    #expect(answer.message?.hasSuffix(" : Only authenticated requests can specify target_project_id.") == true)
                    #expect(answer.status == 400 && answer.code == "INSUFFICIENT_PERMISSION", "\(rpc) \(answer.text)")
                }
            }
            #expect(try await server.call("accounts:lookup", ["idToken": token]).status == 200)
            let byAdministrator = try await HTTP.post(
                "\(server.url)/v1/accounts:lookup",
                ["localId": [.string(person["localId"] ?? "")], "targetProjectId": "example"],
                headers: ["Authorization": "Bearer owner"])
            #expect(byAdministrator.status == 200, "\(byAdministrator.text)")
        }
    }

    @Test("An administrator can create links for a disabled account, which work once it is enabled")
    func linksOfDisabled() async throws {
        try await TestServer.with { server in
            _ = try await server.admin(
                "accounts", ["localId": "a", "email": "a@example.com", "password": "violet river", "disabled": true])
            var codes: [String: JSONValue] = [:]
            for type in ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"] {
                let answer = try await server.admin(
                    "accounts:sendOobCode",
                    [
                        "requestType": .string(type), "email": "a@example.com", "newEmail": "new@example.com",
                        "returnOobLink": true, "continueUrl": "http://localhost",
                    ])
                #expect(answer.status == 200 && answer["oobLink"] != nil, "\(type) \(answer.text)")
                codes[type] = answer.json["oobCode"]
            }
            let reset: [String: JSONValue] = ["oobCode": codes["PASSWORD_RESET"] ?? .null, "newPassword": "green river"]
            #expect(try await server.call("accounts:resetPassword", reset).code == "USER_DISABLED")
            let signIn: [String: JSONValue] = ["oobCode": codes["EMAIL_SIGNIN"] ?? .null, "email": "a@example.com"]
            #expect(try await server.call("accounts:signInWithEmailLink", signIn).code == "USER_DISABLED")
            _ = try await server.admin("accounts:update", ["localId": "a", "disableUser": false])
            #expect(try await server.call("accounts:resetPassword", reset).status == 200)
            // An end user still hears nothing, and a mail that would go nowhere is refused.
            _ = try await server.admin("accounts:update", ["localId": "a", "disableUser": true])
            let mailed = try await server.admin(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "a@example.com"])
            #expect(mailed.code == "USER_DISABLED", "\(mailed.text)")
        }
    }

    @Test("A new client id of an OpenID Connect provider keeps the secret; a new issuer requires it again")
    func clientID() async throws {
        try await TestServer.with { server in
            let base = "\(server.url)/v2/projects/\(server.project)/oauthIdpConfigs"
            let owner = ["Authorization": "Bearer owner"]
            let config: JSONValue = [
                "clientId": "app", "issuer": "https://id.example.com", "enabled": true, "clientSecret": "hush-hush",
                "responseType": ["code": true],
            ]
            #expect(try await HTTP.post("\(base)?oauthIdpConfigId=oidc.acme", config, headers: owner).status == 200)
            let changed = try await HTTP.post(
                "\(base)/oidc.acme?updateMask=clientId", ["clientId": "new"], headers: owner, method: "PATCH")
            #expect(changed["clientId"] == "new" && changed["clientSecret"] != nil, "\(changed.text)")
            let moved = try await HTTP.post(
                "\(base)/oidc.acme?updateMask=clientId,issuer", ["clientId": "newer", "issuer": "https://evil.example"],
                headers: owner, method: "PATCH")
            #expect(moved.code == "INVALID_CONFIG", "\(moved.text)")
        }
    }
}
