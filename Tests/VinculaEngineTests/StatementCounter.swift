import Synchronization
import VinculaEngine

@testable import VinculaSQL

/// Counts the statements of transactions: on PostgreSQL, nearly each is a message and its answer.
final class StatementCounter: Sendable {
    private let seen = Mutex<[String]>([])

    var statements: [String] { seen.withLock { $0 } }

    /// The same transaction, with its statements counted. Servers do not hear of what it changes.
    func counting(_ transaction: any WriteTransaction) -> any WriteTransaction {
        guard let inner = transaction as? Transaction else { return transaction }
        return CountedConnection(inner.db.connection) { sql in self.seen.withLock { $0.append(sql) } }.transaction
    }
}

private final class CountedConnection: SQLConnection {
    private let base: any SQLConnection
    private let note: (String) -> Void

    init(_ base: any SQLConnection, note: @escaping (String) -> Void) {
        self.base = base
        self.note = note
    }

    var dialect: SQLDialect { base.dialect }
    var isInsideTransaction: Bool { base.isInsideTransaction }
    var canGoOn: Bool { base.canGoOn }
    var changesCount: Int { base.changesCount }

    func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
        note(sql)
        try base.change(sql, arguments, isCached: isCached)
    }

    func changeLater(_ sql: String, _ arguments: SQLArguments) throws {
        note(sql)
        try base.changeLater(sql, arguments)
    }

    func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64 {
        note(sql)
        return try base.insert(sql, arguments, key: key)
    }

    func expect(_ statements: [ExpectedStatement]) { base.expect(statements) }

    func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws {
        note(sql)
        try base.query(sql, arguments, read)
    }

    func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws {
        note(sql)
        try base.scan(sql, read)
    }

    func beginSavepoint() throws { try base.beginSavepoint() }
    func releaseSavepoint() throws { try base.releaseSavepoint() }
    func rollBackToSavepoint() throws { try base.rollBackToSavepoint() }
    func expectManyWrites() { base.expectManyWrites() }
    func requireAlone() throws { try base.requireAlone() }
    func requireOrder() throws { try base.requireOrder() }
}
