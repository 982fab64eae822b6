import GRDB
import GRDBSQLite
import VinculaSQL

/// A connection, which keeps its statements prepared.
///
/// GRDB opens the connection that writes, migrates and backs up; transactions run their statements here. A statement run by
/// GRDB costs several times as much, since it is generic over arguments and columns and names each column.
///
/// `@unchecked`: one thread uses it at a time. The writer's belongs to whoever is in GRDB's `write…`, a reader's to whoever has
/// taken it from ``ReaderPool``.
final class StoreConnection: SQLConnection, @unchecked Sendable {
    /// 64 MiB, in KiB: the pages of the indexes that a batch of an import touches.
    private static let importCache = 65_536

    private let connection: OpaquePointer
    private let isOwned: Bool
    private var statements: [String: StoreStatement] = [:]

    /// Uses a connection that GRDB opened and will close. ``finish()`` comes first.
    ///
    /// - Throws: `DatabaseError` if GRDB has closed it.
    init(_ database: GRDB.Database) throws {
        guard let connection = database.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        self.connection = connection
        isOwned = false
    }

    /// Opens a connection that only reads.
    ///
    /// - Parameter path: A database in WAL mode that is open already.
    /// - Throws: `DatabaseError`.
    init(reading path: String) throws {
        var opened: OpaquePointer?
        // Nothing shares a connection between threads, so SQLite need not lock it.
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close(opened) }
            throw DatabaseError(opened, code)
        }
        connection = opened
        isOwned = true
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, Int32(ConnectionSettings.busyTimeout * 1000))
        try change("PRAGMA trusted_schema = OFF", [], isCached: false)
    }

    deinit {
        finish()
        if isOwned { sqlite3_close_v2(connection) }
    }

    /// Frees the prepared statements: a connection that has any cannot be closed.
    func finish() { statements = [:] }

    func changeLater(_ sql: String, _ arguments: SQLArguments) throws { try change(sql, arguments, isCached: true) }

    // Writes follow each other.
    func requireAlone() {}
    func requireOrder() {}

    var dialect: SQLDialect { .sqlite }

    var isInsideTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    // SQLite ends a transaction itself if it cannot go on.
    var canGoOn: Bool { isInsideTransaction }

    var changesCount: Int { Int(sqlite3_changes(connection)) }

    func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
        let statement = try isCached ? cached(sql) : StoreStatement(sql, on: connection, isKept: false)
        try statement.bind(arguments)
        defer { statement.reset() }
        while try statement.step() {}
    }

    func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64 {
        try change(sql, arguments, isCached: true)
        return sqlite3_last_insert_rowid(connection)
    }

    func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws {
        let statement = try cached(sql)
        try statement.bind(arguments)
        defer { statement.reset() }
        while try statement.step() { guard try read(statement) else { break } }
    }

    func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws {
        let statement = try StoreStatement(sql, on: connection, isKept: false)
        defer { statement.reset() }
        while try statement.step() { try read(statement) }
    }

    func beginSavepoint() throws {
        // SQLite may have ended the transaction itself; the savepoint would be one of its own, with a commit of its own.
        guard isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        try change("SAVEPOINT vincula", [], isCached: true)
    }

    func releaseSavepoint() throws { try change("RELEASE SAVEPOINT vincula", [], isCached: true) }

    func rollBackToSavepoint() throws {
        do {
            try change("ROLLBACK TO SAVEPOINT vincula", [], isCached: true)
            try change("RELEASE SAVEPOINT vincula", [], isCached: true)
        } catch {
            // A partial change must never be committed with the rest of a batch.
            try rollback()
            throw error
        }
    }

    // Each query is answered at once here.
    func expect(_ statements: [ExpectedStatement]) {}

    // Without it, only the import takes longer.
    func expectManyWrites() { try? change("PRAGMA cache_size = -\(Self.importCache)", [], isCached: false) }

    /// Begins a transaction that may write, and waits for other processes that do.
    func begin() throws { try change("BEGIN IMMEDIATE", [], isCached: true) }

    func commit() throws { try change("COMMIT", [], isCached: true) }

    /// Undoes the open transaction, if there is one: SQLite may have ended it itself.
    func rollback() throws { if isInsideTransaction { try change("ROLLBACK", [], isCached: true) } }

    /// Reads one consistent state: on a reader's connection, or on the only one of a store in memory.
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try rollback()
        try change("BEGIN DEFERRED", [], isCached: true)
        do {
            let value = try body()
            try commit()
            return value
        } catch {
            // The connection must not be returned with a transaction open.
            try? rollback()
            throw error
        }
    }

    private func cached(_ sql: String) throws -> StoreStatement {
        if let known = statements[sql] { return known }
        let new = try StoreStatement(sql, on: connection, isKept: true)
        statements[sql] = new
        return new
    }
}
