import GRDB

extension Database {
    typealias Arguments = [(any DatabaseValueConvertible)?]

    /// Runs a statement that changes data.
    ///
    /// - Parameter isCached: `true` to keep the prepared statement; `false` for SQL that has countless variants.
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func run(_ sql: String, _ arguments: Arguments = [], isCached: Bool = true) throws {
        guard let values = Self.values(of: arguments) else { throw StoreError.nulInText }
        let statement = try isCached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
        try statement.execute(arguments: values)
    }

    /// Reads the first row of a query.
    ///
    /// - Parameter decode: Reads all columns of the row.
    /// - Returns: `nil` if there is none.
    func first<Value>(
        _ sql: String, _ arguments: Arguments = [], _ decode: (inout RowReader) throws -> Value
    ) throws -> Value? {
        // No stored text contains a NUL, so none equals one that does.
        guard let values = Self.values(of: arguments) else { return nil }
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: values)
        return try withExtendedLifetime(rows) { try rows.next().map { try RowReader.read($0, decode) } }
    }

    /// Reads every row of a query.
    ///
    /// - Parameter decode: Reads all columns of a row. Must not run the same SQL again: the prepared statement is in use.
    func all<Value>(
        _ sql: String, _ arguments: Arguments = [], _ decode: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        guard let values = Self.values(of: arguments) else { return [] }
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: values)
        var decoded: [Value] = []
        while let row = try rows.next() { decoded.append(try RowReader.read(row, decode)) }
        return decoded
    }

    /// Makes several changes, all of them or none. Savepoints may be nested.
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

    /// Reads one consistent state: on a reader's connection, or on the only one of a store in memory.
    ///
    /// Does the same as GRDB's `read`, but keeps statements prepared: `read` sets `PRAGMA query_only`, and every statement of the
    /// connection is then prepared again, which costs as much as a lookup.
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        if isInsideTransaction { try rollback() }
        try run("BEGIN DEFERRED")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // SQLite may have ended the transaction itself. The connection must not be returned with one open.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }

    private func rollBackToSavepoint() throws {
        do {
            try run("ROLLBACK TO SAVEPOINT vincula")
            try run("RELEASE SAVEPOINT vincula")
        } catch {
            // A partial change must never be committed with the rest of a batch.
            try rollback()
            throw error
        }
    }

    /// The arguments as SQLite takes them, or `nil` if a text contains a NUL. GRDB binds C strings and so cuts off what
    /// follows the NUL: two ids that differ only there would be equal.
    private static func values(of arguments: Arguments) -> StatementArguments? {
        // Not an array of DatabaseValue: for that, GRDB makes a generic key path each time, which costs more than the rest.
        var values: Arguments = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            let value = argument?.databaseValue ?? .null
            if case .string(let text) = value.storage, text.utf8.contains(0) { return nil }
            values.append(value)
        }
        return StatementArguments(values)
    }
}
