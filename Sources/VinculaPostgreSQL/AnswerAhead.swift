import VinculaEngine
import VinculaSQL

/// A statement that a transaction is likely to run, with its arguments.
struct StatementAhead: Equatable, Sendable {
    let sql: String
    let arguments: BoundArguments

    init(sql: String, arguments: BoundArguments) {
        self.sql = sql
        self.arguments = arguments
    }

    /// - Throws: ``StoreError/nulInText``.
    init(_ statement: ExpectedStatement) throws {
        self.init(sql: statement.sql, arguments: try BoundArguments(statement.arguments))
    }
}

/// The answer to a statement that was asked before the transaction that it is for ran it.
struct AnswerAhead {
    let statement: StatementAhead
    let rows: ResultRows
}

/// The transaction of a read whose statements have all been answered.
///
/// Whatever else is asked for has no answer here: the read then has to begin again, on a connection.
final class AnsweredRead: SQLConnection {
    private struct NoAnswer: Error {}

    private let answers: [AnswerAhead]
    /// Indicates whether the read ran a statement that has no answer, so its result must be dropped.
    private(set) var hasMissed = false

    init(_ answers: [AnswerAhead]) { self.answers = answers }

    var dialect: SQLDialect { .postgreSQL }
    var isInsideTransaction: Bool { true }
    var canGoOn: Bool { !hasMissed }
    var changesCount: Int { 0 }

    func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws {
        let bound = try BoundArguments(arguments)
        guard !hasMissed, let rows = answers.first(where: { $0.statement.sql == sql && $0.statement.arguments == bound })?.rows
        else { throw miss() }
        rows.current = 0
        while rows.current < rows.count, try read(rows) { rows.current += 1 }
    }

    func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws { throw miss() }
    func changeLater(_ sql: String, _ arguments: SQLArguments) throws { throw miss() }
    func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64 { throw miss() }
    func expect(_ statements: [ExpectedStatement]) {}
    func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws { throw miss() }
    func beginSavepoint() throws { throw miss() }
    func releaseSavepoint() throws { throw miss() }
    func rollBackToSavepoint() throws { throw miss() }
    func expectManyWrites() {}
    func requireAlone() throws { throw miss() }
    func requireOrder() throws { throw miss() }

    private func miss() -> any Error {
        hasMissed = true
        return NoAnswer()
    }
}
