import Foundation

/// The facts of a database for an operator.
package struct DatabaseFacts: Sendable {
    package let schema: CopySchema
    /// The size in bytes.
    package let bytes: Int
    /// The tables with their numbers of rows, by name.
    package let rows: [(table: String, count: Int)]

    /// Reads the facts, while others may use the database.
    ///
    /// - Throws: ``CopyError``, `StoreUnavailable`, or the database's error.
    package static func read(_ side: any CopySide) async throws -> DatabaseFacts {
        try await CopyThread.run { check in
            try side.reading { connection in
                let schema = try CopySchema(connection, of: side)
                guard !schema.isForeign else { throw CopyError.foreign(side.name) }
                let database = Database(connection: connection)
                let bytes: Int = try database.first(connection.dialect.size) { try $0.next() } ?? 0
                let names = try Transaction(connection).columns().map(\.table).filter { !CopyTable.bookkeeping.contains($0) }
                let rows = try names.map { name in
                    try check()
                    return (name, try database.first("SELECT count(*) FROM \"\(name)\"") { try $0.next(Int.self) } ?? 0)
                }
                return DatabaseFacts(schema: schema, bytes: bytes, rows: rows)
            }
        }
    }
}
