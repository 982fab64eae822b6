import Foundation

/// A table whose rows are copied, as both databases have it.
struct CopyTable: Hashable, Sendable {
    enum Kind: String, Sendable {
        case integer, text, blob
    }

    struct Column: Hashable, Sendable {
        let name: String
        let kind: Kind
    }

    /// Tables that belong to one database and hold no data of people.
    static let bookkeeping: Set = ["grdb_migrations", "schema_migrations", "writer_turns", CopyMark.table]

    let name: String
    let columns: [Column]
    /// The places of the primary key's columns among all columns, in the key's order.
    let key: [Int]
    /// The tables that its rows refer to.
    let parents: Set<String>

    /// Reads the tables of a database from its schema, each after those that it refers to.
    ///
    /// - Throws: ``CopyError/unknownSchema(_:)``, or the database's error.
    static func all(_ connection: any SQLConnection) throws -> [CopyTable] {
        let database = Database(connection: connection)
        func pairs(_ sql: String) throws -> [String: [String]] {
            let rows = try database.all(sql) { (try $0.next(String.self), try $0.next(String.self)) }
            return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
        }
        let keys = try pairs(connection.dialect.keysOfTables)
        let parents = try pairs(connection.dialect.referencesOfTables)
        let tables = try Transaction(connection).columns().filter { !bookkeeping.contains($0.table) }.map { table, columns in
            // The order of columns that were added differs.
            let columns = try columns.map { name, type in
                guard let kind = Kind(type: type) else { throw CopyError.unknownSchema("\(table).\(name)") }
                return Column(name: name, kind: kind)
            }.sorted { $0.name < $1.name }
            let key = try (keys[table] ?? []).map { name in
                guard let place = columns.firstIndex(where: { $0.name == name }) else {
                    throw CopyError.unknownSchema("\(table).\(name)")
                }
                return place
            }
            guard !key.isEmpty else { throw CopyError.unknownSchema(table) }
            return CopyTable(name: table, columns: columns, key: key, parents: Set(parents[table] ?? []).subtracting([table]))
        }
        return try sorted(tables)
    }

    private static func sorted(_ tables: [CopyTable]) throws -> [CopyTable] {
        var (waiting, sorted) = (tables, [CopyTable]())
        var done: Set<String> = []
        while !waiting.isEmpty {
            guard let next = waiting.firstIndex(where: { $0.parents.isSubset(of: done) }) else {
                throw CopyError.unknownSchema(waiting[0].name)
            }
            done.insert(waiting[next].name)
            sorted.append(waiting.remove(at: next))
        }
        return sorted
    }

    /// The key of a row.
    func key(of row: [CopyValue]) -> [CopyValue] { key.map { row[$0] } }

    /// A row's key for people: `id 17`.
    func printedKey(_ key: [CopyValue]) -> String {
        zip(self.key, key).map { "\(columns[$0].name) \($1.printed)" }.joined(separator: ", ")
    }
}

extension CopyTable.Kind {
    fileprivate init?(type: String) {
        switch type.lowercased() {
        case "integer", "bigint": self = .integer
        case "text": self = .text
        case "blob", "bytea": self = .blob
        default: return nil
        }
    }
}
