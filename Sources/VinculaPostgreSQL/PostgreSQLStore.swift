package import VinculaEngine
import VinculaSQL

/// A store in a PostgreSQL database, which other servers may use at the same time.
///
/// A write runs beside others, as a serializable transaction. If it met another one's changes, it is undone and runs again alone:
/// it waits until no other write is running, and new ones wait for it. So no write is undone again and again. Closures must be safe
/// to run twice. Call ``migrate()`` before anything else.
package final class PostgreSQLStore: Store {
    /// The maximum number of times that a write runs.
    private static let mostAttempts = 5

    // The lock is taken before the transaction sees anything; what it sees does not change afterwards.
    private static let besideOthers = ["BEGIN ISOLATION LEVEL SERIALIZABLE", "LOCK TABLE writer_turns IN ROW EXCLUSIVE MODE"]
    // What is alone need not be checked against others. The check would also find those that have just ended: the server releases
    // their locks before it notes that.
    private static let alone = ["BEGIN ISOLATION LEVEL REPEATABLE READ", "LOCK TABLE writer_turns IN EXCLUSIVE MODE"]
    // Each statement waits for others' changes of its rows, and then decides by what they left.
    private static let claiming = ["BEGIN ISOLATION LEVEL READ COMMITTED", "LOCK TABLE writer_turns IN ROW EXCLUSIVE MODE"]

    /// The time between two looks at what other servers have changed, beside those at once when they tell it.
    package static let pause = Duration.seconds(2)

    package let health = StoreHealth()
    package let changes = ChangeFeed()
    private let address: PostgreSQLAddress
    private let readers: ConnectionPool
    private let writers: ConnectionPool
    private let rules: SessionRules

    /// Creates a store, which connects when it is used.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - connections: The maximum number of connections; half of them write.
    ///   - limits: The time that the server gives to what they do.
    ///   - role: The part that this process plays. Alone, it has one connection that writes.
    ///   - acceptsUnfinishedCopy: `true` for whoever makes a copy.
    package init(
        _ address: PostgreSQLAddress, connections: Int = 16, limits: SessionLimits = SessionLimits(),
        role: DatabaseRole = .command, acceptsUnfinishedCopy: Bool = false
    ) {
        self.address = address
        rules = SessionRules(limits, role, acceptsUnfinishedCopy: acceptsUnfinishedCopy)
        let connections = role == .alone ? 2 : connections
        writers = ConnectionPool(
            size: max(1, connections / 2),
            door: ConnectionDoor(address, rules: rules, writes: true, activity: health.activity))
        readers = ConnectionPool(
            size: max(1, connections - connections / 2),
            door: ConnectionDoor(address, rules: rules, writes: false, activity: health.activity))
    }

    /// The sealed secret by which a changed master key is noticed: nothing else changes it.
    package static let watchedSecret = "refresh-token-key"

    /// Refuses to open further connections once the master key was changed.
    ///
    /// The connections that are open keep others from changing it.
    package func watchMasterKey() async throws {
        let sealed = try await read { try $0.sealedSecret(Self.watchedSecret) }
        if let sealed { rules.require(sealed) }
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        do {
            return try await readers.run { slot in try Self.read(slot, body) }
        } catch {
            throw noted(error)
        }
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await write(isClaim: false, body)
    }

    /// Works on the result after the commit: it is one message to the database and its answer.
    package func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try meanwhile(try await write(isClaim: false, body))
    }

    /// Opens a connection that writes.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package func connect() async throws {
        do {
            try await writers.run { slot in _ = try slot.connected() }
        } catch let error as PostgreSQLError {
            throw noted(error)
        }
    }

    package func claim<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await write(isClaim: true, body)
    }

    private func write<Result: Sendable>(
        isClaim: Bool, _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changed) = try await noting {
            try await writers.run { [health] slot in try Self.write(slot, isClaim: isClaim, health.activity, body) }
        }
        changes.note(changed)
        return result
    }

    package func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        let listener = ChangeListener(address) { [changes] in changes.wake() }
        listener.start()
        await changes.follow(self, every: Self.pause, changed)
        listener.stop()
    }

    package var isShared: Bool { true }

    package func migrate() async throws { try await noting { try await writers.run(Migrations.run) } }

    package func tryToWrite() async throws {
        try await noting {
            // A record in the log of the database that nobody reads. The commit waits for it as for any other.
            try await writers.run { slot in
                while true {
                    let connection = try slot.connected()
                    let mayBeStale = connection.wasUsed
                    do {
                        try connection.script("SELECT pg_logical_emit_message(true, 'vincula', '')")
                        return
                    } catch  where mayBeStale && connection.isBroken {
                        // As for reads: the next connection is a new one.
                    }
                }
            }
        }
    }

    package func close() async throws {
        await readers.close()
        await writers.close()
    }

    private static func read<Result>(
        _ slot: ConnectionSlot, _ body: (any ReadTransaction) throws -> Result
    ) throws -> Result {
        var attempts = 0
        while true {
            attempts += 1
            let connection = try slot.connected()
            let mayBeStale = connection.wasUsed
            connection.begin(["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"])
            defer { connection.rollBack() }
            do {
                return try body(connection.transaction)
            } catch  where mayBeStale && connection.isBroken {
                // The server was started again since the last use. The next connection is a new one.
            } catch let error as PostgreSQLError where error.isFromOthers && attempts < mostAttempts {
                // A migration changes the same tables, and one of the two had to give way.
            }
        }
    }

    private static func write<Result>(
        _ slot: ConnectionSlot, isClaim: Bool, _ activity: StoreActivity, _ body: (any WriteTransaction) throws -> Result
    ) throws -> (result: Result, changed: Set<ChangeTopic>) {
        var attempts = 0
        while true {
            attempts += 1
            let isAlone = attempts > 1 && !isClaim
            if attempts > 1 { activity.noteRepeat() }
            // A claim has seen whatever its statements met.
            let isFinal = isAlone || isClaim
            let connection = try slot.connected()
            let mayBeStale = connection.wasUsed
            connection.begin(isClaim ? claiming : isAlone ? alone : besideOthers)
            var isCommitting = false
            do {
                let result = try connection.write(body)
                // Another write may have made what this one broke a rule with, and this one has not seen it.
                if connection.metViolation && !isFinal {
                    connection.rollBack()
                    continue
                }
                isCommitting = true
                try connection.commit()
                return result
            } catch {
                connection.rollBack()
                let isLost = connection.isBroken && mayBeStale && !isCommitting
                let isUndone = (error as? PostgreSQLError)?.isFromOthers == true || (connection.metViolation && !isFinal)
                guard attempts < mostAttempts, isLost || isUndone else { throw error }
            }
        }
    }

    private func noting<Result>(_ write: () async throws -> Result) async throws -> Result {
        do {
            let result = try await write()
            health.noteWrite()
            return result
        } catch {
            throw noted(error)
        }
    }

    /// Records an error caused by the store, and converts it to `StoreUnavailable`.
    private func noted(_ error: any Error) -> any Error {
        guard let failure = StoreUnavailable(error) else { return error }
        health.note(failure)
        return failure
    }
}
