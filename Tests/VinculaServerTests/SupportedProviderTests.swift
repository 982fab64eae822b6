import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore

/// v2 `defaultSupportedIdpConfigs`, `defaultSupportedIdps`, and the trust in `projects/{p}/config`.
@Suite("Provider configuration of a project")
struct SupportedProviderTests {
    @Test("create, read, list, change and delete")
    func lifecycle() async throws {
        try await TestServer.with { server in
            let config: [String: JSONValue] = [
                "enabled": true, "clientId": "web.example", "clientSecret": "hush-hush",
                "vincula": .object(["clientIds": .array(["ios.example"])]),
            ]
            let created = try await server.administer("POST", "defaultSupportedIdpConfigs?idpId=google.com", config)
            #expect(created["name"] == "projects/example/defaultSupportedIdpConfigs/google.com", "\(created.text)")
            #expect(created["clientSecret"] == "********" && !created.text.contains("hush-hush"))
            #expect(created.json["vincula"]?["clientIds"] == .array(["ios.example"]))
            let twice = try await server.administer("POST", "defaultSupportedIdpConfigs?idpId=google.com", config)
            #expect(twice.status == 409 && twice.code == "DUPLICATE_CONFIG")
            let read = try await server.administer("GET", "defaultSupportedIdpConfigs/google.com")
            #expect(read.json == created.json)
            let off = try await server.administer(
                "PATCH", "defaultSupportedIdpConfigs/google.com?updateMask=enabled", ["enabled": false, "clientId": "other"])
            #expect(off.json["enabled"] == false && off["clientId"] == "web.example")
            // A client may send back everything that it read.
            let back = try await server.administer("PATCH", "defaultSupportedIdpConfigs/google.com", ["clientSecret": "********"])
            #expect(back.status == 200 && back["clientSecret"] == "********")
            let removed = try await server.administer(
                "PATCH", "defaultSupportedIdpConfigs/google.com?updateMask=clientSecret,vincula",
                ["clientSecret": .null, "vincula": [:]])
            #expect(removed["clientSecret"] == nil && removed.json["vincula"] == nil, "\(removed.text)")
            for id in ["github.com", "apple.com"] {
                #expect(try await server.administer("POST", "defaultSupportedIdpConfigs?idpId=\(id)", [:]).status == 200)
            }
            let first = try await server.administer("GET", "defaultSupportedIdpConfigs?pageSize=2")
            #expect(first["nextPageToken"] == "github.com" && first.text.contains("apple.com"), "\(first.text)")
            let rest = try await server.administer("GET", "defaultSupportedIdpConfigs?pageSize=2&pageToken=github.com")
            #expect(rest.text.contains("google.com") && rest["nextPageToken"] == nil)
            #expect(try await server.administer("DELETE", "defaultSupportedIdpConfigs/google.com").status == 200)
            #expect(try await server.administer("DELETE", "defaultSupportedIdpConfigs/google.com").status == 404)
            #expect(try await server.administer("GET", "defaultSupportedIdpConfigs/google.com").status == 404)
            let gone = try await server.administer("PATCH", "defaultSupportedIdpConfigs/google.com", ["enabled": true])
            #expect(gone.code == "CONFIGURATION_NOT_FOUND")
        }
    }

    @Test("Apple's part: apps, team and key; the key is never shown")
    func apple() async throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        try await TestServer.with { server in
            let flow = JSONValue.object(["teamId": "TEAM", "keyId": "KEY", "privateKey": .string(pem)])
            let created = try await server.administer(
                "POST", "defaultSupportedIdpConfigs?idpId=apple.com",
                [
                    "enabled": true, "clientId": "services.example",
                    "appleSignInConfig": .object(["bundleIds": .array(["com.example.app"]), "codeFlowConfig": flow]),
                ])
            let shown = created.json["appleSignInConfig"]?["codeFlowConfig"]
            #expect(shown?["privateKey"] == "********" && shown?["teamId"] == "TEAM", "\(created.text)")
            #expect(!created.text.contains("PRIVATE"))
            let apps = try await server.administer(
                "PATCH", "defaultSupportedIdpConfigs/apple.com?updateMask=appleSignInConfig.bundleIds",
                ["appleSignInConfig": .object(["bundleIds": .array(["a.b", "c.d"])])])
            #expect(apps.json["appleSignInConfig"]?["bundleIds"] == .array(["a.b", "c.d"]))
            #expect(apps.json["appleSignInConfig"]?["codeFlowConfig"]?["keyId"] == "KEY")
            for (changed, name) in [("TEAM", "OTHER"), ("OTHER", "KEY")] {
                let flow = JSONValue.object(["teamId": .string(changed), "keyId": .string(name), "privateKey": "********"])
                let answer = try await server.administer(
                    "PATCH", "defaultSupportedIdpConfigs/apple.com?updateMask=appleSignInConfig.codeFlowConfig",
                    ["appleSignInConfig": .object(["codeFlowConfig": flow])])
                #expect(answer.code == "INVALID_CONFIG" && answer.text.contains("privateKey"), "\(answer.text)")
            }
            let none = try await server.administer(
                "PATCH", "defaultSupportedIdpConfigs/apple.com?updateMask=appleSignInConfig",
                ["appleSignInConfig": [:]])
            #expect(none.status == 200 && none.json["appleSignInConfig"] == nil, "\(none.text)")
        }
    }

    @Test("an invalid configuration is refused, and no part of it is stored")
    func refused() async throws {
        let cases: [(String, [String: JSONValue], String)] = [
            ("oidc.acme", [:], "INVALID_PROVIDER_ID"), ("password", [:], "INVALID_PROVIDER_ID"), ("", [:], "INVALID_PROVIDER_ID"),
            ("google.com", ["enabled": true], "MISSING_OAUTH_CLIENT_ID"),
            ("google.com", ["clientSecret": "s"], "MISSING_OAUTH_CLIENT_ID"),
            ("google.com", ["clientId": "a", "clientSecret": "****"], "INVALID_CONFIG"),
            ("google.com", ["clientId": "a b"], "INVALID_CONFIG"),
            ("google.com", ["appleSignInConfig": .object(["bundleIds": .array(["a"])])], "INVALID_CONFIG"),
            ("playgames.google.com", ["enabled": true, "clientId": "a"], "MISSING_OAUTH_CLIENT_SECRET"),
            (
                "apple.com",
                [
                    "appleSignInConfig": .object([
                        "codeFlowConfig": .object(["teamId": "T", "keyId": "K", "privateKey": "no key"])
                    ])
                ],
                "INVALID_CONFIG"
            ),
            ("apple.com", ["appleSignInConfig": .object(["codeFlowConfig": .object(["teamId": "T"])])], "INVALID_CONFIG"),
        ]
        try await TestServer.with { server in
            for (id, config, code) in cases {
                let answer = try await server.administer("POST", "defaultSupportedIdpConfigs?idpId=\(id)", config)
                #expect(answer.code == code, "\(id) \(answer.text)")
            }
            #expect(try await server.administer("GET", "defaultSupportedIdpConfigs").json == .object([:]))
            let app = try await HTTP.send(
                "GET", "\(server.url)/v2/projects/example/defaultSupportedIdpConfigs?key=test-key")
            #expect(app.status == 401)
            let tenant = try await server.administer("GET", "tenants/a.b/defaultSupportedIdpConfigs")
            #expect(tenant.code == "INVALID_TENANT_ID")
        }
    }

    @Test("the available providers")
    func supported() async throws {
        try await TestServer.with { server in
            let owner = ["Authorization": "Bearer owner"]
            let answer = try await HTTP.send("GET", "\(server.url)/v2/defaultSupportedIdps", headers: owner)
            guard case .array(let providers)? = answer.json["defaultSupportedIdps"] else {
                Issue.record("\(answer.text)")
                return
            }
            #expect(providers.count == ProviderID.builtIn.count)
            #expect(providers.first == .object(["idpId": "apple.com", "description": "Apple"]))
            let page = try await HTTP.send("GET", "\(server.url)/v2/defaultSupportedIdps?pageSize=1", headers: owner)
            #expect(page["nextPageToken"] == "apple.com")
        }
    }

    @Test("trust is set by project, completely or not at all")
    func trust() async throws {
        try await TestServer.with { server in
            let table = JSONValue.object([
                "google.com": .object(["level": "never"]),
                "github.com": .object(["level": "domainOwner", "domains": .array(["ACME.example"])]),
            ])
            let set = try await server.configure(
                "vincula.providerTrust",
                ["vincula": .object(["providerTrust": table, "defaultTrust": .object(["level": "never"])])])
            #expect(
                set.json["vincula"]?["providerTrust"]?["github.com"]
                    == .object(["level": "domainOwner", "domains": .array(["acme.example"])]), "\(set.text)")
            #expect(set.json["vincula"]?["defaultTrust"]?["level"] == "assertsVerified")
            let bad: [JSONValue] = [
                .object(["google.com": .object(["level": "always"])]), .object(["google.com": .object([:])]),
                .object(["nobody.com": .object(["level": "never"])]), .object(["oidc.A/B": .object(["level": "never"])]),
                .object(["google.com": .object(["level": "never", "domains": .array(["a.example"])])]),
                .object(["google.com": .object(["level": "domainOwner", "domains": .array(["nonsense"])])]),
            ]
            for table in bad {
                let answer = try await server.configure(
                    "vincula.providerTrust", ["vincula": .object(["providerTrust": table])])
                #expect(answer.status == 400, "\(answer.text)")
            }
            let read = try await server.administer("GET", "config")
            #expect(read.json["vincula"] == set.json["vincula"])
            let cleared = try await server.configure("vincula.providerTrust", ["vincula": ["providerTrust": .null]])
            #expect(cleared.json["vincula"]?["providerTrust"] == .object([:]))
            let word = try await server.configure(
                "vincula.defaultTrust", ["vincula": .object(["defaultTrust": .object(["level": "domainOwner"])])])
            #expect(word.json["vincula"]?["defaultTrust"]?["level"] == "domainOwner")
            let withDomains = try await server.configure(
                "vincula.defaultTrust",
                ["vincula": .object(["defaultTrust": .object(["level": "domainOwner", "domains": .array(["a.example"])])])])
            #expect(withDomains.code == "INVALID_CONFIG")
        }
    }
}
