import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Attacks by administrators who configure a provider, and by users who sign in with it.
@Suite("Attacks: provider configuration")
struct ProviderConfigurationTests {
    private static let off = "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."

    @Test("T023 a mask that names no field does not appear to disable a provider", .tags(.attack))
    func maskedSwitch() async throws {
        try await TestServer.with { server in
            let configs = "defaultSupportedIdpConfigs"
            let body: [String: JSONValue] = ["clientId": "app", "enabled": true]
            let made = try await server.administer("POST", "\(configs)?idpId=google.com", body)
            #expect(made.status == 200, "\(made.text)")
            let wrong = try await server.administer("PATCH", "\(configs)/google.com?updateMask=isEnabled", ["enabled": false])
            #expect(wrong.status == 400 && wrong.text.contains("updateMask"), "\(wrong.text)")
            let several = try await server.administer(
                "PATCH", "\(configs)/google.com?updateMask=clientId&updateMask=enabled", ["clientId": "app", "enabled": false])
            #expect(several.status == 200 && several.json["enabled"] != true, "\(several.text)")
        }
    }

    @Test("T133 masked secret: a changed issuer of oidc.* requires the secret again", .tags(.attack))
    func oauthSecret() async throws {
        try await TestServer.with { server in
            let created = try await server.administer(
                "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.h",
                ["issuer": "https://id.example", "clientId": "app", "clientSecret": "hush-hush", "enabled": true])
            #expect(created.status == 200 && !created.text.contains("hush-hush"), "\(created.text)")
            let shown = created["clientSecret"] ?? "********"
            let attempts: [[String: JSONValue]] = [
                ["issuer": "https://evil.example"], ["issuer": "https://evil.example", "clientId": "evil"],
                ["issuer": "https://evil.example", "clientSecret": .string(shown)],
                ["issuer": "https://evil.example", "clientSecret": "********"],
                ["issuer": "https://evil.example", "clientSecret": "\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}"],
            ]
            for attempt in attempts {
                for mask in ["", "?updateMask=" + attempt.keys.joined(separator: ",")] {
                    let answer = try await server.administer("PATCH", "oauthIdpConfigs/oidc.h" + mask, attempt)
                    #expect(answer.status == 400 && answer.code == "INVALID_CONFIG", "\(attempt) \(answer.text)")
                }
            }
            let kept = try await server.administer("GET", "oauthIdpConfigs/oidc.h")
            #expect(kept["issuer"] == "https://id.example" && kept["clientId"] == "app")
            let scope = ProjectScope(project: "example")
            let before = try await server.engine.projects.openIDProvider(ProviderID("oidc.h"), in: scope).sealedClientSecret
            // The mask alone, as a client sends back what it read, changes nothing.
            let same = try await server.administer("PATCH", "oauthIdpConfigs/oidc.h", ["clientSecret": .string(shown)])
            #expect(same.status == 200)
            #expect(try await server.engine.projects.openIDProvider(ProviderID("oidc.h"), in: scope).sealedClientSecret == before)
            let entered = try await server.administer(
                "PATCH", "oauthIdpConfigs/oidc.h", ["issuer": "https://new.example", "clientSecret": "new secret"])
            #expect(entered["issuer"] == "https://new.example", "\(entered.text)")
            #expect(try await server.engine.projects.openIDProvider(ProviderID("oidc.h"), in: scope).sealedClientSecret != before)
        }
    }

    @Test("T133 masked secret: another client of a built-in provider requires the secret again", .tags(.attack))
    func supportedSecret() async throws {
        try await TestServer.with { server in
            _ = try await server.configureProvider(
                "github.com", ["enabled": true, "clientId": "app", "clientSecret": "hush-hush"])
            for attempt: [String: JSONValue] in [
                ["clientId": "evil"], ["clientId": "evil", "clientSecret": "********"],
            ] {
                let answer = try await server.administer("PATCH", "defaultSupportedIdpConfigs/github.com", attempt)
                #expect(answer.code == "INVALID_CONFIG", "\(answer.text)")
            }
            // Nor by way of nothing: a mask that stands for no secret is refused, never kept.
            let removed = try await server.administer(
                "PATCH", "defaultSupportedIdpConfigs/github.com", ["clientId": "evil", "clientSecret": ""])
            #expect(removed["clientSecret"] == nil && removed["clientId"] == "evil")
            let mask = try await server.administer(
                "PATCH", "defaultSupportedIdpConfigs/github.com", ["clientSecret": "********"])
            #expect(mask.code == "INVALID_CONFIG")
            let provider = try await server.engine.projects.supportedProvider(.github, in: ProjectScope(project: "example"))
            #expect(provider.sealedClientSecret == nil)
        }
    }

    @Test("T133 at rest: neither the database nor any answer contains a provider's secret in plain text", .tags(.attack))
    func secretsAtRest() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-attack-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let secrets = ["unmistakable-oauth-secret", "unmistakable-github-secret"]
        try await TestServer.with(file: folder.appending(path: "test.sqlite")) { server in
            _ = try await server.administer(
                "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.h",
                ["issuer": "https://id.example", "clientId": "app", "clientSecret": .string(secrets[0])])
            let github = try await server.configureProvider(
                "github.com", ["clientId": "app", "clientSecret": .string(secrets[1])])
            #expect(github.status == 200)
            for path in [
                "oauthIdpConfigs", "oauthIdpConfigs/oidc.h", "defaultSupportedIdpConfigs",
                "defaultSupportedIdpConfigs/github.com",
            ] {
                let answer = try await server.administer("GET", path)
                #expect(answer.status == 200 && !secrets.contains { answer.text.contains($0) }, "\(path)")
            }
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            #expect(!files.isEmpty)
            for file in files {
                let bytes = try Data(contentsOf: file)
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)") }
            }
        }
    }

    @Test("T023 a provider that the project disabled opens, creates, links and refreshes nothing", .tags(.attack))
    func disabledProvider() async throws {
        try await TestServer.with { server in
            let claims: [String: JSONValue] = ["sub": "g1", "email": "ann@gmail.com", "email_verified": true]
            let before = try await server.fakeIdp("google.com", claims)
            let password = try await server.call("accounts:signUp", ["email": "bob@example.com", "password": "violet river"])
            let bob = password["idToken"] ?? ""
            // A collision before the switch leaves a credential that is good for 15 minutes.
            let collided = try await server.fakeIdp("google.com", ["sub": "g1"], idToken: bob)
            let pending = try #require(collided["pendingToken"], "\(collided.text)")

            let off = try await server.configureProvider("google.com", ["enabled": false])
            #expect(off.status == 200, "\(off.text)")
            for (sub, idToken) in [("g1", nil), ("g2", nil), ("g2", bob)] {
                let answer = try await server.fakeIdp("google.com", ["sub": .string(sub)], idToken: idToken)
                #expect(answer.message == Self.off, "\(answer.text)")
            }
            let again = try await server.fakeIdp("google.com", claims, more: ["autoCreate": false])
            #expect(again.message == Self.off)
            let redeemed = try await server.call(
                "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": .string(pending)])
            #expect(redeemed.message == Self.off, "\(redeemed.text)")
            let refresh = try await server.refresh(before["refreshToken"] ?? "")
            #expect(refresh.message == Self.off, "\(refresh.text)")
            // Others go on, and so does this one when it is switched on again: nothing was used up.
            #expect(try await server.refresh(password["refreshToken"] ?? "").status == 200)
            #expect(try await server.fakeIdp("github.com", ["sub": "1"]).status == 200)
            _ = try await server.configureProvider("google.com", ["enabled": true, "clientId": "web"])
            #expect(try await server.refresh(before["refreshToken"] ?? "").status == 200)
            #expect(try await server.fakeIdp("google.com", claims)["localId"] == before["localId"])
        }
    }

    @Test("T023 one project's switch does not affect another, and deleting it restores the operator's setting", .tags(.attack))
    func disabledElsewhere() async throws {
        try await TestServer.with { server in
            let other =
                "\(server.url)/identitytoolkit.googleapis.com/v2/projects/other/defaultSupportedIdpConfigs?idpId=google.com"
            let made = try await HTTP.post(other, .object(["enabled": false]), headers: ["Authorization": "Bearer owner"])
            #expect(made.status == 200, "\(made.text)")
            #expect(try await server.fakeIdp("google.com", ["sub": "1"]).status == 200)
            _ = try await server.configureProvider("google.com", ["enabled": false])
            #expect(try await server.fakeIdp("google.com", ["sub": "1"]).message == Self.off)
            #expect(try await server.administer("DELETE", "defaultSupportedIdpConfigs/google.com").status == 200)
            #expect(try await server.fakeIdp("google.com", ["sub": "1"]).status == 200)
        }
    }

    struct TrustRow: Sendable, CustomTestStringConvertible {
        let name: String
        let trust: [String: JSONValue]
        let provider: String
        let claims: [String: JSONValue]
        let isProven: Bool

        init(
            _ name: String, _ provider: String, _ email: String, verified: JSONValue = true, _ more: [String: JSONValue] = [:],
            trust: [String: JSONValue] = [:], proven isProven: Bool
        ) {
            self.name = name
            self.trust = trust
            self.provider = provider
            claims = ["sub": "attacker", "email": .string(email), "email_verified": verified].merging(more) { $1 }
            self.isProven = isProven
        }

        var testDescription: String { name }
    }

    private static let acme: [String: JSONValue] = [
        "github.com": .object(["level": "domainOwner", "domains": .array(["acme.example"])])
    ]

    static let rows = [
        TrustRow("T016 a Microsoft tenant says so", "microsoft.com", "v@corp.example", ["tid": "1-2-3"], proven: false),
        TrustRow(
            "T016 a Microsoft tenant says so, of outlook.com", "microsoft.com", "v@outlook.com", ["tid": "1-2-3"], proven: false),
        TrustRow("T017 Google without hd", "google.com", "v@corp.example", proven: false),
        TrustRow("T017 Google with another hd", "google.com", "v@corp.example", ["hd": "other.example"], proven: false),
        TrustRow("Google with the domain's hd", "google.com", "v@corp.example", ["hd": "corp.example"], proven: true),
        TrustRow("Google for gmail.com", "google.com", "v@gmail.com", proven: true),
        TrustRow("T024 Google with a text for truth", "google.com", "v@gmail.com", verified: "true", proven: false),
        TrustRow("GitHub", "github.com", "v@corp.example", proven: false),
        TrustRow("Facebook", "facebook.com", "v@corp.example", proven: false),
        TrustRow("GitHub, trusted with the domain", "github.com", "v@acme.example", trust: acme, proven: true),
        TrustRow(
            "GitHub, trusted with the domain, unverified", "github.com", "v@acme.example", verified: false, trust: acme,
            proven: false),
        TrustRow("GitHub, trusted with the domain above", "github.com", "v@sub.acme.example", trust: acme, proven: false),
        TrustRow("Facebook, where GitHub is trusted", "facebook.com", "v@acme.example", trust: acme, proven: false),
        TrustRow(
            "GitHub, believed", "github.com", "v@corp.example", trust: ["github.com": .object(["level": "assertsVerified"])],
            proven: true),
        TrustRow(
            "Google, never trusted", "google.com", "v@gmail.com", trust: ["google.com": .object(["level": "never"])],
            proven: false),
    ]

    @Test("T016 T017 T024 trust: only a proven email opens its owner's account", .tags(.attack), arguments: rows)
    func trust(row: TrustRow) async throws {
        try await TestServer.with { server in
            let set = try await server.configure(
                "vincula",
                [
                    "vincula": .object([
                        "defaultTrust": .object(["level": "domainOwner"]), "providerTrust": .object(row.trust),
                    ])
                ])
            #expect(set.status == 200, "\(set.text)")
            let victim = try await server.admin("accounts", ["email": row.claims["email"] ?? "", "emailVerified": true])
            let id = try #require(victim["localId"], "\(victim.text)")
            let answer = try await server.fakeIdp(row.provider, row.claims)
            #expect((answer["localId"] == id) == row.isProven, "\(answer.text)")
            #expect((answer.json["needConfirmation"] == true) == !row.isProven, "\(answer.text)")
        }
    }
}
