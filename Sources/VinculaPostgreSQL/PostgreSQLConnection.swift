import VinculaSQL

/// A connection to a PostgreSQL server, used by one thread at a time.
///
/// What begins or ends a transaction or a savepoint goes to the server with the statement after it. So each statement costs one
/// round trip, whatever surrounds it.
final class PostgreSQLConnection {
    /// The maximum number of prepared statements; others are sent as text each time.
    private static let mostPrepared = 1000
    /// The maximum number of statements that wait for the next one.
    private static let mostWaiting = 100

    private let pipeline: Pipeline
    /// The names of prepared statements, by their text.
    private var prepared: [String: String] = [:]
    /// The number of names that were given to statements, prepared or not.
    private var names = 0
    /// Statements that are sent before the next one.
    private var waiting: [WaitingStatement] = []
    /// Indicates whether one of them changes data.
    private var hasChangesWaiting = false
    /// The answers to queries that were expected, until they are asked for or something changes.
    private var answers: [AnswerAhead] = []
    /// The number of statements of the transaction that were sent.
    private var sent = 0
    /// The number of open savepoints, including those that wait.
    private var savepoints = 0
    /// Indicates whether the statement that failed is the one that was waited for, and none before it.
    private var hasFailedLast = false
    /// The way in which the write runs; `nil` for a transaction that nothing has to be ruled out for.
    private var mode: WriteMode?
    /// Indicates whether the transaction is the one that the server begins by itself, which lasts until the pipeline's end.
    private var isImplicit = false
    /// Indicates whether the session's transactions only read.
    private var isReader = false
    /// Indicates whether the last read's end has not been sent.
    private var owesEnd = false
    /// Indicates whether the write can only succeed alone.
    private(set) var mustBeAlone = false
    /// Indicates whether others went on writing for too long when the write wanted to be alone.
    private(set) var isNotAlone = false
    private(set) var isInsideTransaction = false
    /// Indicates whether a statement failed, so that the transaction or its innermost savepoint can only be undone.
    private var hasFailed = false
    /// Indicates whether a row broke a constraint since the transaction began, even if the transaction went on.
    private(set) var metViolation = false
    private(set) var changesCount = 0
    /// Indicates whether this connection may have been lost since somebody last knew of it: after a transaction, or a rest.
    private(set) var wasUsed = false

    var isBroken: Bool { pipeline.isBroken }

    /// Waits for the server for as long as it takes, on this connection.
    func waitForEver() { pipeline.patience = -1 }

    /// Waits for the server's answers for this time only, in milliseconds.
    func wait(atMost time: Int32) { pipeline.patience = time }

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
        waiting = statements.map { WaitingStatement($0) }
        answers = []
        hasChangesWaiting = false
        sent = 0
        isInsideTransaction = true
        hasFailed = false
        metViolation = false
        savepoints = 0
        hasFailedLast = false
        mode = nil
        mustBeAlone = false
        isNotAlone = false
        isImplicit = false
    }

    /// Begins a write.
    ///
    /// - Parameters:
    ///   - mode: The way in which it runs.
    ///   - wait: The longest time that it waits until it is alone, in milliseconds.
    func begin(_ mode: WriteMode, wait: Int) {
        begin(mode.beginning(wait: wait))
        self.mode = mode
    }

    /// Begins a read on a connection that only reads from then on.
    ///
    /// Its statements need no beginning and no end: in a pipeline, they are one transaction until the pipeline's end, with the
    /// session's isolation.
    func beginRead() throws {
        if !isReader {
            try script("SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on")
            isReader = true
        }
        begin([])
        isImplicit = true
    }

    /// Indicates whether a read has run a statement on this connection.
    func hasPrepared(_ sql: String) -> Bool { isReader && prepared[sql] != nil && !isBroken }

    /// Asks statements of several reads with one message. They see one state, and the transaction has ended with the answer.
    ///
    /// - Parameters:
    ///   - statements: The statements, each once.
    ///   - deadline: The moment at which the server is given up.
    /// - Returns: Their answers, in the same order; none if a statement failed, or this connection has never run it.
    /// - Throws: ``PostgreSQLError`` if the connection is lost.
    func askAhead(_ statements: [StatementAhead], until deadline: ContinuousClock.Instant) throws -> [AnswerAhead] {
        let names = statements.compactMap { prepared[$0.sql] }
        guard isReader, names.count == statements.count else { return [] }
        settle()
        wasUsed = true
        pipeline.deadline = deadline
        defer { pipeline.deadline = nil }
        for (name, statement) in zip(names, statements) { try pipeline.sendPrepared(name, statement.arguments) }
        try pipeline.end()
        var rows: [ResultRows] = []
        let answer = try pipeline.answer { rows.append($0) }
        if let error = answer.error, error.endsConnection { throw pipeline.lost(error) }
        guard answer.error == nil, rows.count == statements.count else { return [] }
        return zip(statements, rows).map { AnswerAhead(statement: $0, rows: $1) }
    }

    /// Commits the transaction, and waits for the answer.
    ///
    /// - Throws: ``PostgreSQLError``. If the connection is lost, nobody knows whether the changes were kept.
    func commit() throws {
        guard isInsideTransaction, !hasFailed, !mustBeAlone else { throw PostgreSQLError.undone }
        wasUsed = true
        if sent == 0, !hasChangesWaiting {
            isInsideTransaction = false
            waiting = []
        } else {
            // Unless a change before the commit fails, the transaction has ended then.
            defer { isInsideTransaction = hasFailed && !hasFailedLast }
            let rows = try pipeline.committing { try exchange("COMMIT", [], isCached: true) }
            // The answer to the commit of a transaction that has failed is no error.
            guard rows.command == "COMMIT" else { throw PostgreSQLError.undone }
        }
    }

    /// Ends a transaction whose changes are not wanted, or that made none, without waiting for the answer.
    func rollBack() {
        guard isInsideTransaction else { return }
        isInsideTransaction = false
        waiting = []
        answers = []
        guard sent > 0, !isBroken else { return }
        wasUsed = true
        guard !isImplicit else {
            // The end goes with the next read if there is one at once.
            owesEnd = true
            return
        }
        // If it fails, the connection is lost, and with it the transaction.
        guard let (_, new) = try? send("ROLLBACK", BoundArguments(), isCached: true) else { return }
        // The answer before this one is complete, so it is prepared, too.
        if let new { prepared["ROLLBACK"] = new }
        try? pipeline.end()
    }

    /// Ends the last read, for which the server otherwise keeps the state that it saw.
    func settle() {
        guard owesEnd else { return }
        owesEnd = false
        // If it fails, the connection is lost, and with it the transaction.
        try? pipeline.end()
    }

    /// Ends the last read, because nothing follows at once.
    func rest() {
        settle()
        wasUsed = true
    }

    /// Runs several statements outside of a transaction, as they are.
    @discardableResult
    func script(_ sql: String) throws -> ResultRows {
        settle()
        let rows = try pipeline.committing { try pipeline.script(sql) }
        wasUsed = true
        return rows
    }

    // MARK: Statements

    /// Sends a statement after those that wait, and waits for the results.
    @discardableResult
    private func exchange(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws -> ResultRows {
        // The server passes over everything until the pipeline's end.
        if isImplicit, hasFailed { throw PostgreSQLError.failedEarlier }
        let bound = try BoundArguments(arguments)
        settle()
        let before = waiting
        waiting = []
        hasChangesWaiting = false
        var count = 0
        // Each with the number of commands up to its preparation.
        var new: [(sql: String, name: String, count: Int)] = []
        func add(_ sql: String, _ bound: BoundArguments, isCached: Bool) throws {
            let (commands, name) = try send(sql, bound, isCached: isCached)
            if let name { new.append((sql, name, count + 1)) }
            count += commands
        }
        // Each with the number of commands up to it.
        var expected: [(statement: StatementAhead, count: Int)] = []
        // The number of commands that begin the transaction.
        var beginning = 0
        for statement in before {
            try add(statement.sql, statement.arguments, isCached: true)
            if !statement.isExpected {
                beginning = count
            } else {
                expected.append((StatementAhead(sql: statement.sql, arguments: statement.arguments), count))
            }
        }
        try add(sql, bound, isCached: isCached)
        sent += before.count + 1
        let answer: Pipeline.Answer
        if isImplicit {
            try pipeline.flush()
            answer = try pipeline.results(of: count)
        } else {
            try pipeline.end()
            var results: [ResultRows] = []
            answer = try pipeline.answer { if !expected.isEmpty { results.append($0) } }
            if answer.error == nil, results.count == count {
                answers += expected.map { AnswerAhead(statement: $0.statement, rows: results[$0.count - 1]) }
            }
        }
        for statement in new where answer.done >= statement.count { prepared[statement.sql] = statement.name }
        if let error = answer.error {
            hasFailed = true
            hasFailedLast = answer.done == count - 1
            if error.isViolation { metViolation = true }
            if mode == .alone, error.isLockTimeout, sent == before.count + 1, answer.done < beginning { isNotAlone = true }
            if error.endsConnection { throw pipeline.lost(error) }
            throw error
        }
        guard let last = answer.last else { throw pipeline.lost() }
        return last
    }

    /// Sends a statement, which is prepared before its first use.
    ///
    /// - Returns: The number of commands that the server answers, and the name of a statement that it prepares.
    private func send(
        _ sql: String, _ arguments: BoundArguments, isCached: Bool
    ) throws -> (commands: Int, newName: String?) {
        if isCached, let name = prepared[sql] {
            try pipeline.sendPrepared(name, arguments)
            return (1, nil)
        }
        guard isCached, prepared.count < Self.mostPrepared else {
            try pipeline.send(NumberedSQL.from(sql), arguments)
            return (1, nil)
        }
        names += 1
        let name = "vincula_\(names)"
        try pipeline.prepare(NumberedSQL.from(sql), named: name)
        try pipeline.sendPrepared(name, arguments)
        return (2, name)
    }
}

extension PostgreSQLConnection: SQLConnection {
    var dialect: SQLDialect { .postgreSQL }
    var canGoOn: Bool { isInsideTransaction && !hasFailed && !isBroken }

    func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
        expectNothing()
        changesCount = try exchange(sql, arguments, isCached: isCached).changesCount
    }

    func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64 {
        expectNothing()
        let rows = try exchange("\(sql) RETURNING \(key)", arguments, isCached: true)
        changesCount = rows.count
        guard let key = try rows.integer(at: 0) else { throw StoreError.corruptColumn }
        return key
    }

    func changeLater(_ sql: String, _ arguments: SQLArguments) throws {
        expectNothing()
        // A savepoint must be able to undo it. Nor may both sides wait for the other one to read.
        guard savepoints == 0, waiting.count < Self.mostWaiting else { return try change(sql, arguments, isCached: true) }
        waiting.append(WaitingStatement(sql, try BoundArguments(arguments)))
        hasChangesWaiting = true
    }

    func expect(_ statements: [ExpectedStatement]) {
        // Later, each query is a message of its own anyway.
        guard sent == 0, !isImplicit, !hasChangesWaiting, savepoints == 0 else { return }
        for statement in statements {
            // What cannot be asked has no answer; whoever asks finds that out.
            guard let arguments = try? BoundArguments(statement.arguments) else { continue }
            waiting.append(WaitingStatement(statement.sql, arguments, isExpected: true))
        }
    }

    /// Drops the answers that something is about to make untrue, and the queries that were not sent.
    private func expectNothing() {
        answers.removeAll()
        if sent == 0 { waiting.removeAll(where: \.isExpected) }
    }

    /// The answer to a query that was expected.
    private func answer(to sql: String, _ arguments: SQLArguments) throws -> ResultRows? {
        guard !answers.isEmpty || sent == 0 && waiting.contains(where: \.isExpected) else { return nil }
        let statement = StatementAhead(sql: sql, arguments: try BoundArguments(arguments))
        // It is sent now, as the query itself.
        waiting.removeAll { $0.isExpected && $0.sql == sql && $0.arguments == statement.arguments }
        guard let place = answers.firstIndex(where: { $0.statement == statement }) else { return nil }
        return answers.remove(at: place).rows
    }

    func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws {
        // Some changes return rows.
        if !sql.utf8.starts(with: "SELECT".utf8) { expectNothing() }
        let rows = try answer(to: sql, arguments) ?? exchange(sql, arguments, isCached: true)
        while rows.current < rows.count, try read(rows) { rows.current += 1 }
    }

    func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws {
        names += 1
        let cursor = "vincula_\(names)"
        if isImplicit {
            // A cursor needs a transaction that was begun. It continues the one that the server began.
            waiting.append(WaitingStatement("BEGIN"))
            isImplicit = false
        }
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

    func beginSavepoint() throws {
        waiting.append(WaitingStatement(Self.savepoint))
        savepoints += 1
    }

    func releaseSavepoint() throws {
        savepoints -= 1
        if waiting.last?.sql == Self.savepoint {
            waiting.removeLast()
        } else {
            waiting.append(WaitingStatement("RELEASE SAVEPOINT vincula"))
        }
    }

    func rollBackToSavepoint() throws {
        savepoints -= 1
        if waiting.last?.sql == Self.savepoint {
            waiting.removeLast()
        } else {
            waiting.append(WaitingStatement("ROLLBACK TO SAVEPOINT vincula"))
            waiting.append(WaitingStatement("RELEASE SAVEPOINT vincula"))
            // The savepoint stands before the statement that failed.
            hasFailed = isBroken
        }
    }

    private static let savepoint = "SAVEPOINT vincula"

    func expectManyWrites() {}

    func requireAlone() throws { if mode == .besideOthers || mode == .claim { throw beginAgain() } }

    func requireOrder() throws { if mode == .claim { throw beginAgain() } }

    private func beginAgain() -> PostgreSQLError {
        mustBeAlone = true
        hasFailed = true
        return .undone
    }
}
