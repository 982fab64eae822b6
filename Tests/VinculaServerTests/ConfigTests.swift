import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// `projects/{p}/config`, `passwordPolicy`, `oauthIdpConfigs`.
@Suite("Project configuration")
struct ConfigTests {
    @Test("updateMask decides what a PATCH writes")
    func updateMask() async throws {
        try await TestServer.with { server in
            let body: [String: JSONValue] = [
                "signIn": .object(["anonymous": .object(["enabled": false]), "email": .object(["enabled": false])]),
                "authorizedDomains": .array(["App.example.com"]),
            ]
            let answer = try await server.configure("signIn.anonymous.enabled,authorizedDomains", body)
            #expect(answer.json["signIn"]?["anonymous"]?["enabled"] == false)
            #expect(answer.json["signIn"]?["email"]?["enabled"] == true)
            #expect(answer.json["authorizedDomains"] == .array(["app.example.com"]))
            #expect(try await server.call("accounts:signUp").code == "ADMIN_ONLY_OPERATION")
            let off = try await server.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": false]]])
            #expect(off.json["signIn"]?["email"]?["enabled"] == false)
            let signUp = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "secret1"])
            #expect(signUp.code == "OPERATION_NOT_ALLOWED")
            let signIn = try await server.call("accounts:signInWithPassword", ["email": "a@example.com", "password": "secret1"])
            #expect(signIn.code == "PASSWORD_LOGIN_DISABLED")
        }
    }

    @Test("T134 Where sign-up is closed, no path creates an account")
    func closedSignUp() async throws {
        try await TestServer.with { server in
            _ = try await server.configure(
                "client.permissions", ["client": .object(["permissions": .object(["disabledUserSignup": true])])])
            #expect(try await server.call("accounts:signUp").code == "ADMIN_ONLY_OPERATION")
            let password = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "secret1"])
            #expect(password.code == "ADMIN_ONLY_OPERATION")
            #expect(try await server.fakeIdp("google.com", ["sub": "1"]).code == "ADMIN_ONLY_OPERATION")
            #expect(try await server.admin("accounts", ["email": "a@example.com"]).status == 200)
        }
    }

    @Test("A password policy is enforced with every broken rule, and clients can read it")
    func passwordPolicy() async throws {
        try await TestServer.with { server in
            let options: JSONValue = .object([
                "minPasswordLength": 10, "containsNumericCharacter": true, "containsUppercaseCharacter": true,
            ])
            let policy: JSONValue = .object([
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": .array([.object(["customStrengthOptions": options])]),
            ])
            let patched = try await server.configure("passwordPolicyConfig", ["passwordPolicyConfig": policy])
            #expect(patched.status == 200, "\(patched.text)")
            let weak = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "lowercase"])
            let expected =
                "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 10 "
                + "characters, Password must contain an upper case character, Password must contain a numeric character]"
            #expect(weak.message == expected)
            let short = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "short"])
            #expect(short.message == "WEAK_PASSWORD : Password should be at least 6 characters")
            let good = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "Lowercase10"])
            #expect(good.status == 200)
            let read = try await HTTP.send("GET", "\(server.url)/v2/passwordPolicy?key=k")
            #expect(read["enforcementState"] == "ENFORCE")
            #expect(read.json["customStrengthOptions"]?["minPasswordLength"] == 10)
        }
    }

    @Test("OpenID providers: create, read, list, change, delete; the secret is never shown")
    func oauthIdpConfigs() async throws {
        try await TestServer.with { server in
            let base = "\(server.url)/identitytoolkit.googleapis.com/v2/projects/example/oauthIdpConfigs"
            let owner = ["Authorization": "Bearer owner"]
            let config: [String: JSONValue] = [
                "clientId": "app", "issuer": "https://id.example.com", "enabled": true, "clientSecret": "hush-hush",
                "displayName": "Acme",
            ]
            let created = try await HTTP.post("\(base)?oauthIdpConfigId=oidc.acme", .object(config), headers: owner)
            #expect(created["name"] == "projects/example/oauthIdpConfigs/oidc.acme", "\(created.text)")
            #expect(!created.text.contains("hush-hush"))
            let twice = try await HTTP.post("\(base)?oauthIdpConfigId=oidc.acme", .object(config), headers: owner)
            #expect(twice.status == 409)
            let other = try await HTTP.post("\(base)?oauthIdpConfigId=acme", .object(config), headers: owner)
            #expect(other.code == "INVALID_CONFIG_ID")
            for issuer in ["http://id.example.com", "file:///x", "https://id.example.com?x=1", "nonsense"] {
                let body = config.merging(["issuer": .string(issuer)]) { $1 }
                let answer = try await HTTP.post("\(base)?oauthIdpConfigId=oidc.b", .object(body), headers: owner)
                #expect(answer.code == "INVALID_ISSUER", "\(answer.text)")
            }
            let list = try await HTTP.send("GET", base, headers: owner)
            guard case .array(let configs)? = list.json["oauthIdpConfigs"] else {
                Issue.record("\(list.text)")
                return
            }
            #expect(configs.count == 1)
            let patched = try await HTTP.post(
                "\(base)/oidc.acme?updateMask=enabled", .object(["enabled": false, "clientId": "other"]), headers: owner,
                method: "PATCH")
            #expect(patched.json["enabled"] == false && patched["clientId"] == "app")
            let refused = try await server.fakeIdp("oidc.acme", ["sub": "1"])
            #expect(refused.message == "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")
            #expect(try await HTTP.send("DELETE", "\(base)/oidc.acme", headers: owner).status == 200)
            #expect(try await HTTP.send("GET", "\(base)/oidc.acme", headers: owner).status == 404)
        }
    }

    @Test("In production an unknown project is refused; one that was created is not")
    func unknownProject() async throws {
        try await TestServer.with(isProduction: true) { server in
            let admin = try #require(server.adminURL)
            let owner = ["Authorization": "Bearer owner"]
            func send(_ method: String, _ project: String, _ path: String, _ body: JSONValue) async throws -> HTTPAnswer {
                try await HTTP.post("\(admin)/\(path.replacing("PROJECT", with: project))", body, headers: owner, method: method)
            }
            let off: JSONValue = ["signIn": ["anonymous": ["enabled": false]]]
            let config = "v2/projects/PROJECT/config"
            let calls: [(String, String, JSONValue)] = [
                ("PATCH", "\(config)?updateMask=signIn.anonymous.enabled", off), ("PATCH", config, off), ("GET", config, .null),
                ("POST", "v1/projects/PROJECT/accounts", ["email": "a@example.com"]),
                ("POST", "v1/projects/PROJECT/accounts:lookup", ["localId": ["x"]]),
                (
                    "POST", "v2/projects/PROJECT/oauthIdpConfigs?oauthIdpConfigId=oidc.a",
                    ["clientId": "a", "issuer": "https://id.example.com", "enabled": true]
                ),
                ("POST", "v2/projects/PROJECT/defaultSupportedIdpConfigs?idpId=google.com", ["clientId": "a", "enabled": true]),
            ]
            for (method, path, body) in calls {
                let answer = try await send(method, "exmaple", path, body)
                #expect(answer.status == 404 && answer.message?.hasPrefix("PROJECT_NOT_FOUND") == true, "\(path): \(answer.text)")
            }
            #expect(try await server.engine.projects.knowsProject("exmaple") == false)
            for (method, path, body) in calls {
                #expect(try await send(method, server.project, path, body).status == 200, "\(path)")
            }
            // An API key makes a project, and so does a service account.
            _ = try await server.engine.serviceAccess.createAPIKey(label: "", of: "second")
            _ = try await server.engine.serviceAccess.createServiceAccount(named: "owner", role: .owner, of: "third")
            for project in ["second", "third"] {
                #expect(try await send("PATCH", project, config, off).status == 200)
            }
        }
    }

    @Test("Any project may be named in a path, and its accounts are its own")
    func projects() async throws {
        try await TestServer.with { server in
            let owner = ["Authorization": "Bearer owner"]
            for project in ["one", "two"] {
                let url = "\(server.url)/v1/projects/\(project)/accounts"
                let made = try await HTTP.post(url, .object(["email": "a@example.com"]), headers: owner)
                #expect(made.status == 200, "\(made.text)")
            }
            let one = try await HTTP.post(
                "\(server.url)/v1/projects/one/accounts:query", .object(["returnUserInfo": false]), headers: owner)
            #expect(one["recordsCount"] == "1")
        }
    }
}
