import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// Attacks on the console's pages of settings (Documentation/Threats.md §12).
@Suite("Console: settings", .tags(.attack))
struct ConsoleSettingsAttackTests {
    static let acts: Set<ConsoleAct> = [.seeSettings, .changeSettings, .changeProviders, .testSettings]

    /// Each form, with its act, its fields, and the answer to those who may send it.
    private static let forms: [(act: ConsoleAct, path: String, fields: [String: String], status: Int)] = [
        (.changeSettings, "settings/one/vincula.page.name", ["value": "Evil"], 303),
        (.changeSettings, "settings/one/vincula.page.name/reset", [:], 303),
        (.changeSettings, "settings/domains", ["domain": "evil.example"], 303),
        (.changeSettings, "settings/migration", ["vincula.migration.firebase.projectId": "evil"], 400),
        (.changeSettings, "settings/migration/clear", [:], 303),
        (.changeSettings, "settings/domains/remove", ["domain": "evil.example"], 303),
        (.changeSettings, "settings/templates/signIn/en", ["subject": "Evil"], 303),
        (.changeSettings, "settings/templates/signIn/en/preview", ["subject": "Evil"], 200),
        (.changeSettings, "settings/templates/signIn/en/reset", [:], 303),
        (.changeSettings, "settings/look", ["name": "Evil", "logo": "", "color": ""], 303),
        (.changeSettings, "settings/look/preview", ["name": "Evil"], 200),
        (
            .changeSettings, "settings/delivery/mail",
            ["senderEmail": "a@evil.example", "host": "smtp.evil.example", "port": "587", "securityMode": "START_TLS"], 303
        ),
        (.changeSettings, "settings/delivery/mail/off", [:], 303),
        (.testSettings, "settings/delivery/test-mail", [:], 200),
        (.testSettings, "settings/delivery/test-text", ["number": "+14155552671"], 200),
        (
            .changeProviders, "new-provider",
            ["kind": "oidc", "name": "evil", "issuer": "https://evil.example", "clientID": "c"], 303
        ),
        (.changeProviders, "providers/github.com", ["clientID": "evil", "enabled": "on"], 303),
        (.changeProviders, "providers/github.com/switch", ["on": "no"], 303),
        (.testSettings, "providers/google.com/test", [:], 200),
        (.changeProviders, "providers/github.com/delete", [:], 303),
    ]
    private static let pages = [
        "settings", "settings/one/vincula.page.name", "settings/domains", "settings/templates", "settings/templates/signIn/en",
        "settings/templates/signIn/en/frame", "settings/look", "settings/look/frame", "settings/delivery", "settings/migration",
        "providers",
        "providers/google.com",
    ]

    @Test("T300 Each act on settings of each role, in its own project and in another one, is decided by the server")
    func rights() async throws {
        #expect(Set(Self.forms.map(\.act)).union([.seeSettings]) == Self.acts)
        try await TestServer.with { server in
            let projects = server.engine.projects
            for project in ["example", "other"] {
                _ = try await projects.updateSettings(of: project) { $0.phone.regions = .everywhere }
            }
            for role in OperatorRole.allCases {
                let browser = try await ConsoleBrowser.joined(server, "\(role.rawValue)@example.com", role, .some(["example"]))
                let grant = OperatorGrant(role: role, reach: .some(["example"]))
                for project in ["example", "other"] {
                    let scope = ProjectScope(project: project)
                    for form in Self.forms {
                        let before = try await projects.settings(of: project)
                        let had = try await projects.openIDProviders(in: scope)
                        let path = "/console/projects/\(project)/\(form.path)"
                        let answer = try await browser.post(path, form.fields)
                        let isAllowed = OperatorRights.allows(form.act, to: grant, in: project)
                        #expect(answer.status == (isAllowed ? form.status : 403), "\(role) \(path): \(answer.text)")
                        guard !isAllowed else { continue }
                        #expect(try await projects.settings(of: project) == before, "\(role) \(path)")
                        #expect(try await projects.openIDProviders(in: scope) == had, "\(role) \(path)")
                        #expect(try await projects.supportedProviders(in: scope).isEmpty || project == "example")
                    }
                    for path in Self.pages {
                        let page = try await browser.get("/console/projects/\(project)/\(path)")
                        #expect(page.status == (project == "example" ? 200 : 403), "\(role) \(project) \(path)")
                    }
                    let adding = try await browser.get("/console/projects/\(project)/new-provider")
                    let mayAdd = OperatorRights.allows(.changeProviders, to: grant, in: project)
                    #expect(adding.status == (mayAdd ? 200 : 403), "\(role) \(project)")
                    if mayAdd { try await projects.deleteProvider(ProviderID("oidc.evil"), in: scope) }
                }
            }
        }
    }

    @Test("T301 No page shows a secret that is kept, nor the codes of test numbers to those who change nothing")
    func secrets() async throws {
        let secrets = ["hush-client-secret", "hush-smtp-password", "AIzaHushHushHush", "654321"]
        try await TestServer.with { server in
            let editor = try await ConsoleBrowser.joined(server, "editor@example.com", .editor)
            let viewer = try await ConsoleBrowser.joined(server, "viewer@example.com", .viewer)
            let base = "/console/projects/example"
            for (path, fields) in [
                ("providers/google.com", ["clientID": "client", "clientSecret": secrets[0], "enabled": "on"]),
                (
                    "settings/delivery/mail",
                    [
                        "senderEmail": "a@example.com", "host": "smtp.example.com", "port": "587", "securityMode": "START_TLS",
                        "username": "user", "password": secrets[1],
                    ]
                ),
                (
                    "settings/migration",
                    [
                        "vincula.migration.firebase.projectId": "older-app", "vincula.migration.firebase.apiKey": secrets[2],
                        "vincula.migration.firebase.until": Date(timeIntervalSinceNow: 86_400).formatted(.iso8601),
                    ]
                ),
                ("settings/one/signIn.phoneNumber.testPhoneNumbers", ["value": "+16505550100=\(secrets[3])"]),
            ] {
                let answer = try await editor.post("\(base)/\(path)", fields)
                #expect(answer.status == 303, "\(path): \(answer.text)")
            }
            for (browser, hidden) in [(editor, Array(secrets.prefix(3))), (viewer, secrets)] {
                for path in [
                    "providers", "providers/google.com", "settings", "settings/delivery", "settings/migration",
                    "settings/one/vincula.migration.firebase.apiKey", "settings/one/notification.sendEmail.smtp.password",
                    "settings/one/signIn.phoneNumber.testPhoneNumbers",
                ] {
                    let page = try await browser.get("\(base)/\(path)")
                    #expect(page.status == 200, "\(path)")
                    for secret in hidden { #expect(!page.text.contains(secret), "\(path): \(secret)") }
                }
            }
            // A refused form does not come back with what was typed.
            let refused = try await editor.post(
                "\(base)/providers/google.com", ["clientID": "with spaces", "clientSecret": "hush-typed", "enabled": "on"])
            #expect(refused.status == 400 && !refused.text.contains("hush-typed"), "\(refused.text)")
            let stored = try await server.engine.store.read { try $0.tablesHolding(secrets.prefix(3).map { Data($0.utf8) }) }
            #expect(stored == [], "They are sealed.")
        }
    }

    @Test("T302 A template with a script is a preview in an origin of its own, which runs and loads nothing")
    func preview() async throws {
        let evil = "<script>fetch('/console/operators')</script><img src=https://evil.example/x><form action=/console>"
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let path = "/console/projects/example/settings/templates/signIn/en"
            let fields = ["subject": "<b>\(evil)", "text": evil, "html": "<html><body>\(evil) {{link}}</body></html>"]
            let typed = try await browser.post("\(path)/preview", fields)
            #expect(typed.status == 200 && typed.text.contains(evil) && typed.text.contains("&lt;b&gt;"), "\(typed.text)")
            let saved = try await browser.post(path, fields)
            #expect(saved.status == 303, "\(saved.text)")
            for frame in [typed, try await browser.get("\(path)/frame")] {
                let policy = frame.headers["content-security-policy"] ?? ""
                #expect(policy.hasSuffix("; sandbox"), "Without allow-scripts and allow-same-origin: \(policy)")
                #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; img-src data:;"), "\(policy)")
                #expect(policy.contains("frame-ancestors 'self'") && policy.contains("form-action 'none'"), "\(policy)")
            }
            let page = try await browser.get(path)
            #expect(page.text.contains("sandbox=\"\"") && !page.text.contains("<script>fetch"), "\(page.text)")
            let own = page.headers["content-security-policy"] ?? ""
            #expect(own.contains("frame-src 'self'") && !own.contains("unsafe"), "\(own)")
        }
    }

    @Test("T303 Names, addresses and values with HTML stay text on every page of settings")
    func scripts() async throws {
        let evil = "\"'><script>alert(1)</script>"
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let base = "/console/projects/example"
            _ = try await server.engine.projects.updateSettings(of: "example") {
                $0.page.name = evil
                $0.email.appName = evil
                $0.authorizedDomains = ["localhost", evil]
            }
            let made = try await browser.post(
                "\(base)/new-provider",
                ["kind": "oidc", "name": "x", "issuer": "https://id.example", "clientID": evil, "displayName": evil])
            #expect(made.status == 303, "\(made.text)")
            let query = evil.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for path in [
                "providers", "providers/oidc.x", "providers/\(query)", "settings", "settings?q=\(query)",
                "settings/one/vincula.page.name", "settings/one/\(query)", "settings/domains", "settings/look",
                "settings/look/frame", "settings/templates/\(query)/en", "settings/delivery", "new-provider?kind=\(query)",
            ] {
                let page = try await browser.get("\(base)/\(path)")
                #expect(!page.text.contains("<script>alert"), "\(path)")
            }
            for (path, fields) in [
                ("settings/one/vincula.page.color", ["value": evil]), ("settings/domains", ["domain": evil]),
                ("settings/look", ["name": evil, "logo": evil, "color": evil]), ("settings/look/preview", ["name": evil]),
                ("settings/delivery/mail", ["senderEmail": evil, "host": evil, "port": evil, "username": evil]),
                ("settings/delivery/test-text", ["number": evil]), ("providers/oidc.x", ["issuer": evil, "clientID": evil]),
                ("new-provider", ["kind": evil, "name": evil, "clientID": evil]),
            ] {
                let answer = try await browser.post("\(base)/\(path)", fields)
                #expect(!answer.text.contains("<script>alert"), "\(path)")
            }
        }
    }

    @Test("T304 Test messages go to the operator's own address, or cost an operator's share of ten at once")
    func testMessages() async throws {
        let tester = RecordingTester()
        try await TestServer.with(limits: true, mail: .smtp, texts: .gateway, tester: tester) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.phone.regions = .everywhere }
            let base = "/console/projects/example/settings/delivery"
            var statuses: [Int] = []
            for index in 0..<12 {
                let answer =
                    index.isMultiple(of: 2)
                    ? try await browser.post(
                        "\(base)/test-mail", ["kind": "signIn", "language": "en", "email": "victim@example.com"])
                    : try await browser.post("\(base)/test-text", ["number": "+14155552671", "language": "en"])
                statuses.append(answer.status)
            }
            #expect(statuses == Array(repeating: 200, count: 10) + [400, 400], "\(statuses)")
            #expect(tester.mails.map(\.to.value) == Array(repeating: "op@example.com", count: 5))
            #expect(tester.texts.map(\.to.value) == Array(repeating: "+14155552671", count: 5))
            let entries = try await server.engine.auditLog.entries(AuditQuery(action: .messageTest, limit: 20))
            #expect(entries.count == 10 && entries.allSatisfy { $0.actor.kind == .consoleOperator })
            #expect(!"\(entries.map(\.details))".contains("4155552671"), "No number is in the log.")
        }
    }
}

/// Records test messages, and accepts them all.
final class RecordingTester: MessageTester {
    private let sent = Mutex<(mails: [RenderedMail], texts: [RenderedText])>(([], []))

    var mails: [RenderedMail] { sent.withLock { $0.mails } }
    var texts: [RenderedText] { sent.withLock { $0.texts } }

    func send(
        _ mail: RenderedMail, through server: OwnMailServer?, id: String, at now: Timestamp
    ) async -> MessageOutcome {
        sent.withLock { $0.mails.append(mail) }
        return .sent
    }

    func send(_ text: RenderedText, id: String) async -> MessageOutcome {
        sent.withLock { $0.texts.append(text) }
        return .sent
    }
}
