/// The statements of a transaction, with rows decoded.
struct Database {
    typealias Arguments = SQLArguments

    let connection: any SQLConnection

    var dialect: SQLDialect { connection.dialect }
    /// The number of rows that the last change inserted, updated or deleted.
    var changesCount: Int { connection.changesCount }

    /// Runs a statement that changes data.
    ///
    /// - Parameter isCached: `true` to keep the prepared statement; `false` for SQL that has countless variants.
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func run(_ sql: String, _ arguments: Arguments = [], isCached: Bool = true) throws {
        try connection.change(sql, arguments, isCached: isCached)
    }

    /// Runs a statement that changes data and whose failure nobody expects, together with the next statement if that saves time.
    func runLater(_ sql: String, _ arguments: Arguments) throws { try connection.changeLater(sql, arguments) }

    /// Runs a statement that changes one row at most, and reads what it returns of it.
    ///
    /// - Parameter decode: Reads all columns of the row.
    /// - Returns: `nil` if there is none.
    func change<Value>(
        _ sql: String, _ arguments: Arguments, _ decode: (inout RowReader) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try connection.query(sql, arguments) { columns in
            value = try RowReader.read(columns, decode)
            // To its end, as any change.
            return true
        }
        return value
    }

    /// Reads the first row of a query.
    ///
    /// - Parameter decode: Reads all columns of the row.
    /// - Returns: `nil` if there is none.
    func first<Value>(
        _ sql: String, _ arguments: Arguments = [], _ decode: (inout RowReader) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try query(sql, arguments) { columns in
            value = try RowReader.read(columns, decode)
            return false
        }
        return value
    }

    /// Reads every row of a query.
    ///
    /// - Parameter decode: Reads all columns of a row. Must not run the same SQL again: the prepared statement is in use.
    func all<Value>(
        _ sql: String, _ arguments: Arguments = [], _ decode: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        var decoded: [Value] = []
        try query(sql, arguments) { columns in
            decoded.append(try RowReader.read(columns, decode))
            return true
        }
        return decoded
    }

    /// Makes several changes, all of them or none. Savepoints may be nested.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value { try connection.savepoint(body) }

    /// Makes one change after whose failure the transaction can go on.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        try dialect.failureEndsTransaction ? connection.savepoint(body) : body()
    }

    private func query(_ sql: String, _ arguments: Arguments, _ read: (any SQLColumns) throws -> Bool) throws {
        do {
            try connection.query(sql, arguments, read)
        } catch StoreError.nulInText {
            // No stored text contains a NUL, so none equals one that does.
        }
    }
}
