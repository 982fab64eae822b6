import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// What is counted of a project's use, and its pictures.
@Suite("The use of a project")
struct ConsoleUsageTests {
    private static func total(
        _ server: TestServer, _ kind: UsageKind, _ method: String? = nil, _ period: UsagePeriod = .hours
    ) async throws -> Int {
        let report = try await server.engine.usageReports.report(period, of: "example")
        return report.series(of: [kind]).filter { method == nil || $0.method == method }.reduce(0) { $0 + $1.total }
    }

    @Test("Sign-ins, sign-ups, refusals, mails and sessions are counted by method, once they have succeeded")
    func counts() async throws {
        try await TestServer.with { server in
            let fields: [String: JSONValue] = ["email": "ana@example.com", "password": "a long password"]
            _ = try await server.call("accounts:signUp", fields)
            _ = try await server.call("accounts:signUp", fields)
            _ = try await server.call("accounts:signUp", [:])
            for _ in 0..<3 { _ = try await server.call("accounts:signInWithPassword", fields) }
            _ = try await server.call("accounts:signInWithPassword", fields.merging(["password": "wrong password"]) { $1 })
            _ = try await server.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ana@example.com"])
            let assertion = #"{"sub":"g1","email":"zoe@example.com","email_verified":true}"#
            let google: [String: JSONValue] = [
                "postBody": .string(QueryText.encode([("providerId", "google.com"), ("id_token", assertion)])),
                "requestUri": "http://localhost",
            ]
            for _ in 0..<2 { _ = try await server.call("accounts:signInWithIdp", google) }
            for (kind, method, count) in [
                (.signUp, "password", 1), (.signUp, "anonymous", 1), (.signUp, "google.com", 1), (.signIn, "password", 3),
                (.signIn, "google.com", 1), (.failure, "signUp", 1), (.failure, "password", 1), (.mail, "resetPassword", 1),
                (.session, nil, 7), (.limited, nil, 0),
            ] as [(UsageKind, String?, Int)] {
                #expect(try await Self.total(server, kind, method) == count, "\(kind) \(method ?? "")")
                #expect(try await Self.total(server, kind, method, .months) == count, "\(kind) \(method ?? "")")
            }
            // A second factor, another language or an operator's sign-in changes nothing for others.
            _ = try await ConsoleBrowser.joined(server, "op@example.com", .viewer)
            #expect(try await Self.total(server, .signIn) == 4)
            let operators = try await server.engine.usageReports.report(.hours, of: ProjectScope.operators.project)
            #expect(operators.series.isEmpty)
        }
    }

    @Test("A session counts once an hour and once a day, however often it is used")
    func sessions() async throws {
        let clock = TestClock(Timestamp(seconds: 1_774_915_200))
        try await TestServer.with(clock: clock) { server in
            let signedUp = try await server.call("accounts:signUp", [:])
            let token = try #require(signedUp.json["refreshToken"]?.string)
            for hours in [0, 1, 0, 0, 22, 0, 2] as [Int64] {
                clock.advance(seconds: hours * 3600)
                _ = try await server.refresh(token)
                try await server.engine.upkeep.writeLastUses()
            }
            #expect(try await Self.total(server, .session) == 1, "At most one in an hour.")
            let hours = try await server.engine.usageReports.report(.hours, of: "example").series(of: [.session]).first
            #expect(hours?.values.reduce(0, +) == 4, "\(hours?.values ?? [])")
            let days = try await server.engine.usageReports.report(.days, of: "example").series(of: [.session]).first
            #expect(days?.values.suffix(3) == [0, 1, 1], "\(days?.values ?? [])")
        }
    }

    @Test("Counts are written in sums to which several servers add, and deleted when their time is over")
    func writing() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            for _ in 0..<2 {
                _ = try await server.call("accounts:signUp", [:])
                try await server.engine.upkeep.writeUsage()
                try await server.engine.upkeep.writeUsage()
            }
            _ = try await server.call("accounts:signUp", [:])
            let since = clock.now.adding(seconds: -86_400)
            let stored = try await server.engine.store.read { try $0.usage(of: "example", .day, since: since) }
            #expect(stored.first { $0.kind == .signUp }?.count == 2)
            #expect(try await Self.total(server, .signUp) == 3, "What is not written yet is part of it.")
            clock.advance(seconds: 73 * 3600)
            try await server.engine.upkeep.deleteExpired()
            #expect(try await server.engine.store.read { try $0.usage(of: "example", .hour, since: since) } == [])
            #expect(try await !server.engine.store.read { try $0.usage(of: "example", .day, since: since) }.isEmpty)
        }
    }

    @Test("The counts of a deleted project go with it, and what a server still had appears in no new one")
    func deletion() async throws {
        try await TestServer.with(isProduction: true, requiresProjects: true) { server in
            try await server.engine.projects.createProject("gone")
            let scope = ProjectScope(project: "gone")
            let now = server.engine.clock.now
            server.engine.usage.add(UsageEvent(.signIn, "password"), in: scope, at: now)
            try await server.engine.upkeep.writeUsage()
            server.engine.usage.add(UsageEvent(.signIn, "password"), in: scope, at: now)
            _ = try await server.engine.projects.deleteProject("gone", patience: nil)
            try await server.engine.upkeep.writeUsage()
            try await server.engine.projects.createProject("gone")
            #expect(try await server.engine.usageReports.report(.days, of: "gone").series.isEmpty)
        }
    }

    @Test("The pictures: numbers in bars and in a table, for viewers, too; the overview does not count at each visit")
    func pages() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .viewer, at: clock.now)
            let empty = try await browser.get("/console/projects/example/usage")
            #expect(empty.status == 200 && !empty.text.contains("<rect") && empty.text.contains("Nothing was counted"))
            for _ in 0..<4 { _ = try await server.call("accounts:signUp", [:]) }
            for period in UsagePeriod.allCases {
                let page = try await browser.get("/console/projects/example/usage?period=\(period.rawValue)")
                #expect(page.text.contains("?period=\(period.rawValue)\" aria-current=\"page\""), "\(period)")
                #expect(
                    page.text.contains("<title id=\"signUps-title\">New accounts</title>")
                        && page.text.contains("<rect class=\"s0\""))
                #expect(page.text.contains("data-title=\"Anonymous guests\">4</td>"), "\(page.text)")
                // The label is what the top of the picture stands for.
                #expect(page.text.contains("<p class=\"scale\">5</p>") && page.text.contains("y=\"24\""), "\(page.text)")
                #expect(!page.text.contains(" style="))
            }
            let first = try await browser.get("/console/projects/example")
            #expect(first.text.contains("<dd>4</dd><dd class=\"meta\">counted just now</dd>"), "\(first.text)")
            _ = try await server.call("accounts:signUp", [:])
            clock.advance(seconds: 120)
            let second = try await browser.get("/console/projects/example")
            #expect(second.text.contains("<dd>4</dd><dd class=\"meta\">counted 2 min ago</dd>"), "\(second.text)")
            clock.advance(seconds: 300)
            let third = try await browser.get("/console/projects/example")
            #expect(third.text.contains("<dd>5</dd><dd class=\"meta\">counted just now</dd>"), "\(third.text)")
        }
    }

    @Test("Many methods share the last colour, and an axis ends at a round number")
    func charts() {
        for (number, end) in [(0, 1), (1, 1), (2, 2), (3, 5), (7, 10), (10, 10), (11, 20), (99, 100), (101, 200), (5001, 10_000)]
        {
            #expect(UsageChart.roundedUp(number) == end, "\(number)")
        }
    }
}
