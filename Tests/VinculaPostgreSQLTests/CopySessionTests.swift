import Dispatch
import TestStores
import Testing

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// The session in which a copy writes.
@Suite struct CopySessionTests {
    private static let steps = """
        CREATE TABLE schema_migrations (
            identifier TEXT COLLATE "C" NOT NULL PRIMARY KEY, needs TEXT COLLATE "C" NOT NULL
        )
        """

    /// The server goes on making them if the copy is killed.
    @Test(.timeLimit(.minutes(1)))
    func `whoever makes the tables of a copy keeps others away until it is done`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            try await SQLScript.run(Self.steps, at: address)
            // Halts the migration between its first record of a step and its commit.
            let holder = try Pipeline(address)
            try holder.script("BEGIN; LOCK TABLE schema_migrations IN SHARE MODE")
            async let made: Void = Self.onThread { try PostgreSQLSide(address).writing({}, { try $0.migrate() }) }
            let sessions = """
                SELECT string_agg((SELECT count(*) FROM pg_locks AS l WHERE l.pid = w.pid AND granted AND \(DatabaseLock.use.isInLocks))
                    ::text, ' ')
                FROM pg_locks AS w WHERE w.relation = 'schema_migrations'::regclass AND NOT w.granted
                """
            var found: String?
            while found == nil {
                found = try await SQLScript.run(sessions, at: address)
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(found == "1")
            await #expect(throws: PostgreSQLSetupError.inUse) {
                try await Self.onThread { try PostgreSQLSide(address, patience: .milliseconds(50)).discard {} }
            }
            try holder.script("COMMIT")
            try await made
        }
    }

    @Test func `after the tables were made, the session has its own limits again, and others may make theirs`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            try await Self.onThread {
                try PostgreSQLSide(address).writing({}) { target in
                    try target.migrate()
                    try target.transaction { connection in
                        let limits = try Database(connection: connection).first(
                            "SELECT current_setting('lock_timeout') || ' ' || current_setting('statement_timeout')"
                        ) { try $0.next(String.self) }
                        #expect(limits == "\(SessionLimits.copy.lock / 1_000)s 0")
                    }
                    #expect(try Pipeline(address).script("SELECT pg_try_advisory_lock(\(Migrations.lock))").word(at: 0) == "t")
                }
            }
        }
    }

    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }
}
