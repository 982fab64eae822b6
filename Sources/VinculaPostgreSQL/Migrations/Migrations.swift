import VinculaSQL

/// A step of the schema, which never changes once released.
struct Migration: Sendable {
    /// The number of the step that makes the same change to SQLite's schema, and a name.
    let identifier: String
    /// The last step that a server must know to work on the schema that this one makes.
    ///
    /// A step that only adds what earlier servers do not miss needs none but the first.
    var needs = Migrations.first
    let sql: String
}

/// The steps from an empty database to the current schema.
///
/// Each keeps a server of the version before it working, so that servers can be updated one after the other, and back.
enum Migrations {
    static let first = "0038-initial"
    static let all = [
        initial, severalServers, deletions, operators, usageCounts, sideBySide, boundSessions, knownDevices, namesAndKeys,
    ]

    /// A row that operators may put among the steps, and that needs `boundSessions`: a server that knows nothing of sessions' keys
    /// does not start then (Documentation/Operations.md, Bound sessions). It is no step.
    static let keysMark = "0045-keys-asked-for"

    /// Held while steps are applied. Any number that nothing else uses; see also `DatabaseLock` and `SQLDialect`.
    static let lock = 8_462_034_502

    /// The time that a step waits for a table, in milliseconds: meanwhile, everybody else waits behind it.
    private static let patience = 2_000
    /// The number of times that a step is tried.
    private static let mostAttempts = 20

    /// Applies the missing steps, and ends the session. Others that want to do the same wait.
    ///
    /// - Throws: ``StoreError/databaseIsNewer(unknownMigrations:)``, or the database's error.
    static func run(_ slot: ConnectionSlot) throws {
        let connection = try slot.connected()
        // Closing the session releases the lock, drops its limits and, after an error, rolls back.
        defer { slot.close() }
        try run(on: connection)
    }

    /// Applies the missing steps. Afterwards, the connection still holds the lock, and has other limits than before.
    ///
    /// - Throws: ``StoreError/databaseIsNewer(unknownMigrations:)``, or the database's error.
    static func run(on connection: PostgreSQLConnection) throws {
        connection.waitForEver()
        // No limit for a step that changes much, nor for those that wait for it.
        try connection.script("SET statement_timeout = 0; SET lock_timeout = 0; SELECT pg_advisory_lock(\(lock))")
        try connection.script(
            """
            SET lock_timeout = \(patience);
            CREATE TABLE IF NOT EXISTS schema_migrations (
                identifier TEXT COLLATE "C" NOT NULL PRIMARY KEY, needs TEXT COLLATE "C" NOT NULL
            )
            """)
        let applied = try AppliedMigrations(connection.script(AppliedMigrations.query))
        guard applied.refused.isEmpty else { throw StoreError.databaseIsNewer(unknownMigrations: applied.refused) }
        let missing = all.filter { applied.missing.contains($0.identifier) }
        // All or nothing at first: half a schema would look like an older version's data.
        for steps in applied.isEmpty ? [missing] : missing.map({ [$0] }) { try apply(steps, connection) }
    }

    /// Applies steps in one transaction, again if others are in the way.
    static func apply(_ steps: [Migration], _ connection: PostgreSQLConnection) throws {
        // Identifiers are our own.
        let sql = steps.map { "\($0.sql); INSERT INTO schema_migrations VALUES ('\($0.identifier)', '\($0.needs)')" }
        var attempts = 0
        while true {
            attempts += 1
            do {
                try connection.script("BEGIN; \(sql.joined(separator: "; ")); COMMIT")
                return
            } catch let error as PostgreSQLError
                where (error.isLockTimeout || error.isFromOthers) && attempts < mostAttempts
            {
                // A long transaction is in the way, or one that wants the same tables in another order. Those behind this one get
                // their turn.
                try connection.script("ROLLBACK; SELECT pg_sleep(0.5)")
            }
        }
    }
}

/// The steps that a database has, compared with those that this version knows.
struct AppliedMigrations {
    static let query = "SELECT string_agg(identifier || ' ' || needs, ',') FROM schema_migrations"

    let isEmpty: Bool
    /// The steps of newer versions that this one cannot work with.
    let refused: [String]
    /// The steps of newer versions.
    let unknown: [String]
    let missing: [String]

    /// - Parameter rows: The result of ``query``, as text.
    init(_ rows: ResultRows) throws { self.init(try rows.word(at: 0) ?? "", known: Migrations.all.map(\.identifier)) }

    /// - Parameters:
    ///   - list: Each step with the one that it needs.
    ///   - known: The steps of this version.
    init(_ list: String, known: [String]) {
        let steps = list.split(separator: ",").map { $0.split(separator: " ").map(String.init) }
        let applied = Set(steps.compactMap(\.first))
        let new = steps.filter { $0.first.map { !known.contains($0) } ?? false }
        isEmpty = applied.isEmpty
        unknown = new.map { $0[0] }.filter { $0 != Migrations.keysMark }.sorted()
        refused = new.filter { $0.count != 2 || !known.contains($0[1]) }.map { $0[0] }.sorted()
        missing = known.filter { !applied.contains($0) }
    }
}
