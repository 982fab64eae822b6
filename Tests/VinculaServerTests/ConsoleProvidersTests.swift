import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

@testable import VinculaServer

/// The console's pages of providers by HTTP.
@Suite("Console: providers")
struct ConsoleProvidersTests {
    private static let base = "/console/projects/example"
    private static let scope = ProjectScope(project: "example")

    @Test("A built-in provider is configured, switched, and deleted; its secret is written and never shown")
    func builtIn() async throws {
        try await TestServer.with { server in
            let projects = server.engine.projects
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let list = try await browser.get("\(Self.base)/providers")
            for provider in server.engine.catalogue.providers {
                #expect(list.text.contains("\(Self.base)/providers/\(provider.id.value)"), "\(provider.id)")
                let page = try await browser.get("\(Self.base)/providers/\(provider.id.value)")
                #expect(page.status == 200, "\(provider.id)")
                let hasRedirect = page.text.contains("\(server.url)/__/auth/callback/\(provider.id.value)")
                #expect(hasRedirect == ![ProviderID.gameCenter, .playGames].contains(provider.id), "\(provider.id)")
            }
            let path = "\(Self.base)/providers/google.com"
            let google = try await browser.get(path)
            #expect(google.text.contains("JavaScript origin") && google.text.contains("console.cloud.google.com"))
            let saved = try await browser.post(
                path, ["enabled": "on", "clientID": "web", "otherClientIDs": "ios\r\nandroid\r\n", "clientSecret": "hush"])
            #expect(saved.status == 303, "\(saved.text)")
            var stored = try await projects.supportedProvider(.google, in: Self.scope)
            let sealed = stored.sealedClientSecret
            #expect(stored.isEnabled && stored.clientID == "web" && stored.otherClientIDs == ["ios", "android"] && sealed != nil)
            let kept = try await browser.post(
                path, ["enabled": "on", "clientID": "web", "otherClientIDs": "", "clientSecret": ""])
            #expect(kept.status == 303, "\(kept.text)")
            stored = try await projects.supportedProvider(.google, in: Self.scope)
            #expect(stored.sealedClientSecret == sealed && stored.otherClientIDs.isEmpty, "An empty field keeps the secret.")
            let other = try await browser.post(path, ["enabled": "on", "clientID": "other", "clientSecret": ""])
            #expect(other.status == 400 && other.text.contains("value=\"other\""), "Another client needs a secret: \(other.text)")
            for (on, isEnabled) in [("no", false), ("yes", true)] {
                let answer = try await browser.post("\(path)/switch", ["on": on])
                #expect(answer.status == 303, "\(answer.text)")
                stored = try await projects.supportedProvider(.google, in: Self.scope)
                #expect(stored.isEnabled == isEnabled)
            }
            let removed = try await browser.post(path, ["enabled": "on", "clientID": "web", "clientSecret-remove": "on"])
            #expect(removed.status == 303)
            stored = try await projects.supportedProvider(.google, in: Self.scope)
            #expect(stored.sealedClientSecret == nil)
            let deleted = try await browser.post("\(path)/delete")
            #expect(deleted.headers["location"] == "\(Self.base)/providers", "\(deleted.text)")
            let none = try await projects.supportedProviders(in: Self.scope)
            #expect(none.isEmpty)
            let unknown = try await browser.get("\(Self.base)/providers/nothing.com")
            #expect(unknown.status == 404)
            let actions = try await server.engine.auditLog.entries(AuditQuery(project: "example", limit: 20))
            #expect(actions.filter { $0.actor.kind == .consoleOperator }.map(\.action).contains(.providerDelete))
        }
    }

    @Test("A project's own providers of each kind are added, changed and deleted; what the form lacks is said")
    func own() async throws {
        let certificate = try SAMLIssuer.shared.get().certificate
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let fields: [(id: String, fields: [String: String], change: [String: String])] = [
                (
                    "oidc.acme",
                    [
                        "displayName": "Acme", "issuer": "https://login.acme.example", "clientID": "c", "clientSecret": "s",
                        "code": "on",
                    ],
                    ["displayName": "Acme 2"]
                ),
                (
                    "oauth2.acme",
                    [
                        "clientID": "c", "clientSecret": "s", "authorizationURL": "https://acme.example/authorize",
                        "tokenURL": "https://acme.example/token", "userInfoURL": "https://acme.example/me",
                        "tokenAuthentication": "client_secret_basic", "scopes": "profile\r\nemail", "memberSubject": "id",
                    ], ["memberEmail": "mail"]
                ),
                (
                    "saml.acme",
                    [
                        "idpEntityID": "https://idp.acme.example", "ssoURL": "https://idp.acme.example/sso",
                        "certificates": certificate,
                    ], ["displayName": "Acme"]
                ),
            ]
            for (id, form, change) in fields {
                let parts = id.split(separator: ".").map(String.init)
                let all = form.merging(["kind": parts[0], "name": parts[1], "enabled": "on"]) { $1 }
                let page = try await browser.get("\(Self.base)/new-provider?kind=\(parts[0])")
                #expect(page.status == 200 && page.text.contains("name=\"name\""))
                let empty = try await browser.post("\(Self.base)/new-provider", ["kind": parts[0], "name": "x"])
                #expect(empty.status == 400 && empty.text.contains("role=\"alert\""), "\(id): \(empty.text)")
                let made = try await browser.post("\(Self.base)/new-provider", all)
                #expect(made.headers["location"] == "\(Self.base)/providers/\(id)", "\(id): \(made.text)")
                let twice = try await browser.post("\(Self.base)/new-provider", all)
                #expect(twice.status == 400 && twice.text.contains("with this ID already"), "\(id): \(twice.text)")
                let changed = try await browser.post(
                    "\(Self.base)/providers/\(id)", form.merging(change) { $1 }.merging(["enabled": "on"]) { $1 })
                #expect(changed.status == 303, "\(id): \(changed.text)")
                let stored = try await server.engine.projects.openIDProvider(ProviderID(id), in: Self.scope)
                #expect(
                    stored.isEnabled
                        && (stored.displayName?.hasPrefix("Acme") == true || stored.endpoints?.members.email == "mail"))
                let shown = try await browser.get("\(Self.base)/providers/\(id)")
                #expect(shown.text.contains("/__/auth/callback/\(id)"), "\(id)")
                let off = try await browser.post("\(Self.base)/providers/\(id)/switch", ["on": "no"])
                #expect(off.status == 303, "\(id): \(off.text)")
                let gone = try await browser.post("\(Self.base)/providers/\(id)/delete")
                #expect(gone.status == 303, "\(id): \(gone.text)")
            }
            let upper = try await browser.post(
                "\(Self.base)/new-provider", ["kind": "oidc", "name": "A B", "issuer": "https://a.example", "clientID": "c"])
            #expect(upper.status == 400 && upper.text.contains("lower-case letters"), "\(upper.text)")
        }
    }

    @Test("A test says whether the provider knows the client: it refuses a made-up code as invalid_grant, not as invalid_client")
    func connection() async throws {
        let fixture = try await ProviderFixture.shared
        try await TestServer.with(
            isProduction: true,
            providers: { options in
                fixture.configure(&options)
                for (id, path) in [(ProviderID.github, "github"), (.twitter, "twitter")] {
                    options[id].pageURL = "\(fixture.url)/\(path)"
                }
            }
        ) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            @Sendable func test(_ id: String) async throws -> HTTPAnswer {
                try await browser.post("\(Self.base)/providers/\(id)/test")
            }
            @Sendable func configure(_ id: String, _ fields: [String: String]) async throws {
                let saved = try await browser.post("\(Self.base)/providers/\(id)", fields.merging(["enabled": "on"]) { $1 })
                #expect(saved.status == 303, "\(id): \(saved.text)")
            }
            for (id, client, secret) in [
                ("github.com", "Iv1.ours", "github-secret"), ("twitter.com", "consumerKey", "consumer-secret"),
                ("google.com", "ours.apps.example.com", "google-secret"),
            ] {
                try await configure(id, ["clientID": client, "clientSecret": secret])
                let right = try await test(id)
                #expect(right.status == 200 && right.text.contains("It works:"), "\(id): \(right.text)")
                try await configure(id, ["clientID": client, "clientSecret": "wrong"])
                let wrong = try await test(id)
                #expect(wrong.status == 400 && wrong.text.contains("does not accept this"), "\(id): \(wrong.text)")
            }
            try await configure("facebook.com", ["clientID": "1111"])
            let incomplete = try await test("facebook.com")
            #expect(incomplete.status == 400 && incomplete.text.contains("secret"), "\(incomplete.text)")

            let made = try await browser.post(
                "\(Self.base)/new-provider",
                [
                    "kind": "oidc", "name": "there", "issuer": "https://127.0.0.1:9/oidc", "clientID": "c", "clientSecret": "s",
                    "code": "on",
                ])
            #expect(made.status == 303, "\(made.text)")
            let unreachable = try await test("oidc.there")
            #expect(unreachable.status == 400 && unreachable.text.contains("role=\"alert\""), "\(unreachable.text)")
            let nothing = try await test("gc.apple.com")
            #expect(nothing.status == 200 && nothing.text.contains("nothing to ask"), "\(nothing.text)")
            let entries = try await server.engine.auditLog.entries(AuditQuery(action: .providerTest, limit: 20))
            #expect(entries.count == 9 && entries.allSatisfy { $0.actor.kind == .consoleOperator }, "\(entries.count)")
        }
    }

    @Test("A tenant has providers and settings of its own")
    func tenant() async throws {
        try await TestServer.with { server in
            let projects = server.engine.projects
            _ = try await projects.updateSettings(of: "example") { $0.tenants.allowsTenants = true }
            let tenant = try await projects.createTenant(TenantSettings(), of: "example")
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let base = "\(Self.base)/tenants/\(tenant.id)"
            let saved = try await browser.post("\(base)/providers/google.com", ["enabled": "on", "clientID": "web"])
            #expect(saved.headers["location"] == "\(base)/providers/google.com", "\(saved.text)")
            #expect(try await projects.supportedProviders(in: tenant.scope).map(\.clientID) == ["web"])
            #expect(try await projects.supportedProviders(in: Self.scope).isEmpty)
            let list = try await browser.get("\(base)/settings")
            #expect(list.text.contains("allowPasswordSignup") && !list.text.contains("signIn.allowDuplicateEmails"))
            let changed = try await browser.post("\(base)/settings/one/allowPasswordSignup", ["value": "true"])
            #expect(changed.status == 303, "\(changed.text)")
            #expect(try await projects.tenant(tenant.scope).settings.passwordEnabled)
            let missing = try await browser.get("\(Self.base)/tenants/nothing/settings")
            #expect(missing.status >= 400)
        }
    }
}
