import Foundation
import HTTPTypes
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The way between the console's pages, and what leads to the page that mends something.
@Suite("Console navigation")
struct ConsoleNavigationTests {
    private static let project = "/console/projects/example"

    /// The links of the navigation, and which of them is the page's.
    private static func links(_ page: HTTPAnswer) throws -> [(path: String, current: String)] {
        let menu = try #require(page.text.firstMatch(of: /<nav class="menu".*?<\/nav>/), "\(page.text)")
        return menu.output.matches(of: /<a href="([^"]+)"(?: aria-current="(\w+)")?>/).map {
            (String($0.output.1), String($0.output.2 ?? ""))
        }
    }

    @Test("Pages are in groups, without those that a role may not see, and exactly one is marked")
    func groups() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            for route in ConsoleSite.all where route.method == .get && route.path.hasPrefix("/projects/{project}") {
                guard !route.path.dropFirst("/projects/{project}".count).contains("{"), case .act = route.door,
                    // Files, documents in frames, and the page of one key, which it needs.
                    ![".jsonl", "/frame", "/keys/restrict"].contains(where: route.path.hasSuffix)
                else { continue }
                let path = "/console" + route.path.replacing("{project}", with: "example")
                let page = try await owner.get(path)
                let marked = try Self.links(page).filter { !$0.current.isEmpty }
                #expect(page.status == 200 && marked.count == 1, "\(path) \(marked)")
                #expect(marked.first?.path == path ? marked.first?.current == "page" : marked.first?.current == "true", "\(path)")
                for id in page.text.matches(of: /<ul aria-labelledby="([^"]+)"/).map(\.output.1) {
                    #expect(page.text.contains("<p id=\"\(id)\">"), "\(id)")
                }
            }
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.anonymousEnabled = true }
            let all = try Self.links(try await owner.get(Self.project)).map(\.path)
            #expect(Set(all).count == all.count && all.contains("/console/findings") && all.contains("\(Self.project)/keys"))
            let viewer = try await ConsoleBrowser.joined(server, "view@example.com", .viewer, .some(["example"]))
            let seen = try Self.links(try await viewer.get(Self.project)).map(\.path)
            #expect(seen.contains("\(Self.project)/users") && !seen.contains("\(Self.project)/keys"))
            #expect(!seen.contains { !$0.hasPrefix(Self.project) }, "\(seen)")
            for path in seen {
                let page = try await viewer.get(path)
                #expect(page.status == 200, "\(path)")
            }
            let elsewhere = try await viewer.get("/console/projects/other/users")
            #expect(elsewhere.status == 403 && !elsewhere.text.contains("/console/projects/other/"), "\(elsewhere.text)")
        }
    }

    @Test("T340 the bar leads to the same page of another project, and lists only projects that the operator may see")
    func switcher() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let alone = try await owner.get("/console/findings")
            #expect(alone.text.contains("<a href=\"\(Self.project)\">example</a></p>"), "\(alone.text)")
            for name in ["example", "other", "third"] { _ = try await server.engine.projects.updateSettings(of: name) { _ in } }
            let both = OperatorReach.some(["example", "other"])
            let viewer = try await ConsoleBrowser.joined(server, "view@example.com", .viewer, both)
            func options(_ page: HTTPAnswer) -> [String] {
                page.text.matches(of: /<option[^>]*>(\w+)<\/option>/).map { String($0.output.1) }.filter { $0 != "–" }
            }
            let seen = try await viewer.get("\(Self.project)/users")
            #expect(options(seen).contains("other") && !options(seen).contains("third"), "\(seen.text)")
            #expect(
                seen.text.contains("name=\"page\" value=\"/users\"") && seen.text.contains("<option selected>example</option>"))
            for (page, path) in [
                ("/users", "/users"), ("/users/abc", "/users"), ("/settings/templates/verifyEmail/de", "/settings/templates"),
                ("/settings/one/vincula.page.color", "/settings/one/vincula.page.color"), ("/settings/one/no.such", "/settings"),
                ("/delete", ""), ("/keys/restrict", "/keys"), ("/keys/create", "/keys"), ("/tenants/t-1/users", "/tenants"),
                ("", ""), ("/../../evil", ""), ("//evil.example", ""), ("/audit.jsonl", ""),
                ("/settings/look/frame", "/settings/look"),
            ] {
                let query = "project=other&page=\(page.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                let answer = try await owner.get("/console/switch?\(query)")
                #expect(answer.status == 303 && answer.headers["location"] == "/console/projects/other\(path)", "\(page)")
            }
            // A viewer does not see keys, there or here.
            let keys = try await viewer.get("/console/switch?project=other&page=/keys")
            #expect(keys.headers["location"] == "/console/projects/other")
            let third = try await viewer.get("/console/switch?project=third&page=/users")
            #expect(third.headers["location"] == "/console/projects/third")
            #expect(try await viewer.get("/console/projects/third").status == 403)
        }
    }

    @Test("A tenant's pages lead to each other: users, imports, providers and settings")
    func tenant() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            var settings = TenantSettings()
            settings.displayName = "acme"
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.tenants.allowsTenants = true }
            let tenant = try await server.engine.projects.createTenant(settings, of: "example")
            let root = "\(Self.project)/tenants/\(tenant.id)"
            for rest in ["", "/users", "/imports", "/providers", "/settings"] {
                let page = try await owner.get(root + rest)
                let tabs = try #require(page.text.firstMatch(of: /<nav class="tabs".*?<\/nav>/), "\(page.text)").output
                for other in ["", "/users", "/imports", "/providers", "/settings"] {
                    #expect(
                        tabs.contains("<a href=\"\(root)\(other)\"\(other == rest ? " aria-current=\"page\"" : "")>"), "\(rest)")
                }
                #expect(try Self.links(page).filter { !$0.current.isEmpty }.map(\.path) == ["\(Self.project)/tenants"])
            }
            let gone = try await owner.get("\(Self.project)/tenants/nobody-12345/users")
            #expect(gone.status == 404 && !gone.text.contains("class=\"tabs\""))
        }
    }

    @Test("What is missing leads to the page that mends it, for those who may see it")
    func warnings() async throws {
        try await TestServer.with(settings: .production, isProduction: true, mail: .none) { server in
            let base = try #require(server.adminURL)
            let owner = ConsoleBrowser(base)
            try await owner.join(try #require(try await server.engine.operators.inviteFirst()), "op@example.com")
            let page = try await owner.get(Self.project)
            #expect(page.text.contains("nobody can confirm an address"), "\(page.text)")
            let main = try #require(page.text.split(separator: "<main").last)
            #expect(
                main.contains("href=\"\(Self.project)/settings/delivery\"") && main.contains("href=\"\(Self.project)/methods\""))
        }
    }

    @Test("A project's name for people is changed, is recorded, and is what the list shows; its ID stays")
    func rename() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let form = try await owner.get("\(Self.project)/name")
            #expect(form.status == 200 && form.text.contains("example, which never changes"), "\(form.text)")
            let done = try await owner.post("\(Self.project)/name", ["name": " متجر <الزاوية> "])
            #expect(done.status == 303 && done.headers["location"] == Self.project, "\(done.text)")
            #expect(try await server.engine.projects.settings(of: "example").page.name == "متجر <الزاوية>")
            let page = try await owner.get(Self.project)
            #expect(page.text.contains("<bdi>متجر &lt;الزاوية&gt;</bdi>"), "\(page.text)")
            let list = try await owner.get("/console?list=1")
            #expect(list.text.contains("<bdi>متجر &lt;الزاوية&gt;</bdi>"))
            let long = try await owner.post("\(Self.project)/name", ["name": String(repeating: "a", count: 201)])
            #expect(long.status == 400 && long.text.contains("role=\"alert\""))
            let records = try await server.engine.auditLog.entries(AuditQuery(project: "example", limit: 9))
            #expect(records.contains { $0.actor.kind == .consoleOperator })
        }
    }

    @Test("What a finding names is its remedy: a command, or one of the server's settings")
    func remedies() {
        let settings: Set = ["smtp.host", "backups.every", "google.clientIds", "database"]
        let named: [(String, ServerFinding.Remedy?)] = [
            (
                "/data/master.key can be read by others on this machine. Run `chmod 600 /data/master.key`.",
                .command("chmod 600 /data/master.key")
            ),
            (
                "The server makes no automatic backups (backups.every is not set); `vincula backup FILE` makes one.",
                .command("vincula backup FILE")
            ),
            (
                "The last certificate of saml.a ends soon. Get the new one: vincula sign-in saml add --replace",
                .command("vincula sign-in saml add --replace")
            ),
            ("Google tokens are refused: no client id is set (google.clientIds).", .setting("google.clientIds")),
            ("The database is a standby: add target_session_attrs=read-write to VINCULA_DATABASE.", .setting("VINCULA_DATABASE")),
            ("The database takes no writes.", nil), ("There is no standby.", nil), ("", nil),
        ]
        for (text, remedy) in named { #expect(.named(in: text, settings: settings) == remedy, "\(text)") }
    }
}
