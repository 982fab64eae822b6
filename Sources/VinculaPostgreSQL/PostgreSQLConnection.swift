import VinculaSQL

/// A connection to a PostgreSQL server, used by one thread at a time.
///
/// What begins or ends a transaction or a savepoint goes to the server with the statement after it. So each statement costs one
/// round trip, whatever surrounds it.
final class PostgreSQLConnection {
    /// The maximum number of prepared statements; others are sent as text each time.
    private static let mostPrepared = 1000

    private let pipeline: Pipeline
    /// The names of prepared statements, by their text.
    private var prepared: [String: String] = [:]
    /// The number of names that were given to statements, prepared or not.
    private var names = 0
    /// Statements that are sent before the next one.
    private var waiting: [String] = []
    /// The number of statements of the transaction that were sent.
    private var sent = 0
    private(set) var isInsideTransaction = false
    /// Indicates whether a statement failed, so that the transaction or its innermost savepoint can only be undone.
    private var hasFailed = false
    /// Indicates whether a row broke a constraint since the transaction began, even if the transaction went on.
    private(set) var metViolation = false
    private(set) var changesCount = 0
    /// Indicates whether a transaction has been committed or read on this connection, which may have been lost since.
    private(set) var wasUsed = false

    var isBroken: Bool { pipeline.isBroken }

    /// Waits for the server for as long as it takes, on this connection.
    func waitForEver() { pipeline.patience = -1 }

    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``.
    init(_ address: PostgreSQLAddress, rules: SessionRules, writes: Bool) throws {
        pipeline = try Pipeline(address)
        try rules.apply(to: pipeline, writes: writes)
        try pipeline.enter()
    }

    // MARK: Transactions

    /// Begins a transaction, together with its first statement.
    ///
    /// - Parameter statements: What begins it.
    func begin(_ statements: [String]) {
        waiting = statements
        sent = 0
        isInsideTransaction = true
        hasFailed = false
        metViolation = false
    }

    /// Commits the transaction, and waits for the answer.
    ///
    /// - Throws: ``PostgreSQLError``. If the connection is lost, nobody knows whether the changes were kept.
    func commit() throws {
        guard isInsideTransaction, !hasFailed else { throw PostgreSQLError.undone }
        isInsideTransaction = false
        wasUsed = true
        if sent == 0 {
            waiting = []
        } else {
            try pipeline.committing { try exchange("COMMIT", [], isCached: false) }
        }
    }

    /// Ends a transaction whose changes are not wanted, or that made none, without waiting for the answer.
    func rollBack() {
        guard isInsideTransaction else { return }
        isInsideTransaction = false
        waiting = []
        guard sent > 0, !isBroken else { return }
        do {
            try pipeline.send("ROLLBACK")
            try pipeline.end()
            wasUsed = true
        } catch {
            // The connection is lost, and with it the transaction.
        }
    }

    /// Runs several statements outside of a transaction, as they are.
    @discardableResult
    func script(_ sql: String) throws -> ResultRows {
        let rows = try pipeline.committing { try pipeline.script(sql) }
        wasUsed = true
        return rows
    }

    // MARK: Statements

    /// Sends a statement after those that wait, and waits for the results.
    @discardableResult
    private func exchange(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws -> ResultRows {
        let bound = try BoundArguments(arguments)
        let before = waiting
        waiting = []
        for statement in before { try pipeline.send(statement) }
        var newName: String?
        if isCached, let name = prepared[sql] {
            try pipeline.sendPrepared(name, bound)
        } else if isCached, prepared.count < Self.mostPrepared {
            names += 1
            let name = "vincula_\(names)"
            try pipeline.prepare(NumberedSQL.from(sql), named: name)
            try pipeline.sendPrepared(name, bound)
            newName = name
        } else {
            try pipeline.send(NumberedSQL.from(sql), bound)
        }
        sent += before.count + 1
        try pipeline.end()
        let answer = try pipeline.answer()
        if let newName, answer.done > before.count { prepared[sql] = newName }
        if let error = answer.error {
            hasFailed = true
            if error.isViolation { metViolation = true }
            if error.endsConnection { throw pipeline.lost(error) }
            throw error
        }
        guard let last = answer.last else { throw pipeline.lost() }
        return last
    }
}

extension PostgreSQLConnection: SQLConnection {
    var dialect: SQLDialect { .postgreSQL }
    var canGoOn: Bool { isInsideTransaction && !hasFailed && !isBroken }

    func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
        changesCount = try exchange(sql, arguments, isCached: isCached).changesCount
    }

    func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64 {
        let rows = try exchange("\(sql) RETURNING \(key)", arguments, isCached: true)
        changesCount = rows.count
        guard let key = try rows.integer(at: 0) else { throw StoreError.corruptColumn }
        return key
    }

    func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws {
        let rows = try exchange(sql, arguments, isCached: true)
        while rows.current < rows.count, try read(rows) { rows.current += 1 }
    }

    func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws {
        names += 1
        let cursor = "vincula_\(names)"
        try exchange("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", [], isCached: false)
        while true {
            let rows = try exchange("FETCH 500 FROM \(cursor)", [], isCached: false)
            if rows.count == 0 { break }
            while rows.current < rows.count {
                try read(rows)
                rows.current += 1
            }
        }
        try exchange("CLOSE \(cursor)", [], isCached: false)
    }

    func beginSavepoint() throws { waiting.append("SAVEPOINT vincula") }

    func releaseSavepoint() throws {
        if waiting.last == "SAVEPOINT vincula" { waiting.removeLast() } else { waiting.append("RELEASE SAVEPOINT vincula") }
    }

    func rollBackToSavepoint() throws {
        if waiting.last == "SAVEPOINT vincula" {
            waiting.removeLast()
        } else {
            waiting += ["ROLLBACK TO SAVEPOINT vincula", "RELEASE SAVEPOINT vincula"]
        }
        // The savepoint stands before the statement that failed, unless that statement was one of these.
        hasFailed = isBroken
    }

    func expectManyWrites() {}
}
