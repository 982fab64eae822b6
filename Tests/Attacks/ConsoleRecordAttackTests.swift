import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Attacks on what the console records and shows (Documentation/Threats.md §12).
@Suite("Records of the console", .tags(.attack))
struct ConsoleRecordAttackTests {
    @Test("T310 Whoever guesses an operator's password writes few records, and none for addresses of nobody")
    func recordsOfGuesses() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true) { server in
            _ = try await ConsoleBrowser.joined(server, "op@example.com", .owner, at: clock.now)
            let start = try await server.engine.auditLog.verify().count
            for index in 0..<40 {
                clock.advance(seconds: 1000)
                for email in ["op@example.com", "nobody\(index)@example.com"] {
                    _ = try await ConsoleBrowser(server.url).post(
                        "/console/sign-in", ["email": email, "password": "wrong password"])
                }
            }
            let end = try await server.engine.auditLog.verify().count
            #expect(end - start == 2, "The first of a run and the tenth.")
            let records = try await server.engine.auditLog.entries(AuditQuery(action: .consoleSignInRefuse, limit: 9))
            #expect(records.map { $0.facts.details["passwords"] } == [10, 1])
        }
    }

    @Test("T293 What people write stays text on the pages that show what happened, and what is searched for, too")
    func scripts() async throws {
        let evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            var new = NewAccount()
            (new.id, new.email, new.displayName) = ("\"><u>", "xy@example.com", evil)
            let account = try await server.engine.accounts.createAccount(new, in: ProjectScope(project: "example"))
            var update = AccountUpdate()
            update.customClaims = JSONValue.object(["x": .string(evil)]).text
            _ = try await server.engine.acting(as: .administrator(evil)).accounts.updateAccount(
                account.id.value, update, in: ProjectScope(project: "example"))
            server.engine.usage.add(
                UsageEvent(.signIn, evil), in: ProjectScope(project: "example"), at: server.engine.clock.now)
            let query = evil.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for path in [
                "/projects/example/audit", "/projects/example/usage", "/projects/example", "/projects/example/limits", "/audit",
                "/projects/example/audit?action=\(query)&account=\(query)&operator=\(query)&since=\(query)&before=\(query)",
                "/audit?project=\(query)", "/projects/example/usage?period=\(query)",
                "/projects/example/explain?method=\(query)&email=\(query)&phone=\(query)&subject=\(query)",
            ] {
                let page = try await browser.get("/console\(path)", headers: ["User-Agent": evil, "Accept-Language": evil])
                for mark in ["<script>alert", "<img src=x", "<u>"] {
                    #expect(!page.text.contains(mark), "\(path): \(mark)")
                }
                #expect(page.status == 200 || page.status == 400 && path.contains("explain"), "\(path)")
            }
            let log = try await browser.get("/console/projects/example/audit")
            #expect(log.text.contains("&lt;script&gt;alert"), "\(log.text)")
        }
    }
}

extension ConsoleAttackTests {
    /// The pages of a project, each with the act that it is.
    static let pages: [(act: ConsoleAct, path: String)] = [
        (.seeProject, ""), (.seeAccounts, "/users"), (.seeProject, "/methods"), (.seeUsage, "/usage"), (.seeHistory, "/audit"),
        (.seeHistory, "/audit.jsonl"), (.seeLimits, "/limits"), (.explainSignIn, "/explain"),
    ]
    /// Everything about the whole server, by its method.
    static let ofServer: [(act: ConsoleAct, path: String, isForm: Bool)] = [
        (.seeServerHistory, "/audit", false), (.seeServerHistory, "/audit.jsonl", false), (.verifyHistory, "/audit/verify", true),
        (.seeFindings, "/findings", false), (.seeFindings, "/findings", true),
    ]
}
