import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaServer

/// The memory that all bodies under way may take together, over HTTP.
@Suite("The budget for bodies")
struct BodyBudgetTests {
    private static let head = "POST /v1/accounts:signUp?key=k HTTP/1.1\r\nHost: localhost\r\n"

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

    @Test("Who hangs up gives back what was reserved")
    func hungUp() async throws {
        let budget = BodyBudget(limit: 4 << 20)
        try await TestServer.with(options: { $0.bodies = budget }) { server in
            let one = try await RawConnection.open(server.url)
            await one.send(Self.head + "Content-Length: 60000\r\n\r\n{")
            #expect(try await Self.becomes(60_000, budget))
            let two = try await RawConnection.open(server.url)
            await two.send(Self.head + "Transfer-Encoding: chunked\r\n\r\nc350\r\n" + String(repeating: "a", count: 50_000))
            #expect(try await Self.becomes(60_000 + 65_536, budget), "a length that nobody said grows in steps")
            await one.close()
            await two.close()
            #expect(try await Self.becomes(0, budget), "\(budget.reserved)")
        }
    }

    @Test("A body that finds no room is refused before it is read; no more is ever reserved; the longest under way make room")
    func full() async throws {
        let budget = BodyBudget(limit: 1 << 20)
        try await TestServer.with(options: {
            $0.bodies = budget
            $0.bodyTimeout = 600
        }) { server in
            var parked: [RawConnection] = []
            for _ in 0..<30 {
                let connection = try await RawConnection.open(server.url)
                await connection.send(Self.head + "Content-Length: 60000\r\n\r\n{")
                parked.append(connection)
            }
            // 17 fit; on a slow machine the first of them may have left before the last came.
            var found: String?
            for _ in 0..<3000 where found == nil {
                #expect(budget.reserved <= budget.limit)
                found = parked.map(\.text).first { $0.hasSuffix("}") }
                if found == nil { try await Task.sleep(for: .milliseconds(20)) }
            }
            let refusal = try #require(found)
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
}
