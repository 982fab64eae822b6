import Dispatch
import TestStores
import Testing
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// What a copy that is begun again removes.
@Suite struct DiscardTests {
    private static let mark = """
        CREATE TABLE \(CopyMark.table) (source BYTEA NOT NULL, is_checked BIGINT NOT NULL);
        INSERT INTO \(CopyMark.table) VALUES ('\\x01', 0)
        """
    private static let tables = """
        SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
        """

    @Test(.timeLimit(.minutes(1)))
    func `tables that the server still makes for a copy that was killed are dropped, too`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            try await SQLScript.run(
                """
                \(Self.mark); CREATE TABLE schema_migrations (
                    identifier TEXT COLLATE "C" NOT NULL PRIMARY KEY, needs TEXT COLLATE "C" NOT NULL
                )
                """, at: address)
            // Halts the migration between its first record of a step and its commit.
            let holder = try Pipeline(address)
            try holder.script("BEGIN; LOCK TABLE schema_migrations IN SHARE MODE")
            async let made: Void = Self.onThread {
                let rules = SessionRules(.copy, nil, acceptsUnfinishedCopy: true)
                let door = ConnectionDoor(address, rules: rules, writes: true, activity: StoreActivity())
                try Migrations.run(ConnectionSlot(door))
            }
            try await Self.waiters(1, at: address)
            async let discarded: Void = Self.onThread { try PostgreSQLSide(address).discard {} }
            try await Self.waiters(2, at: address)
            try holder.script("COMMIT")
            try await made
            try await discarded
            #expect(try await SQLScript.run(Self.tables, at: address) == CopyMark.table)
        }
    }

    /// Waits until so many sessions of the database wait for a lock.
    private static func waiters(_ count: Int, at address: PostgreSQLAddress) async throws {
        let sql = """
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        while try await SQLScript.run(sql, at: address) != "\(count)" { try await Task.sleep(for: .milliseconds(20)) }
    }

    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }
}
