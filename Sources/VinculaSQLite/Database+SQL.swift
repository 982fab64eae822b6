import GRDB

extension Database {
    typealias Arguments = [(any DatabaseValueConvertible)?]

    /// Runs a statement that changes something.
    ///
    /// - Parameter isCached: Whether to keep the prepared statement; `false` for SQL that comes in countless variants.
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func run(_ sql: String, _ arguments: Arguments = [], isCached: Bool = true) throws {
        guard let values = Self.values(of: arguments) else { throw StoreError.nulInText }
        let statement = try isCached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
        try statement.execute(arguments: values)
    }

    /// Reads the first row of a query.
    ///
    /// - Returns: `nil` if there is none.
    func first<Value>(_ sql: String, _ arguments: Arguments = [], _ decode: (Row) throws -> Value) throws -> Value? {
        // No stored text holds a NUL, so none is equal to one that does.
        guard let values = Self.values(of: arguments) else { return nil }
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: values)
        return try withExtendedLifetime(rows) { try rows.next().map(decode) }
    }

    /// Reads every row of a query.
    ///
    /// - Parameter decode: Must not run the same SQL again: the prepared statement is in use.
    func all<Value>(_ sql: String, _ arguments: Arguments = [], _ decode: (Row) throws -> Value) throws -> [Value] {
        guard let values = Self.values(of: arguments) else { return [] }
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: values)
        var decoded: [Value] = []
        while let row = try rows.next() { decoded.append(try decode(row)) }
        return decoded
    }

    /// Does several changes, all of them or none; savepoints may stand in one another.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try run("SAVEPOINT vincula")
        do {
            let value = try body()
            try run("RELEASE SAVEPOINT vincula")
            return value
        } catch {
            if isInsideTransaction { try rollBackToSavepoint() }
            throw error
        }
    }

    /// Reads one consistent state on a reader's connection.
    ///
    /// What GRDB's own `read` does, but with statements that stay prepared: preparing them anew costs as much as a lookup.
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        if isInsideTransaction { try rollback() }
        try run("BEGIN DEFERRED")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // SQLite may have ended the transaction itself; the connection must not go back with one open.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }

    private func rollBackToSavepoint() throws {
        do {
            try run("ROLLBACK TO SAVEPOINT vincula")
            try run("RELEASE SAVEPOINT vincula")
        } catch {
            // Half of a change must never be committed with the rest of a batch.
            try rollback()
            throw error
        }
    }

    /// The arguments as SQLite takes them, or `nil` if a text holds a NUL, at which GRDB cuts (it binds C strings): two
    /// ids that differ behind it would be one.
    private static func values(of arguments: Arguments) -> StatementArguments? {
        var values: [DatabaseValue] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            let value = argument?.databaseValue ?? .null
            if case .string(let text) = value.storage, text.utf8.contains(0) { return nil }
            values.append(value)
        }
        return StatementArguments(values)
    }
}
