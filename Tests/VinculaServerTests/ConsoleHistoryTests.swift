import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The audit log in the console, with what operators do.
@Suite("The audit log in the console")
struct ConsoleHistoryTests {
    private static let scope = ProjectScope(project: "example")
    private static let path = "/console/projects/example/audit"

    private static func numbers(_ page: HTTPAnswer) -> [Int] {
        page.text.matches(of: /<th scope="row" data-title="No\.">(\d+)</).compactMap { Int($0.output.1) }
    }

    @Test("Filters, pages by a cursor, readable details, and a download of the same records")
    func filters() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            for index in 0..<60 {
                _ = try await browser.post("/console/projects/example/new-user", ["email": "user\(index)@example.com"])
            }
            let made = try await browser.post("/console/projects/example/new-user", ["email": "ana@example.com"])
            let location = try #require(made.headers["location"])
            _ = try await browser.get(location)
            _ = try await browser.post("\(location)/disable")
            _ = try await server.engine.projects.updateSettings(of: "other") { $0.anonymousEnabled = false }
            let id = String(location.split(separator: "/").last ?? "")
            let log = server.engine.auditLog
            let total = try await log.entries(AuditQuery(project: "example", limit: 999)).count
            let ofAna = try await log.entries(AuditQuery(account: AccountID(id), limit: 999)).count
            let first = try await browser.get(Self.path)
            #expect(Self.numbers(first).count == 50 && first.text.contains("account.disable"), "\(first.text)")
            #expect(!first.text.contains("<td data-title=\"Project\">"), "Another project's record.")
            #expect(first.text.contains("<td data-title=\"Who\"><span class=\"person\">op@example.com</span><br>"))
            #expect(first.text.contains("<li>Email: a"), "A masked address: \(first.text)")
            let next = String(try #require(first.text.firstMatch(of: /<a href="([^"]+before=\d+)">Older/)?.output.1))
            let second = try await browser.get(next.replacing("&amp;", with: "&"))
            let all = Self.numbers(first) + Self.numbers(second)
            #expect(all == all.sorted(by: >) && Set(all).count == total, "\(all)")
            for (query, count) in [
                ("action=account.disable", 1), ("account=\(id)", ofAna), ("operator=op@example.com", 50),
                ("operator=OP@example.com&action=account.disable", 1), ("operator=nobody@example.com", 0),
                ("since=2020-01-01&action=account.disable", 1), ("until=2020-01-01", 0), ("since=2999-01-01", 0),
                ("since=nonsense&action=account.disable", 1), ("before=1", 0), ("before=-5", 0), ("before=x", 50),
                ("action=%3Cscript%3E", 0),
            ] {
                let page = try await browser.get("\(Self.path)?\(query)")
                #expect(page.status == 200 && Self.numbers(page).count == count, "\(query): \(Self.numbers(page))")
            }
            let lines = try await browser.get("\(Self.path).jsonl?account=\(id)").text.split(separator: "\n")
            #expect(lines.count == ofAna)
            let record = try #require(
                lines.map { JSONValue.parse(Data($0.utf8)) }.first { $0?["action"] == "account.disable" } ?? nil)
            #expect(record["account"] == .string(id))
            #expect(record["actor"]?["email"] == "op@example.com", "\(lines)")
            let everything = try await browser.get("\(Self.path).jsonl")
            #expect(everything.text.split(separator: "\n").count == total)
            #expect(everything.headers["content-disposition"] == "attachment; filename=\"audit-example.jsonl\"")
        }
    }

    @Test("A page looks at a bounded number of records, and leads on from there")
    func bounds() async throws {
        try await TestServer.with { server in
            for index in 0..<30 {
                _ = try await server.engine.projects.updateSettings(of: index == 0 ? "rare" : "example") {
                    $0.anonymousEnabled = !index.isMultiple(of: 2)
                }
            }
            let log = server.engine.auditLog
            var search = AuditSearch(AuditQuery(project: "rare", limit: 5))
            var rounds = 0
            var found: [AuditEntry] = []
            while rounds < 20 {
                let page = try await log.page(search, lookingAt: 7)
                rounds += 1
                found += page.entries
                guard let next = page.next else { break }
                #expect(next == page.reached)
                search.before = next
            }
            #expect(found.map(\.scope?.project) == ["rare"] && (4...6).contains(rounds), "\(rounds)")
            search = AuditSearch(AuditQuery(project: "example", limit: 5))
            let page = try await log.page(search, lookingAt: 7)
            #expect(page.entries.count == 5 && page.next == page.entries.last?.sequence)
        }
    }

    @Test("Owners of everything see what operators do: sign-ins, sign-outs, refused passwords, each bounded")
    func operators() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true) { server in
            let code = try await server.engine.operators.invite("op@example.com", to: .everything, by: nil)
            let browser = ConsoleBrowser(server.url)
            let app = try await browser.join(code, "op@example.com", at: clock.now)
            _ = try await browser.post("/console/sign-out")
            clock.advance(seconds: 60)
            for _ in 0..<9 {
                _ = try await browser.post("/console/sign-in", ["email": "op@example.com", "password": "wrong password"])
                clock.advance(seconds: 60)
            }
            for _ in 0..<5 {
                _ = try await browser.post("/console/sign-in", ["email": "nobody@example.com", "password": "wrong password"])
                clock.advance(seconds: 60)
            }
            let fields = ["email": "op@example.com", "password": ConsoleBrowser.password]
            let first = try await browser.post("/console/sign-in", fields)
            #expect(first.headers["location"] == "/console/code", "\(first.text)")
            let second = try await browser.post("/console/code", ["code": app.code(at: clock.now)])
            #expect(second.headers["location"] == "/console", "\(second.text)")
            let page = try await browser.get("/console/audit?project=vincula%2Foperators")
            func count(_ action: String) -> Int { page.text.components(separatedBy: ">\(action)</code></td>").count - 1 }
            #expect(count("console.sign-in") == 1 && count("console.sign-out") == 1 && count("second-factor.enroll") == 1)
            #expect(count("console.sign-in-refuse") == 1, "The first of a run: \(page.text)")
            #expect(page.text.contains("<li>Passwords: 1</li>") && !page.text.contains("nobody@example.com"))
            let entries = try await server.engine.auditLog.entries(AuditQuery(action: .consoleSignIn, limit: 9))
            #expect(entries.map(\.actor.kind) == [.consoleOperator] && entries.first?.account?.value == entries.first?.actor.id)
            let out = try await server.engine.auditLog.entries(AuditQuery(action: .consoleSignOut, limit: 9))
            #expect(out.map(\.actor.kind) == [.consoleOperator] && out.first?.clientAddress != nil)
            let everything = try await browser.get("/console/audit")
            #expect(everything.text.contains("operator.join"))
            #expect(everything.text.contains("<li>Rights: Owner (all projects)</li>"))
        }
    }

    @Test("A check of the log runs in the background, once at a time, and says what is wrong")
    func check() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let before = try await browser.get("/console/audit")
            #expect(before.text.contains("has not checked them since it started"))
            let begun = try await browser.post("/console/audit/verify")
            #expect(begun.headers["location"] == "/console/audit")
            var page = try await browser.get("/console/audit")
            let deadline = ContinuousClock.now + .seconds(60)
            while page.text.contains("<progress"), .now < deadline {
                #expect(page.text.contains("http-equiv=\"refresh\""))
                try await Task.sleep(for: .milliseconds(10))
                page = try await browser.get("/console/audit")
            }
            #expect(page.text.contains("The log is intact: "), "\(page.text)")
            #expect(!page.text.contains("http-equiv=\"refresh\""))
            let check = AuditCheck()
            // So long that the second request comes while the first check runs.
            for _ in 0..<300 { _ = try await server.engine.serviceAccess.createAPIKey(label: "", of: "example") }
            let task = check.begin(server.engine.auditLog, clock: server.engine.clock)
            #expect(check.begin(server.engine.auditLog, clock: server.engine.clock) == nil, "One is running.")
            await task?.value
            guard case .finished(let verdict, _) = check.state else {
                Issue.record("\(check.state)")
                return
            }
            #expect(verdict.fault == nil && verdict.count > 300)
        }
    }
}
