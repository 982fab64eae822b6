import Foundation
import TestSupport
import Testing
import VinculaCore

/// Settings that this server does not have.
@Suite("Unknown settings")
struct UnknownSettingsTests {
    /// The fields of Google's `Config` and its parts that ours does not have.
    private static let members: [(path: String, body: JSONValue)] = [
        ("mobileLinksConfig", ["mobileLinksConfig": ["domain": "HOSTING_DOMAIN"]]),
        ("multiTenant.defaultTenantLocation", ["multiTenant": ["defaultTenantLocation": "folders/1"]]),
        ("recaptchaConfig", ["recaptchaConfig": ["emailPasswordEnforcementState": "ENFORCE"]]),
    ]

    private static func patch(_ server: TestServer, _ path: String, _ body: JSONValue) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/v2/projects/\(server.project)/\(path)", body, headers: ["Authorization": "Bearer owner"],
            method: "PATCH")
    }

    @Test("A setting that this server does not have is refused by its name, and nothing is changed")
    func refused() async throws {
        try await TestServer.with { server in
            for (path, body) in Self.members {
                guard case .object(let members) = body else { continue }
                let beside = members.merging(["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]) { own, _ in own }
                for url in ["config", "config?updateMask=*"] {
                    let answer = try await Self.patch(server, url, .object(beside))
                    #expect(
                        answer.status == 400 && answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(path) \(answer.text)")
                    #expect(
                        answer.message
                            == "Invalid JSON payload received. This server does not support the field \(path): leave it out.",
                        "\(path) \(answer.text)")
                }
            }
            let emulator = try await HTTP.post(
                "\(server.url)/emulator/v1/projects/\(server.project)/config", ["usageMode": "DEFAULT"], method: "PATCH")
            #expect(emulator.status == 400, "\(emulator.text)")
            let config = try await HTTP.send(
                "GET", "\(server.url)/v2/projects/\(server.project)/config", headers: ["Authorization": "Bearer owner"])
            #expect(config.json["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == false)
        }
    }

    @Test("Fields outside the mask and empty values are accepted, and so is everything that was answered")
    func taken() async throws {
        try await TestServer.with { server in
            let masked = try await Self.patch(
                server, "config?updateMask=signIn.anonymous",
                ["signIn": ["anonymous": ["enabled": false]], "multiTenant": ["defaultTenantLocation": "folders/1"]])
            #expect(masked.status == 200 && masked.json["signIn"]?["anonymous"]?["enabled"] == false, "\(masked.text)")
            let empty = try await Self.patch(
                server, "config", ["blockingFunctions": [:], "quota": .null, "monitoring": ["requestLogging": [:]]])
            #expect(empty.status == 200, "\(empty.text)")
            let whole = try await Self.patch(server, "config", empty.json)
            #expect(whole.status == 200 && whole.json["signIn"] == empty.json["signIn"], "\(whole.text)")
        }
    }

    @Test("Providers' configurations too")
    func providers() async throws {
        try await TestServer.with { server in
            let owner = ["Authorization": "Bearer owner"]
            let base = "\(server.url)/v2/projects/\(server.project)"
            let config: JSONValue = ["clientId": "app", "issuer": "https://id.example.com", "scopes": ["a"]]
            let made = try await HTTP.post("\(base)/oauthIdpConfigs?oauthIdpConfigId=oidc.acme", config, headers: owner)
            let unknown = #"Invalid JSON payload received. Unknown name "scopes": Cannot find field."#
            #expect(made.status == 400 && made.message == unknown, "\(made.text)")
            let builtIn = try await HTTP.post(
                "\(base)/defaultSupportedIdpConfigs?idpId=apple.com",
                ["enabled": true, "clientId": "a", "appleSignInConfig": ["codeFlowConfig": ["teamName": "t"]]], headers: owner)
            #expect(
                builtIn.message?.contains(#"Unknown name "teamName" at 'apple_sign_in_config.code_flow_config': "#) == true,
                "\(builtIn.text)")
        }
    }
}
