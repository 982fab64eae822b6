import VinculaSQL

/// A step of the schema, which never changes once released.
struct Migration: Sendable {
    /// The number of the step that makes the same change to SQLite's schema, and a name.
    let identifier: String
    let sql: String
}

/// The steps from an empty database to the current schema.
///
/// Each keeps a server of the version before it working, so that servers can be updated one after the other.
enum Migrations {
    static let all = [initial]

    /// Any number that nothing else uses; see also `SQLDialect`.
    private static let lock = 8_462_034_502

    /// Applies the missing steps. Others that want to do the same wait.
    ///
    /// - Throws: ``StoreError/databaseIsNewer(unknownMigrations:)``, or the database's error.
    static func run(_ slot: ConnectionSlot) throws {
        let connection = try slot.connected()
        do {
            connection.waitForEver()
            // No limit for a step that changes much, nor for those that wait for it.
            try connection.script("SET statement_timeout = 0; SET lock_timeout = 0; SELECT pg_advisory_lock(\(lock))")
            try connection.script(
                "CREATE TABLE IF NOT EXISTS schema_migrations (identifier TEXT COLLATE \"C\" NOT NULL PRIMARY KEY)")
            let applied = try self.applied(connection)
            let unknown = applied.subtracting(all.map(\.identifier)).sorted()
            guard unknown.isEmpty else { throw StoreError.databaseIsNewer(unknownMigrations: unknown) }
            for step in all where !applied.contains(step.identifier) {
                // Identifiers are our own.
                try connection.script(
                    "BEGIN; \(step.sql); INSERT INTO schema_migrations VALUES ('\(step.identifier)'); COMMIT")
            }
        } catch {
            // The session ends, and with it the lock and the open transaction.
            slot.close()
            throw error
        }
        slot.close()
    }

    private static func applied(_ connection: PostgreSQLConnection) throws -> Set<String> {
        var found: Set<String> = []
        connection.begin(["BEGIN READ ONLY"])
        defer { connection.rollBack() }
        try connection.query("SELECT identifier FROM schema_migrations", []) { columns in
            if let identifier = try columns.text(at: 0) { found.insert(identifier) }
            return true
        }
        return found
    }
}
