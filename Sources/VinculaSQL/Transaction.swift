import VinculaCore
package import VinculaEngine

/// One transaction, as the engine sees it. In one that only reads, the database itself refuses writes.
///
/// A call that throws has changed nothing, so a caller may catch a conflict and continue.
struct Transaction: WriteTransaction {
    let db: Database
    let journal = TransactionJournal()
    let knownRows = KnownRows()
    let knownProject = KnownProject()

    init(_ connection: any SQLConnection) { db = Database(connection: connection) }

    func expect(_ queries: [ExpectedQuery]) {
        if !queries.isEmpty { db.connection.expect(queries.map(ExpectedStatement.init)) }
    }

    /// Runs a change of one row that must exist.
    func changeRow(of table: String, _ sql: String, _ arguments: Database.Arguments, isCached: Bool = true) throws {
        try db.run(sql, arguments, isCached: isCached)
        guard db.changesCount > 0 else { throw StoreError.rowIsGone(table: table) }
    }

    /// Runs a conditional change, and returns whether it changed a row.
    func changesRow(_ sql: String, _ arguments: Database.Arguments) throws -> Bool {
        do {
            try db.run(sql, arguments)
        } catch StoreError.nulInText {
            // No row contains such a text.
            return false
        }
        return db.changesCount > 0
    }
}

extension SQLConnection {
    /// The transaction that is open on this connection, as the engine sees it.
    package var transaction: any WriteTransaction { Transaction(self) }
}
