import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaServer

/// The memory that all bodies under way may take together, over HTTP.
@Suite("The budget for bodies")
struct BodyBudgetTests {
    private static let head = "POST /v1/accounts:signUp?key=k HTTP/1.1\r\nHost: localhost\r\n"

    /// A body of which all but the last byte comes.
    private static let parked = "Content-Length: 60000\r\n\r\n" + String(repeating: "a", count: 59_999)

    /// Opens connections that park a body each, behind proxies for these addresses.
    private static func park(_ addresses: [String?], at server: TestServer) async throws -> [RawConnection] {
        var connections: [RawConnection] = []
        for address in addresses {
            let connection = try await RawConnection.open(server.url)
            await connection.send(head + (address.map { "X-Forwarded-For: \($0)\r\n" } ?? "") + parked)
            connections.append(connection)
        }
        return connections
    }

    /// Returns the first answer to a parked body, and checks until it comes that no more than `limit` is reserved.
    private static func answer(
        to connections: [RawConnection], attempts: Int = 1000, within limit: Int, of budget: BodyBudget
    ) async throws -> String? {
        for _ in 0..<attempts {
            #expect(budget.reserved <= limit)
            if let found = connections.map(\.text).first(where: { $0.hasSuffix("}") }) { return found }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    private static func becomes(_ reserved: Int, _ budget: BodyBudget) async throws -> Bool {
        for _ in 0..<6000 {
            if budget.reserved == reserved { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test(
        "What a body had is given back however it ends",
        arguments: [
            ("answered", "Content-Length: 2\r\n\r\n{}", "200"),
            ("answered, in chunks", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "200"),
            ("refused", "Content-Length: 60000\r\n\r\n" + String(repeating: "[", count: 60_000), "400"),
            ("too long for an app", "Content-Length: 65537\r\n\r\n{", "413"),
            ("too long for anybody", "Content-Length: 99999999\r\n\r\n{", "413"),
            ("too long, in chunks", "Transfer-Encoding: chunked\r\n\r\n10001\r\n" + String(repeating: "[", count: 65_537), "413"),
            ("packed", "Content-Encoding: gzip\r\nContent-Length: 500\r\n\r\n{", "415"),
            ("too slow", "Content-Length: 500\r\n\r\n{", "408"),
            ("no chunk", "Transfer-Encoding: chunked\r\n\r\nx\r\n", "400"),
            ("two in a row", "Content-Length: 2\r\n\r\n{}" + head + "Content-Length: 2\r\n\r\n{}", "200"),
        ])
    func givenBack(name: String, rest: String, status: String) async throws {
        let budget = BodyBudget(limit: 4 << 20)
        try await TestServer.with(options: {
            $0.bodies = budget
            $0.bodyTimeout = 1
            $0.minimumRate = 0
        }) { server in
            let connection = try await RawConnection.open(server.url)
            await connection.send(Self.head + rest)
            let isAnswered = await connection.wait(seconds: 60) { $0.text.hasPrefix("HTTP/1.1 \(status)") }
            #expect(isAnswered, "\(connection.text.prefix(300))")
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
            await connection.close()
            #expect(budget.refused == 0)
        }
    }

    @Test("Closing a connection releases its reservation")
    func hungUp() async throws {
        let budget = BodyBudget(limit: 4 << 20)
        try await TestServer.with(options: { $0.bodies = budget }) { server in
            let one = try await RawConnection.open(server.url)
            await one.send(Self.head + "Content-Length: 60000\r\n\r\n{")
            #expect(try await Self.becomes(4096, budget), "what is announced takes nothing until it comes")
            let two = try await RawConnection.open(server.url)
            await two.send(Self.head + "Transfer-Encoding: chunked\r\n\r\nc350\r\n" + String(repeating: "a", count: 50_000))
            #expect(try await Self.becomes(4096 + 65_536, budget), "a length that nobody said grows in steps")
            await one.send(String(repeating: "a", count: 50_000))
            #expect(try await Self.becomes(60_000 + 65_536, budget), "one that is known, no further than that")
            await one.close()
            await two.close()
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
        }
    }

    @Test("A body without room is refused unread; reservations never exceed the budget; the longest-running make room")
    func full() async throws {
        let budget = BodyBudget(limit: 1 << 20)
        try await TestServer.with(options: {
            $0.bodies = budget
            $0.bodyTimeout = 600
        }) { server in
            let parked = try await Self.park(Array(repeating: nil, count: 30), at: server)
            // 17 fit; on a slow machine the first of them may have left before the last came.
            let refusal = try #require(
                try await Self.answer(to: parked, attempts: 3000, within: budget.limit, of: budget))
            #expect(refusal.hasPrefix("HTTP/1.1 503 "), "\(refusal)")
            #expect(refusal.lowercased().contains("retry-after: 1\r\n") && refusal.lowercased().contains("connection: close"))
            #expect(refusal.contains(#""status":"UNAVAILABLE""#), "\(refusal)")
            // Requests without a body, and short ones while there is room, go on.
            #expect(try await HTTP.send("GET", "\(server.url)/readyz").status == 200)
            // The oldest leave after a second.
            var answered = false
            for _ in 0..<1200 where !answered {
                let body = Data((#"{"displayName":""# + String(repeating: " ", count: 55_000) + #""}"#).utf8)
                answered = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: body).status != 503
                if !answered { try await Task.sleep(for: .milliseconds(50)) }
            }
            #expect(answered)
            for connection in parked { await connection.close() }
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
        }
    }

    @Test("Announcing bodies takes next to nothing of the budget")
    func announced() async throws {
        let budget = BodyBudget(limit: 1 << 20)
        try await TestServer.with(options: {
            $0.bodies = budget
            $0.bodyTimeout = 600
        }) { server in
            var parked: [RawConnection] = []
            for _ in 0..<100 {
                let connection = try await RawConnection.open(server.url)
                await connection.send(Self.head + "Content-Length: 65000\r\n\r\n{")
                parked.append(connection)
            }
            #expect(try await Self.becomes(100 * 4096, budget), "\(budget.reserved)")
            let body = Data((#"{"displayName":""# + String(repeating: " ", count: 60_000) + #""}"#).utf8)
            #expect(try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: body).status != 503)
            #expect(budget.refused == 0)
            for connection in parked { await connection.close() }
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
        }
    }

    @Test("An address has a share and no more: others can send while it is full, and it is released")
    func shares() async throws {
        let budget = BodyBudget(limit: 1 << 20, share: 1 << 18)
        try await TestServer.with(
            proxies: ["loopback"],
            options: {
                $0.bodies = budget
                $0.bodyTimeout = 600
            }
        ) { server in
            // One site: a /64 of IPv6.
            let parked = try await Self.park((1...20).map { "2001:db8::\($0)" }, at: server)
            // Four fit, and are the only ones that are ever closed to make room.
            let found = try await Self.answer(to: parked, within: budget.share, of: budget)
            #expect(found?.hasPrefix("HTTP/1.1 503 ") == true, "\(found ?? "no answer")")
            let body = Data((#"{"displayName":""# + String(repeating: " ", count: 60_000) + #""}"#).utf8)
            for other in ["2001:db8:0:1::1", "192.0.2.7", "192.0.2.8"] {
                let answer = try await HTTP.send(
                    "POST", "\(server.url)/v1/accounts:signUp?key=k", headers: ["X-Forwarded-For": other], body: body)
                #expect(answer.status != 503, "\(other) \(answer.text)")
            }
            for connection in parked { await connection.close() }
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
        }
    }

    @Test("Many addresses, each within its share, take no more than the budget together")
    func crowd() async throws {
        let budget = BodyBudget(limit: 1 << 18, share: 1 << 17)
        try await TestServer.with(
            proxies: ["loopback"],
            options: {
                $0.bodies = budget
                $0.bodyTimeout = 600
            }
        ) { server in
            let parked = try await Self.park((1...8).map { "192.0.2.\($0)" }, at: server)
            // Four fit.
            let found = try await Self.answer(to: parked, within: budget.limit, of: budget)
            #expect(found?.hasPrefix("HTTP/1.1 503 ") == true, "\(found ?? "no answer")")
            for connection in parked { await connection.close() }
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
        }
    }

    @Test("The admin port answers while the public port's budget is full")
    func adminPort() async throws {
        // A budget that is always full.
        let budget = BodyBudget(limit: 0)
        try await TestServer.with(isProduction: true, options: { $0.bodies = budget }) { server in
            let path = "/v1/projects/\(server.project)/accounts:lookup"
            let owner = ["Authorization": "Bearer owner"]
            let admin = try await HTTP.post(try #require(server.adminURL) + path, ["localId": ["a"]], headers: owner)
            #expect(admin.status == 200, "\(admin.text)")
            let open = try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", [:])
            #expect(open.status == 503, "\(open.text)")
        }
    }
}
