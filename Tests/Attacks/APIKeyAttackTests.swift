import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Restricted API keys, used for what they are not for.
@Suite("API keys that are restricted")
struct APIKeyAttackTests {
    private static func restrict(
        _ server: TestServer, methods: [String] = [], networks: [String] = []
    ) async throws {
        let restrictions = try APIKeyRestrictions(methods: methods, networks: networks)
        try await server.engine.serviceAccess.updateAPIKey(server.apiKey, of: server.project) { $0.restrictions = restrictions }
    }

    @Test(
        "T377 a key is refused for every other method, in every spelling of its path and every place of the key", .tags(.attack))
    func methods() async throws {
        try await TestServer.with(isProduction: true) { server in
            let password: JSONValue = ["email": "a@example.com", "password": "violet river", "returnSecureToken": true]
            let made = try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", password)
            #expect(made.status == 200, "\(made.text)")
            try await Self.restrict(server, methods: ["accounts.signInWithPassword", "projects.get"])
            for path in [
                "/v1/accounts:signUp", "/identitytoolkit.googleapis.com/v1/accounts:signUp",
                "/identitytoolkit/v3/relyingparty/signupNewUser",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser", "/v1/accounts:lookup",
                "/v1/accounts:sendOobCode", "/v1/token", "/securetoken.googleapis.com/v1/token",
                "/v2/accounts/mfaSignIn:finalize", "/account/sessions", "/v1/accounts:issueSamlResponse",
            ] {
                let query = try await HTTP.post("\(server.url)\(path)?key=\(server.apiKey)", password)
                let header = try await HTTP.post("\(server.url)\(path)", password, headers: ["X-Goog-Api-Key": server.apiKey])
                for answer in [query, header] {
                    #expect(answer.status == 403 && answer.text.contains("API_KEY_SERVICE_BLOCKED"), "\(path): \(answer.text)")
                }
            }
            for page in ["/__/auth/handler", "/emulator/auth/handler", "/__/auth/iframe"] {
                let query =
                    "apiKey=\(server.apiKey)&authType=signInViaRedirect&providerId=google.com&appName=a&redirectUrl=http://x/"
                let refused = try await HTTP.send("GET", "\(server.url)\(page)?\(query)", headers: ["Accept": "text/html"])
                #expect(refused.status == 400 && refused.headers["location"] == nil, "\(page): \(refused.text)")
            }
            let account = try await HTTP.send(
                "GET", "\(server.url)/account?key=\(server.apiKey)", headers: ["Accept": "text/html"])
            #expect(account.status == 400, "\(account.text)")
            for path in ["/v1/accounts:signInWithPassword", "/identitytoolkit/v3/relyingparty/verifyPassword"] {
                let own = try await HTTP.post("\(server.url)\(path)?key=\(server.apiKey)", password)
                #expect(own.status == 200, "\(path): \(own.text)")
            }
            #expect(try await HTTP.send("GET", "\(server.url)/v1/projects?key=\(server.apiKey)").status == 200)
        }
    }

    @Test("T378 a key for some addresses is refused from all others, whatever a caller says of itself", .tags(.attack))
    func addresses() async throws {
        try await TestServer.with(isProduction: true) { server in
            try await Self.restrict(server, networks: ["192.0.2.0/24"])
            for headers in [
                [:], ["X-Forwarded-For": "192.0.2.7"], ["Forwarded": "for=192.0.2.7"], ["X-Real-IP": "192.0.2.7"],
                ["Referer": "http://192.0.2.7/"], ["X-Server-Timeout": "192.0.2.7"],
            ] as [[String: String]] {
                let refused = try await HTTP.post(
                    "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", [:], headers: headers)
                #expect(refused.status == 403 && refused.text.contains("API_KEY_IP_ADDRESS_BLOCKED"), "\(refused.text)")
            }
        }
        try await TestServer.with(isProduction: true, proxies: ["loopback"]) { server in
            try await Self.restrict(server, networks: ["192.0.2.0/24"])
            for (chain, status) in [
                ("192.0.2.7", 200), ("198.51.100.1, 192.0.2.7", 200), ("192.0.2.7, 198.51.100.1", 403), ("198.51.100.1", 403),
                ("192.0.3.7", 403),
            ] {
                let answer = try await HTTP.post(
                    "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", [:], headers: ["X-Forwarded-For": chain])
                #expect(answer.status == status, "\(chain): \(answer.text)")
            }
        }
    }

    @Test("T379 a search by name finds nobody of another project or tenant, and long or odd texts cost nothing", .tags(.attack))
    func names() async throws {
        try await TestServer.with(isProduction: true) { server in
            let project = ProjectScope(project: "example")
            _ = try await server.engine.projects.updateSettings(of: project.project) { $0.tenants.allowsTenants = true }
            var settings = TenantSettings()
            settings.displayName = "shop"
            let tenant = try await server.engine.projects.createTenant(settings, of: project.project).scope
            for (scope, name) in [
                (ProjectScope(project: "elsewhere"), "Secret One"), (tenant, "Secret Two"), (project, "Secret <b>"),
            ] {
                var account = NewAccount()
                account.displayName = name
                _ = try await server.engine.accounts.createAccount(account, in: scope)
            }
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let page = try await browser.get("/console/projects/example/users?q=secret")
            #expect(
                page.text.contains("Secret &lt;b&gt;") && !page.text.contains("Secret One") && !page.text.contains("Secret Two"))
            let long = String(repeating: "%C3%9F", count: 2000)
            for text in ["%25", "_ecret", "%2A", "%F4%8F%BF%BF", "%00", "%1F", long] {
                let odd = try await browser.get("/console/projects/example/users?q=\(text)&after=%1F")
                #expect(odd.status < 500 && !odd.text.contains("Secret"), "\(text): \(odd.status)")
            }
        }
    }
}
