import Foundation
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// What a store tells the metrics of its connections.
@Suite struct ActivityTests {
    private static let scope = ProjectScope(project: "p")

    private static func account(_ id: String) -> Account { Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)) }

    @Test func `connections are counted in and out, in use, and lost`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 4)
            let activity = store.health.activity
            #expect(activity.numbers.connections == 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await store.read { transaction in
                            _ = try (transaction as? Transaction)?.db.first("SELECT pg_sleep(0.3)") { $0.skip() }
                        }
                    }
                }
                while activity.numbers.inUse < 2 { try await Task.sleep(for: .milliseconds(5)) }
                try await group.waitForAll()
            }
            // Two of the four read; the third of the jobs waited for one.
            #expect(activity.numbers.connections == 2)
            #expect(activity.numbers.waits.counts.reduce(0, +) == 6 && activity.numbers.waits.sum > 0.3)
            try await store.write { try $0.insert(Self.account("1"), in: Self.scope) }
            #expect(activity.numbers.connections == 3 && activity.numbers.lost == 0)
            try await SQLScript.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """, at: address)
            try await store.write { try $0.insert(Self.account("2"), in: Self.scope) }
            #expect(activity.numbers.lost == 1 && activity.numbers.connections == 3)
            try await store.close()
            #expect(activity.numbers.connections == 0 && activity.numbers.inUse == 0)
        }
    }

    @Test func `writes that met another one are counted`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 16)
            #expect(store.health.activity.numbers.repeats == 0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<32 {
                    group.addTask { try? await store.write { try $0.insert(Self.account("1"), in: Self.scope) } }
                }
            }
            #expect(store.health.activity.numbers.repeats > 0)
            try await store.close()
        }
    }
}
