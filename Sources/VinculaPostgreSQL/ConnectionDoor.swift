import Synchronization
import VinculaEngine

/// Opens connections to one database.
///
/// After a failure, everybody is refused for a moment: otherwise each request would wait for the network by itself.
final class ConnectionDoor: Sendable {
    private struct Failure {
        let error: PostgreSQLError
        let until: ContinuousClock.Instant
    }

    private static let pause = Duration.milliseconds(500)

    private let address: PostgreSQLAddress
    private let rules: SessionRules
    /// Indicates whether its connections write.
    private let writes: Bool
    let activity: StoreActivity
    private let failure = Mutex<Failure?>(nil)

    init(_ address: PostgreSQLAddress, rules: SessionRules, writes: Bool, activity: StoreActivity) {
        self.address = address
        self.rules = rules
        self.writes = writes
        self.activity = activity
    }

    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``.
    func open() throws -> PostgreSQLConnection {
        if let failure = failure.withLock({ $0 }), failure.until > .now { throw failure.error }
        do {
            let connection = try PostgreSQLConnection(address, rules: rules, writes: writes)
            failure.withLock { $0 = nil }
            return connection
        } catch let error as PostgreSQLError {
            failure.withLock { $0 = Failure(error: error, until: .now + Self.pause) }
            throw error
        }
    }
}

/// A thread's place for its connection, which is opened when it is needed, and again when it is lost.
final class ConnectionSlot {
    private let door: ConnectionDoor
    private var connection: PostgreSQLConnection?

    init(_ door: ConnectionDoor) { self.door = door }

    var isConnected: Bool { connection.map { !$0.isBroken } ?? false }

    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``.
    func connected() throws -> PostgreSQLConnection {
        if let connection, !connection.isBroken { return connection }
        // The lost one is closed first: the server may allow no more.
        if connection != nil { door.activity.noteClosed(isLost: true) }
        connection = nil
        let new = try door.open()
        door.activity.noteOpened()
        connection = new
        return new
    }

    /// Indicates whether the connection has run a statement, so that it can be asked ahead.
    func hasPrepared(_ statement: StatementAhead) -> Bool { connection?.hasPrepared(statement.sql) ?? false }

    /// Asks statements of several jobs with one message, all of which the connection has run before. A failure is left to the
    /// jobs, which then ask by themselves.
    ///
    /// - Parameters:
    ///   - statements: The statements, each once.
    ///   - deadline: The moment at which the server is given up.
    /// - Returns: Their answers; none if the jobs have to ask.
    func askAhead(_ statements: [StatementAhead], until deadline: ContinuousClock.Instant) -> [AnswerAhead] {
        guard let connection, !connection.isBroken else { return [] }
        return (try? connection.askAhead(statements, until: deadline)) ?? []
    }

    /// Ends what the last job left open, because no other follows it.
    ///
    /// A connection that never had a job may be lost by the next one, too: threads connect before they take one.
    func rest() { connection?.rest() }

    /// Runs a closure that can be run again, which happens if the server ended the connection since its last use.
    func runAgainIfLost<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        while true {
            let connection = try connected()
            let mayBeStale = connection.wasUsed
            do {
                return try body(connection)
            } catch  where mayBeStale && connection.isBroken {
                // The next connection is a new one.
            }
        }
    }

    /// Closes the connection, if there is one.
    func close() {
        if connection != nil { door.activity.noteClosed(isLost: false) }
        connection = nil
    }

    deinit { if connection != nil { door.activity.noteClosed(isLost: true) } }
}
