import Foundation

extension CopyTable {
    /// The number of rows that are read at a time, unless they are large.
    static let pageRows = 2000
    /// The number of bytes after which no more rows are read at a time.
    private static let pageBytes = 8 << 20
    /// The number of arguments that both databases take in one statement.
    private static let mostArguments = 30_000
    /// The number of rows in one statement.
    private static let mostRows = 250

    func count(_ connection: any SQLConnection) throws -> Int {
        try Database(connection: connection).first("SELECT count(*) FROM \"\(name)\"") { try $0.next() } ?? 0
    }

    func isEmpty(_ connection: any SQLConnection) throws -> Bool {
        try Database(connection: connection).first("SELECT 1 FROM \"\(name)\" LIMIT 1") { try $0.next(Bool.self) } == nil
    }

    /// Reads the key of the last row, in the order of keys; `nil` if there is none.
    func lastKey(_ connection: any SQLConnection) throws -> [CopyValue]? {
        let order = key.map { "\"\(columns[$0].name)\" DESC" }.joined(separator: ", ")
        let selected = key.map { read(columns[$0], connection.dialect) }.joined(separator: ", ")
        var last: [CopyValue]?
        try connection.query("SELECT \(selected) FROM \"\(name)\" ORDER BY \(order) LIMIT 1", []) { row in
            last = try key.enumerated().map { try value(row, $0.offset, columns[$0.element].kind) }
            return false
        }
        return last
    }

    /// Reads the rows after a key, in the order of keys; none at the end.
    func page(_ connection: any SQLConnection, after last: [CopyValue]?) throws -> [[CopyValue]] {
        let dialect = connection.dialect
        let keys = key.map { "\"\(columns[$0].name)\"" }.joined(separator: ", ")
        let places = key.map { dialect.argument(columns[$0].kind) }.joined(separator: ", ")
        let condition = last == nil ? "" : "WHERE (\(keys)) > (\(places))"
        let selected = columns.map { read($0, dialect) }.joined(separator: ", ")
        let sql = "SELECT \(selected) FROM \"\(name)\" \(condition) ORDER BY \(keys) LIMIT \(Self.pageRows)"
        var (rows, size) = ([[CopyValue]](), 0)
        try connection.query(sql, (last ?? []).map { $0.argument(dialect) }) { row in
            let values = try columns.indices.map { try value(row, $0, columns[$0].kind) }
            rows.append(values)
            size += values.reduce(0) { $0 + $1.size }
            return size < Self.pageBytes
        }
        return rows
    }

    /// Inserts rows, several in one statement.
    ///
    /// - Parameter table: Another table with these columns; `nil` for this one.
    func insert(_ rows: [[CopyValue]], _ connection: any SQLConnection, into table: String? = nil) throws {
        let dialect = connection.dialect
        let most = max(1, min(Self.mostRows, Self.mostArguments / columns.count))
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let places = "(" + columns.map { dialect.argument($0.kind) }.joined(separator: ", ") + ")"
        var rest = rows[...]
        while !rest.isEmpty {
            let some = rest.prefix(most)
            rest = rest.dropFirst(some.count)
            let sql =
                "INSERT INTO \"\(table ?? name)\" (\(names)) VALUES "
                + Array(repeating: places, count: some.count).joined(separator: ", ")
            try connection.change(sql, some.flatMap { $0.map { $0.argument(dialect) } }, isCached: some.count == most)
        }
    }

    /// The column as bytes, if it is a text: what is not UTF-8 would be changed while it is read.
    private func read(_ column: Column, _ dialect: SQLDialect) -> String {
        column.kind == .text ? dialect.bytes(of: column.name) : "\"\(column.name)\""
    }

    private func value(_ row: any SQLColumns, _ place: Int, _ kind: Kind) throws -> CopyValue {
        switch kind {
        case .integer: try row.integer(at: place).map { .integer($0) } ?? .null
        case .text: try row.blob(at: place).map { .text($0) } ?? .null
        case .blob: try row.blob(at: place).map { .blob($0) } ?? .null
        }
    }
}
