import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

@Suite struct FaultTests {
    private static let scope = ProjectScope(project: "p")

    private static func account(_ id: String) -> Account { Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)) }

    @Test func `connections that the server ended are made again, and nobody notices`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 4)
            for number in 0..<5 {
                try await store.write { try $0.insert(Self.account("\(number)"), in: Self.scope) }
                #expect(try await store.read { try $0.accountCount(in: Self.scope) } == number + 1)
                try await SQLScript.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """, at: address)
            }
            #expect(store.health.failures == 0)
            try await store.close()
        }
    }

    @Test func `connections that were made and not used may end, too, without a failed request`() async throws {
        try await PostgreSQLDatabases.with { address in
            for round in 0..<5 {
                let store = PostgreSQLStore(address, connections: 16)
                // Threads connect for jobs that others then take.
                for _ in 0..<2 {
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<32 { group.addTask { _ = try await store.read { try $0.projects() } } }
                        for _ in 0..<32 { group.addTask { _ = try await store.write { try $0.projects() } } }
                        try await group.waitForAll()
                    }
                }
                try await Task.sleep(for: .milliseconds(200))
                try await SQLScript.run(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """, at: address)
                try await withThrowingTaskGroup { group in
                    for number in 0..<32 {
                        group.addTask { _ = try await store.read { try $0.projects() } }
                        group.addTask {
                            try await store.write { try $0.insert(Self.account("\(round)-\(number)"), in: Self.scope) }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(store.health.failures == 0)
                try await store.close()
            }
        }
    }

    @Test func `requests that find no connection wait for those that there are`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run(
                "CREATE ROLE frugal LOGIN CONNECTION LIMIT 2; GRANT SELECT ON ALL TABLES IN SCHEMA public TO frugal", at: address)
            let store = PostgreSQLStore(address.user("frugal"), connections: 16)
            #expect(try await store.read { try $0.projects() } == [])
            let failures = try await withThrowingTaskGroup(of: StoreUnavailable?.self) { group in
                for _ in 0..<32 {
                    group.addTask {
                        do {
                            try await store.read { transaction in
                                _ = try (transaction as? Transaction)?.db.first("SELECT pg_sleep(0.05)") { $0.skip() }
                            }
                            return nil
                        } catch let failure as StoreUnavailable {
                            return failure
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(failures.allSatisfy { $0 == nil }, "\(failures)")
            #expect(store.health.fault == nil && store.health.failures == 0)
            #expect(store.health.activity.numbers.lastSuccess != nil)
            // Whoever has none at all does not wait, and learns why.
            let other = PostgreSQLStore(address.user("frugal"), connections: 16)
            let failure = await #expect(throws: StoreUnavailable.self) { try await other.read { try $0.projects() } }
            #expect(failure?.isWantOfConnections == true && failure?.nextStep.contains("max_connections") == true)
            #expect(other.health.fault?.reason == .unreachable)
            try await store.close()
            try await Task.sleep(for: .milliseconds(600))
            #expect(try await other.read { try $0.projects() } == [])
            try await other.close()
            try await SQLScript.run("DROP OWNED BY frugal; DROP ROLE frugal", at: address)
        }
    }

    @Test func `a server that is not there is a failure of the store, at once`() async throws {
        let address = try PostgreSQLAddress("postgresql:///d?host=/tmp/nowhere&user=u&password=s3cret")
        let store = PostgreSQLStore(address, connections: 2)
        let start = ContinuousClock.now
        for _ in 0..<100 {
            let failure = await #expect(throws: StoreUnavailable.self) { try await store.read { try $0.projects() } }
            #expect(failure?.reason == .unreachable && failure.map { !"\($0)".contains("s3cret") } == true)
        }
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(store.health.failures == 100 && store.health.fault?.reason == .unreachable)
        try await store.close()
    }

    @Test func `a commit that no standby confirms fails in time, and keeps no connection`() async throws {
        let server = try await PostgreSQLServer()
        var limits = SessionLimits()
        limits.statement = 500
        limits.lock = 500
        let store = PostgreSQLStore(try server.address(), connections: 4, limits: limits)
        try await store.migrate()
        try await store.write { try $0.insert(Self.account("before"), in: Self.scope) }
        // As if the only synchronous standby was gone.
        try await SQLScript.run("ALTER SYSTEM SET synchronous_standby_names = '*'", at: try server.address())
        try await SQLScript.run("SELECT pg_reload_conf()", at: try server.address())
        try await Task.sleep(for: .milliseconds(500))
        let start = ContinuousClock.now
        let write = Task { try await store.write { try $0.insert(Self.account("unsafe"), in: Self.scope) } }
        #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 1, "Reads wait for nobody.")
        await #expect(throws: StoreUnavailable.self) { try await write.value }
        #expect(ContinuousClock.now - start < .seconds(20))
        var waiting: String?
        for _ in 0..<100 where waiting != "0" {
            try await Task.sleep(for: .milliseconds(100))
            waiting = try await SQLScript.run(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", at: try server.address())
        }
        #expect(waiting == "0")
        // An operator who cancels a statement does not make it safe.
        let other = Task { try await store.write { try $0.insert(Self.account("cancelled"), in: Self.scope) } }
        try await Task.sleep(for: .milliseconds(700))
        try await SQLScript.run(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", at: try server.address())
        let failure = await #expect(throws: StoreUnavailable.self) { try await other.value }
        #expect(failure?.reason == .busy)

        try await SQLScript.run("ALTER SYSTEM RESET synchronous_standby_names", at: try server.address())
        try await SQLScript.run("SELECT pg_reload_conf()", at: try server.address())
        try await Task.sleep(for: .milliseconds(500))
        try await store.tryToWrite()
        try await store.write { try $0.insert(Self.account("after"), in: Self.scope) }
        try await store.close()
        try await server.end()
    }

    @Test func `a server that stands still is waited for no longer than its limits`() async throws {
        try await PostgreSQLDatabases.with { address in
            var limits = SessionLimits()
            limits.statement = 500
            let store = PostgreSQLStore(address, connections: 2, limits: limits)
            try await store.write { try $0.insert(Self.account("1"), in: Self.scope) }
            #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 1)
            let words = try await SQLScript.run(
                """
                SELECT string_agg(pid::text, ' ') FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """, at: address)
            let processes = (words ?? "").split(separator: " ").compactMap { Int32($0) }
            #expect(processes.count == 2)
            for process in processes { kill(process, SIGSTOP) }
            defer { for process in processes { kill(process, SIGCONT) } }
            let start = ContinuousClock.now
            // A new connection takes over.
            #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 1)
            try await store.write { try $0.insert(Self.account("2"), in: Self.scope) }
            #expect(ContinuousClock.now - start < .seconds(25))
            for process in processes { kill(process, SIGCONT) }
            try await store.close()
        }
    }

    @Test func `a server that crashes loses nothing that was answered, and the store recovers`() async throws {
        let server = try await PostgreSQLServer()
        let store = PostgreSQLStore(try server.address(), connections: 4)
        try await store.migrate()
        var written: Set<String> = []
        for round in 0..<3 {
            let crash = Task {
                try await Task.sleep(for: .milliseconds(100))
                try server.crash()
            }
            var failures = 0
            var next = 0
            let end = ContinuousClock.now + .seconds(60)
            // Until the server is back. The crash may come late on a busy machine.
            while failures == 0 || !written.contains("\(round)-\(next - 1)"), ContinuousClock.now < end {
                let id = "\(round)-\(next)"
                next += 1
                do {
                    try await store.write { try $0.insert(Self.account(id), in: Self.scope) }
                    written.insert(id)
                } catch let failure as StoreUnavailable {
                    #expect([.unreachable, .busy].contains(failure.reason), "\(failure)")
                    failures += 1
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            try await crash.value
            #expect(failures > 0 && store.health.fault == nil)
        }
        let stored = try await store.read { try $0.accounts(after: nil, limit: 1_000_000, in: Self.scope) }.map(\.id.value)
        #expect(written.subtracting(stored).isEmpty)
        try await store.close()
        try await server.end()
        #expect(!FileManager.default.fileExists(atPath: server.folder.path))
    }

    @Test func `a write does not wait for ever`() async throws {
        var limits = SessionLimits()
        limits.lock = 200
        limits.statement = 400
        try await PostgreSQLDatabases.with { [limits] address in
            let store = PostgreSQLStore(address, connections: 4, limits: limits)
            let other = Task {
                try await SQLScript.run(
                    "BEGIN; LOCK TABLE writer_turns IN EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT", at: address)
            }
            try await Task.sleep(for: .milliseconds(300))
            let failure = await #expect(throws: StoreUnavailable.self) {
                try await store.write { try $0.insert(Self.account("1"), in: Self.scope) }
            }
            #expect(failure?.reason == .busy)
            // Reads do not wait for writes.
            #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 0)
            let slow = await #expect(throws: StoreUnavailable.self) {
                try await store.read { transaction in
                    _ = try (transaction as? Transaction)?.db.first("SELECT pg_sleep(1)") { $0.skip() }
                }
            }
            #expect(slow?.reason == .busy)
            _ = try await other.value
            try await store.write { try $0.insert(Self.account("1"), in: Self.scope) }
            try await store.close()
        }
    }

    @Test func `nobody waits longer for a connection than the limit, even if all are busy for longer than that`() async throws {
        try await PostgreSQLDatabases.with { address in
            let rules = SessionRules(SessionLimits(), .command)
            let pool = ConnectionPool(
                size: 1, door: ConnectionDoor(address, rules: rules, writes: false, activity: StoreActivity()),
                patience: .milliseconds(300))
            let slow = Task { try await pool.run { slot in _ = try slot.connected().script("SELECT pg_sleep(3)") } }
            try await Task.sleep(for: .milliseconds(200))
            let start = ContinuousClock.now
            await withTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        let failure = await #expect(throws: StoreUnavailable.self) { try await pool.run { _ in } }
                        #expect(failure?.reason == .busy)
                    }
                }
            }
            #expect(ContinuousClock.now - start < .seconds(2))
            try await slow.value
            try await pool.run { _ in }
            await pool.close()
        }
    }

    @Test func `a read changes nothing`() async throws {
        try await PostgreSQLDatabases.withStore { store async throws in
            await #expect(throws: (any Error).self) {
                try await store.read { transaction in try (transaction as? any WriteTransaction)?.save(.production, of: "p") }
            }
            #expect(try await store.read { try $0.settings(of: "p") } == nil)
        }
    }

    @Test func `trying to write reaches the server's log`() async throws {
        try await PostgreSQLDatabases.withStore { store async throws in
            try await store.tryToWrite()
            #expect(store.health.fault == nil)
        }
    }
}
