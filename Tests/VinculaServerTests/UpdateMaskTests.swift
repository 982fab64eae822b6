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
            ("updateMask=authorized_domains&updateMask=sign_in.email.enabled", true, false),
            ("updateMask=signIn.anonymous.enabled,%20signIn.email.enabled", false, false), ("updateMask=*", false, false),
            ("updateMask=", false, false), ("", false, false), ("updateMask=authorizedDomains", true, true),
            ("updateMask=email_privacy_config.enable_improved_email_privacy,name", true, true),
        ] {
            try await TestServer.with { server in
                let answer = try await Self.patch(server, query)
                #expect(answer.json["signIn"]?["anonymous"]?["enabled"] == .bool(anonymous), "\(query): \(answer.text)")
                #expect(answer.json["signIn"]?["email"]?["enabled"] == .bool(email), "\(query): \(answer.text)")
            }
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
            let code = try await patch("updateMask=response_type.code,responseType.id_token", ["responseType": ["code": true]])
            #expect(code.json["responseType"] == ["code": true, "idToken": false], "\(code.text)")
        }
    }

    @Test("A type's fields are read off the type, at every level")
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
                    "responseType.idToken",
                ])
    }
}
