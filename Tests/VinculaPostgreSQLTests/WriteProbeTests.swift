import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// What a server notices by itself about a database that takes no writes.
@Suite struct WriteProbeTests {
    private static let scope = ProjectScope(project: "p")

    private static func insert(_ id: String, _ store: PostgreSQLStore) async throws {
        try await store.write { try $0.insert(Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)), in: scope) }
    }

    @Test func `a database that became read-only is noticed, whatever old sessions may still write, until it no longer is`()
        async throws
    {
        try await PostgreSQLDatabases.with { address in
            let old = PostgreSQLStore(address, connections: 2)
            try await Self.insert("1", old)
            let name = try await SQLScript.run("SELECT current_database()", at: address) ?? ""
            try await SQLScript.run("ALTER DATABASE \(name) SET default_transaction_read_only = on", at: address)
            let new = PostgreSQLStore(address, connections: 2)
            let failure = await #expect(throws: StoreUnavailable.self) { try await new.tryToWrite() }
            #expect(failure?.reason == .readOnly && failure?.nextStep.contains("default_transaction_read_only") == true)
            #expect(new.health.fault?.reason == .readOnly)
            // One of a server's sessions is older than the change, and another one is not.
            old.health.note(StoreUnavailable(reason: .readOnly, detail: ""))
            try await Self.insert("2", old)
            #expect(old.health.fault?.reason == .readOnly)
            for _ in 0..<3 { await #expect(throws: StoreUnavailable.self) { try await old.tryToWrite() } }
            #expect(old.health.fault?.reason == .readOnly)
            try await SQLScript.run(
                "BEGIN READ WRITE; ALTER DATABASE \(name) RESET default_transaction_read_only; COMMIT", at: address)
            for store in [old, new] {
                // The next session is not read-only any more.
                try await store.tryToWrite()
                #expect(store.health.fault == nil)
                try await Self.insert("3\(store === old)", store)
                try await store.close()
            }
        }
    }

    @Test func `a role that may only read is noticed, until it gets the right`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run(
                """
                DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader
                """, at: address)
            let store = PostgreSQLStore(address.user("reader"), connections: 2)
            let failure = await #expect(throws: StoreUnavailable.self) { try await store.tryToWrite() }
            #expect(failure?.reason == .notPermitted && store.health.fault?.reason == .notPermitted, "\(failure as Any)")
            await #expect(throws: StoreUnavailable.self) { try await PostgreSQLInspection.tryToWrite(address.user("reader")) }
            try await SQLScript.run("GRANT ALL ON leases TO reader", at: address)
            try await store.tryToWrite()
            #expect(store.health.fault == nil)
            try await store.close()
            try await SQLScript.run("DROP OWNED BY reader; DROP ROLE reader", at: address)
        }
    }

    @Test func `a missing standby is noticed within seconds, while all connections wait, and no write that is empty hides it`()
        async throws
    {
        let server = try await PostgreSQLServer()
        let address = try server.address()
        let store = PostgreSQLStore(address, connections: 4)
        try await store.migrate()
        try await store.tryToWrite()
        try await SQLScript.run("ALTER SYSTEM SET synchronous_standby_names = '*'", at: address)
        try await SQLScript.run("SELECT pg_reload_conf()", at: address)
        try await Task.sleep(for: .milliseconds(500))
        let stuck = (0..<2).map { number in Task { try await Self.insert("stuck-\(number)", store) } }
        try await Task.sleep(for: .milliseconds(200))
        let start = ContinuousClock.now
        let failure = await #expect(throws: StoreUnavailable.self) { try await store.tryToWrite() }
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(failure?.reason == .unreachable && failure?.detail.contains("standby") == true, "\(failure as Any)")
        let found = await #expect(throws: StoreUnavailable.self) { try await PostgreSQLInspection.tryToWrite(address) }
        #expect(found?.nextStep.contains("synchronous_standby_names") == true, "\(found as Any)")
        #expect(try await PostgreSQLInspection.facts(of: address).synchronousStandbys == "*")
        let other = PostgreSQLStore(address, connections: 2)
        await #expect(throws: StoreUnavailable.self) { try await other.tryToWrite() }
        // It commits at once, because there is nothing to confirm.
        try await other.write { _ = try $0.accountCount(in: Self.scope) }
        #expect(other.health.fault != nil)
        try await SQLScript.run("ALTER SYSTEM RESET synchronous_standby_names", at: address)
        try await SQLScript.run("SELECT pg_reload_conf()", at: address)
        for task in stuck { _ = await task.result }
        for store in [store, other] {
            try await store.tryToWrite()
            #expect(store.health.fault == nil)
            try await store.close()
        }
        try await server.end()
    }

    @Test func `trying again and again leaves nothing behind, and undoes nobody's write`() async throws {
        try await PostgreSQLDatabases.with { address in
            let stores = (0..<3).map { _ in PostgreSQLStore(address, connections: 2) }
            let writes = Task { for number in 0..<50 { try await Self.insert("\(number)", stores[0]) } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in stores { group.addTask { for _ in 0..<200 { try await store.tryToWrite() } } }
                try await group.waitForAll()
            }
            try await writes.value
            #expect(stores[0].health.activity.numbers.repeats == 0)
            // A disk that was full is only taken for usable once there is space for new pages.
            stores[0].health.note(StoreUnavailable(reason: .diskFull, detail: ""))
            try await stores[0].tryToWrite()
            #expect(stores[0].health.fault == nil)
            for store in stores { try await store.close() }
            try await PostgreSQLInspection.tryToWrite(address)
            #expect(try await SQLScript.run("SELECT count(*) FROM leases", at: address) == "0")
        }
    }

    @Test func `a disk that was full is tried with megabytes, however much memory a sort may have`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            try await SQLScript.run(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''1GB''', current_database()); END $$", at: address)
            var limits = SessionLimits()
            limits.statement = 1_000
            let store = PostgreSQLStore(address, connections: 2, limits: limits)
            try await store.migrate()
            for _ in 0..<3 {
                store.health.note(StoreUnavailable(reason: .diskFull, detail: ""))
                try await store.tryToWrite()
                #expect(store.health.fault == nil)
            }
            try await store.close()
            let query = "SELECT temp_bytes / 3 > 8000000 FROM pg_stat_database WHERE datname = current_database()"
            var isOnDisk: String?
            for _ in 0..<100 where isOnDisk != "t" {
                isOnDisk = try await SQLScript.run(query, at: address)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(isOnDisk == "t")
        }
    }

    @Test func `a server with no connection of its own to try with uses those that there are`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run(
                """
                DROP ROLE IF EXISTS sparing; CREATE ROLE sparing LOGIN CONNECTION LIMIT 1;
                GRANT ALL ON ALL TABLES IN SCHEMA public TO sparing
                """, at: address)
            let store = PostgreSQLStore(address.user("sparing"), connections: 2)
            try await Self.insert("1", store)
            try await store.tryToWrite()
            #expect(store.health.fault == nil)
            try await store.close()
            try await SQLScript.run("DROP OWNED BY sparing; DROP ROLE sparing", at: address)
        }
    }
}
