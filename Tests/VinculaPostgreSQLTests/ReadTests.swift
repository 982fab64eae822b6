import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// Reads, whose transaction the server begins by itself.
@Suite struct ReadTests {
    private static let scope = ProjectScope(project: "p")

    private static func insertAccount(_ id: String) -> String {
        """
        INSERT INTO accounts (project, tenant, uid, email_verified, is_disabled, generation, created_at)
        VALUES ('p', '', '\(id)', 0, 0, 1, 1)
        """
    }

    @Test func `a read sees one state, whatever is committed between its statements`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 2)
            for round in 0..<3 {
                let counts = try await store.read { tx in
                    let before = try tx.accountCount(in: Self.scope)
                    try Pipeline(address).script(Self.insertAccount("\(round)"))
                    // A statement that is new to the connection, and one that it has prepared.
                    _ = try tx.account(AccountID("\(round)"), in: Self.scope).map { _ in Issue.record("It is seen.") }
                    return [before, try tx.accountCount(in: Self.scope)]
                }
                #expect(counts == [round, round])
            }
            #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 3)
            try await store.close()
        }
    }

    @Test func `a statement that fails ends the read, and the connection goes on`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 2)
            func process() async throws -> Int? {
                try await store.read { tx in
                    try (tx as? Transaction)?.db.first("SELECT pg_backend_pid()") { try $0.next(Int.self) } ?? nil
                }
            }
            let before = try await process()
            await #expect(throws: PostgreSQLError(state: "22012")) {
                try await store.read { tx in _ = try (tx as? Transaction)?.db.first("SELECT 1 / 0") { $0.skip() } }
            }
            await #expect(throws: PostgreSQLError.failedEarlier) {
                try await store.read { tx in
                    _ = try? (tx as? Transaction)?.db.first("SELECT 1 / 0") { $0.skip() }
                    _ = try tx.accountCount(in: Self.scope)
                }
            }
            #expect(try await process() == before && before != nil)
            try await store.close()
        }
    }

    @Test func `each statement has its time, and the time between two does not count`() async throws {
        var limits = SessionLimits()
        limits.statement = 400
        limits.idleTransaction = 200
        try await PostgreSQLDatabases.with { [limits] address in
            let store = PostgreSQLStore(address, connections: 2, limits: limits)
            let slow = await #expect(throws: StoreUnavailable.self) {
                try await store.read { tx in _ = try (tx as? Transaction)?.db.first("SELECT pg_sleep(1)") { $0.skip() } }
            }
            #expect(slow?.reason == .busy)
            try await store.read { tx in
                for _ in 0..<4 {
                    _ = try (tx as? Transaction)?.db.first("SELECT pg_sleep(0.2)") { $0.skip() }
                    usleep(300_000)
                }
            }
            // A write keeps others waiting, so it is ended.
            let idle = await #expect(throws: StoreUnavailable.self) {
                try await store.write { tx in
                    _ = try tx.accountCount(in: Self.scope)
                    usleep(500_000)
                    _ = try tx.accountCount(in: Self.scope)
                }
            }
            #expect(idle?.reason == .unreachable)
            try await store.close()
        }
    }

    @Test func `a read leaves no transaction open`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 2)
            for _ in 0..<10 { _ = try await store.read { try $0.accountCount(in: Self.scope) } }
            try await Task.sleep(for: .milliseconds(100))
            let open = try await SQLScript.run(
                """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND (xact_start IS NOT NULL OR state <> 'idle')
                """, at: address)
            #expect(open == "0")
            try await store.close()
        }
    }

    @Test func `a search through whole tables has a cursor, after another statement, too`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run(Self.insertAccount("needle"), at: address)
            let store = PostgreSQLStore(address, connections: 2)
            for _ in 0..<2 {
                let found = try await store.read { tx in
                    _ = try tx.accountCount(in: Self.scope)
                    let connection = try #require(tx as? Transaction).db.connection
                    var uids: [String?] = []
                    try connection.scan("SELECT uid FROM accounts") { uids.append(try $0.text(at: 0)) }
                    return uids
                }
                #expect(found == ["needle"])
            }
            try await store.close()
        }
    }
}
