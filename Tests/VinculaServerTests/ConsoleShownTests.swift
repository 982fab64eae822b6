import Foundation
import TestSupport
import Testing
import VinculaCore

@testable import VinculaEngine
@testable import VinculaServer

/// Limits, explanations and findings in the console.
@Suite("What the console shows")
struct ConsoleShownTests {
    private static let scope = ProjectScope(project: "example")

    private static func account(
        _ server: TestServer, _ email: String, _ change: (inout NewAccount) -> Void = { _ in }
    ) async throws -> Account {
        var new = NewAccount()
        (new.email, new.password) = (email, "a long password")
        change(&new)
        return try await server.engine.accounts.createAccount(new, in: scope)
    }

    private static func call(
        _ server: TestServer, _ rpc: String, _ body: [String: JSONValue], from address: String
    ) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/identitytoolkit.googleapis.com/v1/\(rpc)?key=\(server.apiKey)", .object(body),
            headers: ["X-Forwarded-For": address])
    }

    // MARK: Limits

    @Test("Who met a limit is listed with a shortened address; lifting it counts at once, and is recorded")
    func limits() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true, proxies: ["loopback"]) { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .support, at: clock.now)
            let person = try await Self.account(server, "ana@example.com")
            let nobody = try await owner.get("/console/projects/example/limits")
            #expect(nobody.text.contains("Nobody has hit a limit.") && nobody.text.contains("30 a minute, 10 at once"))
            #expect(nobody.text.contains("Sign in with a password<br><code class=\"meta\">signInWithPassword</code>"))
            @Sendable func signIn(_ password: String, from address: String) async throws -> Int {
                try await Self.call(
                    server, "accounts:signInWithPassword", ["email": "ana@example.com", "password": .string(password)],
                    from: address
                ).status
            }
            for _ in 0..<10 {
                _ = try await signIn("wrong password", from: "203.0.113.7")
                clock.advance(seconds: 20)
            }
            #expect(try await signIn("a long password", from: "203.0.113.7") == 400, "The network must wait.")
            let page = try await owner.get("/console/projects/example/limits")
            #expect(page.text.contains("203.0.113.0/24") && !page.text.contains("203.0.113.7"), "\(page.text)")
            #expect(page.text.contains("Wrong passwords or codes") && !page.text.contains("ana@example.com"))
            let entry = try #require(page.text.firstMatch(of: /name="entry" value="(\d+)"/)?.output.1)
            let user = try await owner.get("/console/projects/example/users/\(person.id.value)")
            #expect(user.text.contains("<td data-title=\"Count\">10</td>"), "\(user.text)")
            let other = try await owner.get("/console/projects/other/limits")
            #expect(!other.text.contains("203.0.113.0/24"))
            _ = try await owner.get("/console/projects/example/limits")
            let foreign = try await owner.post("/console/projects/other/limits/lift", ["entry": String(entry)])
            #expect(foreign.status == 400)
            let lifted = try await owner.post("/console/projects/example/limits/lift", ["entry": String(entry)])
            #expect(lifted.headers["location"] == "/console/projects/example/limits", "\(lifted.text)")
            #expect(try await signIn("a long password", from: "203.0.113.7") == 200)
            let again = try await owner.post("/console/projects/example/limits/lift", ["entry": String(entry)])
            #expect(again.status == 400)
            let records = try await server.engine.auditLog.entries(AuditQuery(action: .limitLift, limit: 9))
            #expect(records.map(\.actor.kind) == [.consoleOperator])
            #expect(records.first?.details.contains("203.0.113.0/24") == true && records.first?.details.contains("ana@") == false)

            // A bucket of this server, for all projects together.
            @Sendable func signUp() async throws -> Int {
                try await Self.call(server, "accounts:signUp", [:], from: "198.51.100.9").status
            }
            for _ in 0..<20 { #expect(try await signUp() == 200) }
            #expect(try await signUp() == 400)
            let bucket = try await owner.get("/console/projects/example/limits")
            #expect(bucket.text.contains("198.51.100.0/24"))
            for match in bucket.text.matches(of: /name="entry" value="(\d+)"/) {
                _ = try await owner.post("/console/projects/example/limits/lift", ["entry": String(match.output.1)])
            }
            #expect(try await signUp() == 200)
            let narrow = try await ConsoleBrowser.joined(server, "one@example.com", .viewer, .some(["example"]), at: clock.now)
            for _ in 0..<40 {
                _ = try await Self.call(server, "accounts:signUp", [:], from: "198.51.100.77")
            }
            let seen = try await narrow.get("/console/projects/example/limits")
            #expect(seen.status == 200 && !seen.text.contains("limits/lift") && !seen.text.contains("198.51.100.0/24"))
            let forgiven = try await owner.post("/console/projects/example/users/\(person.id.value)/lift")
            #expect(forgiven.status == 303)

            // Who looks at a page is told why there is none; a program gets Google's format.
            let fast = try #require(ClientAddress("198.51.100.200"))
            for _ in 0..<100 { try server.engine.limits.admit(.other, from: fast) }
            for (accept, status, words) in [
                ("text/html", 429, "<h1>Too many attempts</h1>"), ("*/*", 400, "TOO_MANY_ATTEMPTS_TRY_LATER"),
            ] {
                let limited = try await HTTP.send(
                    "GET", "\(server.url)/console/sign-in",
                    headers: ["Accept": accept, "X-Forwarded-For": "198.51.100.200"])
                #expect(limited.status == status && limited.text.contains(words), "\(limited.status) \(limited.text)")
                #expect(limited.headers["retry-after"] != nil)
            }
        }
    }

    @Test("A flood of callers who meet limits takes a bounded place, and the latest are kept")
    func flood() async throws {
        let limits = RequestLimits(now: { 0 })
        for index in 0..<3000 {
            let address = try #require(ClientAddress("198.\(index / 250).\(index % 250).1"))
            for _ in 0..<11 { try? limits.admit(.signInWithPassword, from: address) }
        }
        let entries = limits.lately.entries
        #expect((250...500).contains(entries.count) && entries.allSatisfy { $0.count == 1 })
        #expect(entries.first?.caller.client == ClientAddress("198.11.249.1"))
    }

    // MARK: Explanations

    private static func outcome(_ browser: ConsoleBrowser, _ query: String) async throws -> (String, HTTPAnswer) {
        let page = try await browser.get("/console/projects/example/explain?\(query)")
        return (page.text.firstMatch(of: /<h2 id="outcome">([^<]+)</).map { String($0.output.1) } ?? "", page)
    }

    @Test("A sign-in is explained as it would happen, and nothing is written")
    func explain() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .viewer)
            let person = try await Self.account(server, "ana@example.com") { $0.emailVerified = true }
            _ = try await Self.account(server, "off@example.com") { $0.isDisabled = true }
            _ = try await Self.account(server, "claimed@example.com")
            let before = try await server.engine.auditLog.verify().count
            for (query, outcome, step) in [
                ("method=password&email=ana@example.com", "The person is signed in", "An account has this email."),
                ("method=password&email=zoe@example.com", "The sign-in is refused", "No account has this email."),
                ("method=password&email=off@example.com", "The sign-in is refused", "The account is disabled."),
                (
                    "method=emailLink&email=zoe@example.com", "The person is signed in to a new account",
                    "A new account is created."
                ),
                ("method=emailLink&email=claimed@example.com", "The person is signed in", "never confirmed"),
                ("method=anonymous", "The person is signed in to a new account", "A new account is created."),
                ("method=phone&phone=%2B12025550100", "The person is signed in to a new account", "A new account is created"),
                (
                    "method=google.com&subject=1&email=ana@gmail.com&verified=yes", "The person is signed in to a new account",
                    "proves the email"
                ),
                (
                    "method=github.com&subject=1&email=ana@example.com&verified=yes", "The person is signed in",
                    "keeps everything it has"
                ),
                (
                    "method=github.com&subject=1&email=ana@example.com", "The sign-in is refused",
                    "Its owner must sign in to it first"
                ),
            ] {
                let (found, page) = try await Self.outcome(browser, query)
                #expect(page.status == 200 && found == outcome && page.text.contains(step), "\(query): \(found) \(page.text)")
            }
            let (_, linked) = try await Self.outcome(browser, "method=password&email=ana@example.com")
            #expect(linked.text.contains("/console/projects/example/users/\(person.id.value)\""))
            for query in ["method=password", "method=password&email=nonsense", "method=phone&phone=12"] {
                let (_, page) = try await Self.outcome(browser, query)
                #expect(page.status == 400 && page.text.contains("role=\"alert\""), "\(query)")
            }
            for query in ["", "method=nonsense", "method=%3Cscript%3E&email=%3Cscript%3E"] {
                let (found, page) = try await Self.outcome(browser, query)
                #expect(page.status == 200 && found.isEmpty && !page.text.contains("<script>"), "\(query)")
            }
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.emailEnabled = false }
            let (off, _) = try await Self.outcome(browser, "method=password&email=ana@example.com")
            #expect(off == "The sign-in is refused")
            let after = try await server.engine.auditLog.verify().count
            #expect(after == before + 1, "Only the change of the settings.")
        }
    }

    // MARK: Findings

    @Test("Findings are looked for in the background and shown with what mends them; the button mends it")
    func findings() async throws {
        let findings = ServerFindings {
            [
                ServerFinding(.good, "All <is> well."),
                ServerFinding(.bad, "Nobody can sign in to example.", remedy: .turnOnEmail(project: "example")),
                ServerFinding(.note, "Look at the methods.", remedy: .page("/methods", project: "example")),
                ServerFinding(.note, "No such page.", remedy: .page("/nowhere", project: "example")),
            ]
        }
        try await TestServer.with(settings: .production, options: { $0.findings = findings }) { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            var page = try await owner.get("/console/findings")
            #expect(page.status == 200 && page.text.contains("http-equiv=\"refresh\""), "The first visit begins.")
            for _ in 0..<1000 where page.text.contains("<progress") { page = try await owner.get("/console/findings") }
            #expect(page.text.contains("All &lt;is&gt; well.") && page.text.contains("Problems to fix: 1"), "\(page.text)")
            let places = [">Problem<", ">Note<", ">OK<"].compactMap { page.text.range(of: $0)?.lowerBound }
            #expect(places.count == 3 && places == places.sorted(), "What is to be done comes first.")
            #expect(page.text.contains("href=\"/console/projects/example/methods\""))
            #expect(page.text.contains("aria-label=\"Turn on email and password: example\""))
            let mended = try await owner.post("/console/projects/example/methods", ["method": "email", "on": "yes"])
            #expect(mended.status == 303)
            #expect(try await server.engine.projects.settings(of: "example").emailEnabled)
            _ = try await owner.get("/console/findings")
            let again = try await owner.post("/console/findings")
            #expect(again.headers["location"] == "/console/findings")
        }
    }

    @Test("Checks that hang are given up, and others can begin")
    func late() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let findings = ServerFindings(patience: .zero) {
            for await _ in stream { break }
            return []
        }
        let now = SystemClock().now
        findings.begin { now }
        while findings.state == .running { await Task.yield() }
        #expect(findings.state == .late(at: now))
        continuation.finish()
        findings.begin { now }
        #expect([.running, .late(at: now), .finished([], at: now)].contains(findings.state))
    }
}
