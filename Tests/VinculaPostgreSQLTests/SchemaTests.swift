import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQLite

@testable import VinculaPostgreSQL
@testable import VinculaSQL

@Suite struct SchemaTests {
    /// The tables of either database that the other one does not need.
    private static let own: Set = ["grdb_migrations", "schema_migrations", "writer_turns"]

    @Test func `PostgreSQL has the tables and columns of SQLite, with the same types`() async throws {
        let store = try SQLiteStore.ephemeral()
        try await store.migrate()
        let expected = try await columns(store)
        try await store.close()
        let found = try await PostgreSQLDatabases.withStore { try await columns($0) }
        #expect(Set(found.keys) == Set(expected.keys), "a table of one database is missing in the other; see Migrations of both")
        for (table, columns) in expected { #expect(found[table] == columns, "\(table)") }
    }

    /// The columns of each table, with the types of SQLite.
    private func columns(_ store: any Store) async throws -> [String: Set<String>] {
        let types = ["bigint": "INTEGER", "text": "TEXT", "bytea": "BLOB"]
        return try await store.read { transaction in
            let tables = try #require(transaction as? Transaction).columns().filter { !Self.own.contains($0.table) }
            return Dictionary(
                uniqueKeysWithValues: tables.map { table, columns in
                    (table, Set(columns.map { "\($0.name) \(types[$0.type] ?? $0.type)" }))
                })
        }
    }

    @Test func `the names of both databases' indexes and their conditions agree`() async throws {
        let sql = """
            SELECT string_agg(indexname, ' ' ORDER BY indexname COLLATE "C") FROM pg_indexes
            WHERE schemaname = current_schema() AND indexdef LIKE '%WHERE%'
            """
        let found = try await PostgreSQLDatabases.with { try await SQLScript.run(sql, at: $0) }
        #expect(
            found?.split(separator: " ").map(String.init) == [
                "accounts_anonymous", "accounts_email", "accounts_initial_email", "accounts_name", "accounts_password_sample",
                "accounts_password_scheme", "action_codes_account", "action_codes_email", "action_codes_open",
                "audit_log_account", "browser_flows_code", "identities_email", "outbox_due", "outbox_forget_at", "outbox_turns",
                "outbox_webhooks",
            ])
    }

    @Test func `every text compares byte by byte`() async throws {
        let sql = """
            SELECT string_agg(c.relname || '.' || a.attname, ' ') FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
            JOIN pg_collation AS o ON o.oid = a.attcollation
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND o.collname <> 'C'
            """
        #expect(try await PostgreSQLDatabases.with { try await SQLScript.run(sql, at: $0) } == nil)
    }

    @Test func `many servers may bring an empty database up to date at once`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = PostgreSQLStore(address, connections: 2)
                        try await store.migrate()
                        try await store.write { try $0.save(.production, of: "\(number)") }
                        try await store.close()
                    }
                }
                try await group.waitForAll()
            }
            let store = PostgreSQLStore(address, connections: 2)
            #expect(try await store.read { try $0.projects() }.count == 8)
            try await store.close()
        }
    }

    @Test(arguments: [
        // What is applied, what is known, what is refused, what is missing.
        ("", ["1"], [String](), ["1"]), ("1 1", ["1"], [], []), ("1 1", ["1", "2"], [], ["2"]),
        ("1 1,2 1", ["1"], [], []), ("1 1,2 2", ["1"], ["2"], []), ("1 1,2 1,3 2", ["1"], ["3"], []),
        ("1 1,2 1,3 2", ["1", "2"], [], []), ("1 1,3 1", ["1", "2"], [], ["2"]), ("1 1,2", ["1"], ["2"], []),
    ])
    func `a version works on a newer schema whose steps need none that it does not know`(
        applied: String, known: [String], refused: [String], missing: [String]
    ) {
        let found = AppliedMigrations(applied, known: known)
        #expect(found.refused == refused && found.missing == missing && found.isEmpty == applied.isEmpty)
    }

    @Test func `a newer database is refused if its schema is not one that this version can use`() async throws {
        try await PostgreSQLDatabases.with { address in
            #expect(try await PostgreSQLInspection.schema(of: address) == .current)
            try await SQLScript.run("INSERT INTO schema_migrations VALUES ('9998-future', '\(Migrations.first)')", at: address)
            let store = PostgreSQLStore(address, connections: 2)
            try await store.migrate()
            #expect(try await PostgreSQLInspection.schema(of: address) == .current)
            #expect(try await PostgreSQLInspection.facts(of: address).newerSteps == ["9998-future"])
            try await SQLScript.run("INSERT INTO schema_migrations VALUES ('9999-future', '9998-future')", at: address)
            await #expect(throws: StoreError.databaseIsNewer(unknownMigrations: ["9999-future"])) { try await store.migrate() }
            #expect(try await PostgreSQLInspection.schema(of: address) == .newer(unknown: ["9999-future"]))
            try await store.close()
        }
    }

    @Test func `T393 an operator can keep servers that know nothing of sessions' keys from starting`() async throws {
        try await PostgreSQLDatabases.with { address in
            let known = Migrations.all.map(\.identifier).filter { $0 < Migrations.boundSessions.identifier }
            @Sendable func refusedByOlder() async throws -> [String] {
                let list = try await SQLScript.run(AppliedMigrations.query, at: address)
                return AppliedMigrations(list ?? "", known: known).refused
            }
            #expect(try await refusedByOlder() == [])
            // As Documentation/Operations.md says.
            try await SQLScript.run(
                "INSERT INTO schema_migrations VALUES ('0045-keys-asked-for', '0045-bound-sessions')", at: address)
            #expect(try await refusedByOlder() == [Migrations.keysMark])
            // This version is not kept from anything.
            #expect(try await PostgreSQLInspection.schema(of: address) == .current)
            #expect(try await PostgreSQLInspection.facts(of: address).newerSteps == [])
            let store = PostgreSQLStore(address, connections: 2)
            try await store.migrate()
            try await store.close()
            try await SQLScript.run("DELETE FROM schema_migrations WHERE identifier = '0045-keys-asked-for'", at: address)
            #expect(try await refusedByOlder() == [])
        }
    }

    @Test func `a database is empty, foreign, older or current`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            #expect(try await PostgreSQLInspection.schema(of: address) == .empty)
            try await SQLScript.run("CREATE TABLE accounts (id INTEGER)", at: address)
            #expect(try await PostgreSQLInspection.schema(of: address) == .foreign)
            try await SQLScript.run("DROP TABLE accounts", at: address)
            let store = PostgreSQLStore(address, connections: 2)
            try await store.migrate()
            try await store.close()
            #expect(try await PostgreSQLInspection.schema(of: address) == .current)
            #expect(try await !PostgreSQLInspection.hasAPIKeys(address))
            let last = try #require(Migrations.all.last?.identifier)
            try await SQLScript.run(
                "UPDATE schema_migrations SET identifier = '0001-old', needs = '\(Migrations.first)' WHERE identifier = '\(last)'",
                at: address)
            if Migrations.all.count > 1 {
                #expect(try await PostgreSQLInspection.schema(of: address) == .older(missing: [last]))
            }
        }
    }

    @Test func `a user who may not create tables is told so, and one whose schema does not exist`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            try await SQLScript.run("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN", at: address)
            await #expect(throws: PostgreSQLSetupError.mayNotCreate(schema: "public")) {
                try await PostgreSQLInspection.schema(of: address.user("guest"))
            }
            try await SQLScript.run("ALTER ROLE guest SET search_path = nowhere", at: address)
            await #expect(throws: PostgreSQLSetupError.noSchema) {
                try await PostgreSQLInspection.schema(of: address.user("guest"))
            }
            try await SQLScript.run("DROP ROLE guest", at: address)
        }
    }

    @Test func `a step waits for a long transaction, and lets others pass meanwhile`() async throws {
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            // The table of steps itself is in use.
            try await SQLScript.run(
                "CREATE TABLE schema_migrations (identifier TEXT COLLATE \"C\" NOT NULL PRIMARY KEY, needs TEXT NOT NULL)",
                at: address)
            let other = Task {
                try await SQLScript.run(
                    "BEGIN; LOCK TABLE schema_migrations IN SHARE MODE; SELECT pg_sleep(4); COMMIT", at: address)
            }
            try await Task.sleep(for: .milliseconds(300))
            let store = PostgreSQLStore(address, connections: 2)
            try await store.migrate()
            #expect(try await store.read { try $0.projects() } == [])
            _ = try await other.value
            try await store.close()
        }
    }

    @Test func `the audit log is append-only, and says so when it is not`() async throws {
        try await PostgreSQLDatabases.with { address in
            let entry = AuditEntry(
                sequence: 1, time: Timestamp(milliseconds: 1), scope: nil, actor: .server, action: AuditAction("a"), account: nil,
                clientAddress: nil, details: "{}")
            let head = AuditHead(sequence: 1, last: Data([1]), seal: Data([1]))
            let store = PostgreSQLStore(address, connections: 2)
            try await store.write {
                try $0.append(SealedAuditEntry(entry: entry, previous: Data(), seal: Data([1])), head: head)
            }
            for sql in ["UPDATE audit_log SET actor_id = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"] {
                await #expect(throws: PostgreSQLError(state: "P0001")) { try await SQLScript.run(sql, at: address) }
            }
            #expect(try await store.read { try $0.auditLogIsProtected() })
            try await SQLScript.run("ALTER TABLE audit_log DISABLE TRIGGER audit_log_delete", at: address)
            #expect(try await !store.read { try $0.auditLogIsProtected() })
            try await store.close()
        }
    }

    @Test func `every row can be read as the server reads it`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 2)
            // More than a cursor hands over at a time.
            try await store.write { tx in
                for number in 0..<1200 {
                    let account = Account(id: AccountID("\(number)"), createdAt: Timestamp(milliseconds: 1))
                    try tx.insert(account, in: ProjectScope(project: "p"))
                }
            }
            #expect(try await store.unreadableRows() == [])
            try await SQLScript.run("INSERT INTO project_settings VALUES ('p', '{')", at: address)
            #expect(try await store.unreadableRows() == ["1 row of project_settings cannot be read"])
            await #expect(throws: StoreUnavailable.self) { try await store.read { try $0.settings(of: "p") } }
            try await store.close()
        }
    }

    @Test func `a step of the schema that requests are in the way of is tried again`() async throws {
        try await PostgreSQLDatabases.with { address in
            let step = Migration(
                identifier: "9999-step", sql: "LOCK TABLE accounts; LOCK TABLE sessions")
            // A request that uses the same tables in another order.
            let request = try Pipeline(address)
            try request.script("SET deadlock_timeout = '10s'; BEGIN; LOCK TABLE sessions IN ROW EXCLUSIVE MODE")
            async let isApplied: Void = withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            let connection = try PostgreSQLConnection(
                                address, rules: SessionRules(SessionLimits(), nil), writes: true)
                            // The step is the one that PostgreSQL ends.
                            try connection.script("SET deadlock_timeout = '500ms'")
                            try Migrations.apply([step], connection)
                        })
                }
            }
            let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'sessions'::regclass"
            while try await SQLScript.run(waiting, at: address) == "0" { try await Task.sleep(for: .milliseconds(10)) }
            try request.script("LOCK TABLE accounts IN ROW EXCLUSIVE MODE")
            try request.script("COMMIT")
            try await isApplied
            let removed = "DELETE FROM schema_migrations WHERE identifier = '9999-step' RETURNING identifier"
            #expect(try await SQLScript.run(removed, at: address) == "9999-step")
        }
    }
}
