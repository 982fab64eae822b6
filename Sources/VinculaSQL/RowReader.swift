import VinculaCore

/// A reader of a row's columns, in the order in which the query lists them.
///
/// Every column is read or skipped once. Otherwise a debug build stops: a query and its reader do not agree.
struct RowReader {
    private let columns: any SQLColumns
    private var position = 0

    private init(_ columns: any SQLColumns) { self.columns = columns }

    /// Decodes a row with a closure that reads all of its columns.
    static func read<Value>(_ columns: any SQLColumns, _ decode: (inout RowReader) throws -> Value) throws -> Value {
        var reader = RowReader(columns)
        let value = try decode(&reader)
        assert(reader.position == columns.columnCount, "\(reader.position) columns were read of \(columns.columnCount)")
        return value
    }

    /// Reads the next column.
    ///
    /// Past the last column, the process may stop. No stored data leads there: the number of columns that are read never
    /// depends on them, so the first test that runs the query finds the mistake.
    ///
    /// - Throws: ``StoreError/corruptColumn`` for a value that is not of the type, such as `NULL` for one that is not optional.
    mutating func next<Value: SQLReadable>(_ type: Value.Type = Value.self) throws -> Value {
        let index = position
        position += 1
        return try Value.read(columns, at: index)
    }

    /// Passes over columns whose values do not matter, because of one that was read before.
    mutating func skip(_ count: Int = 1) { position += count }
}

extension RowReader {
    mutating func timestamp() throws -> Timestamp { Timestamp(milliseconds: try next()) }

    mutating func optionalTimestamp() throws -> Timestamp? { try next(Int64?.self).map(Timestamp.init(milliseconds:)) }

    mutating func optionalEmail() throws -> EmailAddress? { try next(String?.self).map(EmailAddress.init(canonical:)) }

    /// Reads two columns: a project and a tenant.
    mutating func scope() throws -> ProjectScope { ProjectScope(project: try next(), tenant: try next()) }

    /// Reads the next column as a case of an enum.
    ///
    /// - Parameter table: The table that the error states.
    /// - Throws: ``StoreError/corruptRow(table:)`` if there is no such case.
    mutating func enumCase<Value: RawRepresentable>(of table: String) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: try next()) else { throw StoreError.corruptRow(table: table) }
        return value
    }
}
