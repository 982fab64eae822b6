import IdentityToolkit
import TestSupport
import Testing
import VinculaCore

@testable import VinculaServer

/// `updateMask` of `PATCH projects/{p}/config` and `oauthIdpConfigs/{id}`.
@Suite("Update masks")
struct UpdateMaskTests {
    private static let off: JSONValue = ["signIn": ["anonymous": ["enabled": false], "email": ["enabled": false]]]

    private static func patch(_ server: TestServer, _ query: String, _ body: JSONValue = off) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/v2/projects/\(server.project)/config?\(query)", body, headers: ["Authorization": "Bearer owner"],
            method: "PATCH")
    }

    @Test(
        "A path that leads nowhere is refused, and nothing is changed",
        arguments: [
            "nope", "signIn.nope", "signIn.anonymous.enabled,nope", "signIn.anonymous.enabled.value", "signIn..anonymous",
            ".signIn", "sign-in", "SignIn", "sign_in.nope", "authorizedDomains.0",
            "passwordPolicyConfig.passwordPolicyVersions.x",
            "**", "signIn.*", "_sign_in",
        ])
    func unknown(mask: String) async throws {
        try await TestServer.with { server in
            let answer = try await Self.patch(server, "updateMask=\(mask)")
            #expect(answer.status == 400 && answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(answer.text)")
            #expect(answer.message?.contains("updateMask") == true)
            #expect(try await server.call("accounts:signUp").status == 200)
        }
    }

    @Test("Protobuf's own spelling counts, repeated masks are one, and so does a mask with blanks or without paths")
    func spellings() async throws {
        for (query, anonymous, email) in [
            ("updateMask=sign_in.anonymous.enabled", false, true), ("updateMask=sign_in", false, false),
            ("updateMask=signIn.anonymous.enabled&updateMask=signIn.email.enabled", false, false),
            ("updateMask=signIn.anonymous.enabled,%20signIn.email.enabled", false, false), ("updateMask=*", false, false),
            ("updateMask=", false, false), ("", false, false),
        ] {
            try await TestServer.with { server in
                let answer = try await Self.patch(server, query)
                #expect(answer.json["signIn"]?["anonymous"]?["enabled"] == .bool(anonymous), "\(query): \(answer.text)")
                #expect(answer.json["signIn"]?["email"]?["enabled"] == .bool(email), "\(query): \(answer.text)")
            }
        }
    }

    @Test(
        "A field in the mask but not in the body is refused by its name, and nothing is changed",
        arguments: [
            ("signIn.email.enabled", [:]), ("signIn.email.enabled", ["signIn": ["email": [:]]]), ("signIn", [:]),
            ("signIn.email.enabled", ["signin": ["email": ["enabled": true]]]), ("sign_in.email.enabled", ["signIn": [:]]),
            ("signIn.anonymous.enabled,signIn.email.enabled", ["signIn": ["anonymous": ["enabled": false]]]),
            ("authorizedDomains", off), ("mfa", off), ("passwordPolicyConfig", [:]), ("vincula.email.appName", [:]),
            ("email_privacy_config.enable_improved_email_privacy", off), ("vincula.providerTrust", ["vincula": [:]]),
            // A part is not emptied by null: what is to be of it is said.
            ("signIn", ["signIn": .null]), ("signIn.email", ["signIn": ["email": .null]]), ("mfa", ["mfa": .null]),
        ] as [(String, JSONValue)])
    func lacking(mask: String, body: JSONValue) async throws {
        try await TestServer.with { server in
            let before = try await server.administer("GET", "config")
            let answer = try await Self.patch(server, "updateMask=\(mask)", body)
            #expect(answer.status == 400 && answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(answer.text)")
            #expect(answer.message?.hasPrefix("updateMask names ") == true, "\(answer.text)")
            #expect(try await server.administer("GET", "config").text == before.text)
        }
    }

    @Test(
        "Null is refused for every setting that cannot be absent, by its name or within a part, and nothing is changed",
        arguments: WireFields.paths(of: ProjectConfig.self).subtracting(ProjectConfig.emptiable).sorted())
    func null(path: String) async throws {
        let names = path.split(separator: ".").map(String.init)
        let body = names.reversed().reduce(JSONValue.null) { .object([$1: $0]) }
        try await TestServer.with { server in
            let before = try await server.administer("GET", "config")
            for mask in [path, names[0]] {
                let answer = try await Self.patch(server, "updateMask=\(mask)", body)
                #expect(answer.status == 400, "\(mask): \(answer.text)")
                let reasons = ["\(path), but the body has null for it", "updateMask names \(mask), which cannot be changed"]
                #expect(reasons.contains { answer.message?.contains($0) == true }, "\(mask): \(answer.text)")
            }
            #expect(try await server.administer("GET", "config").text == before.text)
        }
    }

    @Test(
        "A mask that names a field which only answers have is refused by its name, and nothing is changed",
        arguments: [
            ("notification.sendSms.smsTemplate", ["notification": ["sendSms": ["smsTemplate": ["content": "x"]]]]),
            ("notification.sendSms.smsTemplate.content", ["notification": ["sendSms": ["smsTemplate": ["content": "x"]]]]),
            ("notification.send_sms.sms_template", ["notification": ["sendSms": ["smsTemplate": ["content": "x"]]]]),
            ("client.apiKey", ["client": ["apiKey": "x"]]), ("subtype", ["subtype": "FIREBASE_AUTH"]),
        ] as [(String, JSONValue)])
    func readOnly(path: String, body: JSONValue) async throws {
        try await TestServer.with { server in
            let before = try await server.administer("GET", "config")
            let named = try await Self.patch(server, "updateMask=\(path)", body)
            #expect(named.status == 400 && named.json["error"]?["status"] == "INVALID_ARGUMENT", "\(named.text)")
            #expect(named.message?.hasSuffix("which cannot be changed: leave it out.") == true, "\(named.text)")
            #expect(try await server.administer("GET", "config").text == before.text)
            // In a body it is ignored, as Google does.
            let whole = try await Self.patch(server, "updateMask=\(path.split(separator: ".")[0])", body)
            #expect(path == "subtype" || whole.status == 200, "\(whole.text)")
        }
    }

    @Test("Null clears what may be absent, and without a mask counts as an omitted field")
    func emptied() async throws {
        try await TestServer.with { server in
            for path in ProjectConfig.emptiable {
                let body = path.split(separator: ".").reversed().reduce(JSONValue.null) { .object([String($1): $0]) }
                let answer = try await Self.patch(server, "updateMask=\(path)", body)
                #expect(answer.status == 200, "\(path): \(answer.text)")
            }
            let named: JSONValue = ["vincula": ["email": ["appName": "Acme"]]]
            _ = try await Self.patch(server, "updateMask=vincula.email.appName", named)
            let kept = try await Self.patch(server, "", ["vincula": ["email": ["appName": .null]]])
            #expect(kept.json["vincula"]?["email"]?["appName"] == "Acme", "\(kept.text)")
            let none: JSONValue = ["vincula": ["email": ["appName": .null]]]
            let emptied = try await Self.patch(server, "updateMask=vincula.email.appName", none)
            #expect((emptied.json["vincula"]?["email"]?["appName"] ?? .null) == .null, "\(emptied.text)")
            let snake = try await Self.patch(
                server, "updateMask=signIn.email.enabled", ["sign_in": ["email": ["enabled": false]]])
            #expect(snake.json["signIn"]?["email"]?["enabled"] == false, "\(snake.text)")
        }
    }

    @Test(
        "A password policy without its options is refused",
        arguments: [[], [[:]], [["customStrengthOptions": .null]], [["customStrengthOptions": [:]], [:]]] as [JSONValue])
    func policyWithoutOptions(versions: JSONValue) async throws {
        try await TestServer.with { server in
            let body: JSONValue = ["passwordPolicyConfig": ["passwordPolicyVersions": versions]]
            let answer = try await Self.patch(server, "updateMask=passwordPolicyConfig", body)
            #expect(answer.status == 400 && answer.message?.contains("passwordPolicyVersions") == true, "\(answer.text)")
        }
    }

    @Test("A misspelt updateMask is refused: without one, everything in the body counts")
    func misspelt() async throws {
        try await TestServer.with { server in
            for query in ["updateMaks=signIn.anonymous.enabled", "UpdateMask=signIn", "mask=signIn&updateMask=signIn"] {
                let answer = try await Self.patch(server, query)
                #expect(answer.status == 400 && answer.message?.contains("Cannot bind query") == true, "\(answer.text)")
            }
            #expect(try await server.call("accounts:signUp").status == 200)
            #expect(try await Self.patch(server, "update_mask=signIn&key=any&alt=json&prettyPrint=false").status == 200)
        }
    }

    @Test("A provider's mask is checked in the same way")
    func providers() async throws {
        try await TestServer.with { server in
            let base = "\(server.url)/v2/projects/\(server.project)/oauthIdpConfigs"
            let owner = ["Authorization": "Bearer owner"]
            let config: JSONValue = ["clientId": "app", "issuer": "https://id.example.com", "enabled": true]
            _ = try await HTTP.post("\(base)?oauthIdpConfigId=oidc.acme", config, headers: owner)
            func patch(_ query: String, _ body: JSONValue) async throws -> HTTPAnswer {
                try await HTTP.post("\(base)/oidc.acme?\(query)", body, headers: owner, method: "PATCH")
            }
            let unknown = try await patch("updateMask=enabled,client_identity", ["enabled": false])
            #expect(unknown.status == 400 && unknown.json["error"]?["status"] == "INVALID_ARGUMENT", "\(unknown.text)")
            let changed = try await patch(
                "updateMask=client_id&updateMask=display_name", ["clientId": "new", "displayName": "Acme", "enabled": false])
            #expect(changed["clientId"] == "new" && changed["displayName"] == "Acme" && changed.json["enabled"] == true)
            let code = try await patch("updateMask=response_type.code", ["responseType": ["code": true]])
            #expect(code.json["responseType"] == ["code": true], "\(code.text)")
            for (mask, body) in [("enabled", [:]), ("displayName,issuer", ["displayName": "A"]), ("clientSecret", [:])]
                as [(String, JSONValue)]
            {
                let lacking = try await patch("updateMask=\(mask)", body)
                #expect(
                    lacking.status == 400 && lacking.message?.contains("the body does not contain it") == true, "\(lacking.text)")
            }
            // As firebase-admin deletes a name; a client id cannot be deleted.
            let nameless = try await patch("updateMask=displayName", ["displayName": .null])
            #expect(nameless.status == 200 && (nameless["displayName"] ?? "").isEmpty, "\(nameless.text)")
            #expect(try await patch("updateMask=clientId", ["clientId": .null]).status == 400)
            #expect(try await patch("updateMask=issuer", ["issuer": .null]).status == 400)
        }
    }

    @Test("A type's fields are derived from the type, at every level")
    func fields() {
        let paths = WireFields.paths(of: ProjectConfig.self)
        #expect(
            paths.isSuperset(of: [
                "name", "signIn", "signIn.email", "signIn.email.passwordRequired", "client.permissions.disabledUserDeletion",
                "passwordPolicyConfig.passwordPolicyVersions", "passwordPolicyConfig.forceUpgradeOnSignin", "blockingFunctions",
                "authorizedDomains",
            ]))
        #expect(paths.allSatisfy { !$0.contains("passwordPolicyVersions.") && !$0.contains("authorizedDomains.") })
        #expect(
            WireFields.paths(of: OAuthIdpConfig.self)
                == [
                    "name", "displayName", "enabled", "clientId", "issuer", "clientSecret", "responseType", "responseType.code",
                    "responseType.idToken", "vincula", "vincula.authorizationUrl", "vincula.tokenUrl", "vincula.userInfoUrl",
                    "vincula.scopes", "vincula.tokenAuthMethod", "vincula.members", "vincula.members.subject",
                    "vincula.members.email", "vincula.members.emailVerified", "vincula.members.name", "vincula.members.picture",
                ])
    }
}
