import Foundation
package import VinculaEngine
import VinculaSQL

/// A store in a PostgreSQL database, which other servers may use at the same time.
///
/// A write runs beside others, as a serializable transaction. If it met another one's changes, it is undone and runs again, at last
/// alone: it waits until no other write is running, and new ones wait for it. So no write is undone again and again; see
/// `WriteRetries`. Closures must be safe to run several times. Call ``migrate()`` before anything else.
package final class PostgreSQLStore: Store {
    /// The maximum number of times that a read runs.
    private static let mostAttempts = 5

    /// The time between two looks at what other servers have changed, beside those at once when they tell it.
    package static let pause = Duration.seconds(2)

    package let health = StoreHealth()
    package let changes = ChangeFeed()
    private let address: PostgreSQLAddress
    let readers: ConnectionPool
    private let writers: ConnectionPool
    private let rules: SessionRules
    private let youngTables = YoungTables()
    private let crowd = WriteRetries.Crowd()
    private let readReplica: ReadReplica?
    private let probe: WriteProbe

    /// Creates a store, which connects when it is used.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - connections: The maximum number of connections; half of them write.
    ///   - limits: The time that the server gives to what they do.
    ///   - role: The part that this process plays. Alone, it has one connection that writes.
    ///   - acceptsUnfinishedCopy: `true` for whoever makes a copy.
    ///   - replica: A standby that answers what may be old, and the time by which it may be; it gets as many connections as
    ///     those that read.
    package init(
        _ address: PostgreSQLAddress, connections: Int = 16, limits: SessionLimits = SessionLimits(),
        role: DatabaseRole = .command, acceptsUnfinishedCopy: Bool = false,
        replica: (address: PostgreSQLAddress, tolerance: Duration)? = nil
    ) {
        self.address = address
        rules = SessionRules(limits, role, acceptsUnfinishedCopy: acceptsUnfinishedCopy)
        let connections = role == .alone ? 2 : connections
        writers = ConnectionPool(
            size: max(1, connections / 2),
            door: ConnectionDoor(address, rules: rules, writes: true, activity: health.activity))
        probe = WriteProbe(address, rules: rules)
        let readerCount = max(1, connections - connections / 2)
        readers = ConnectionPool(
            size: readerCount, door: ConnectionDoor(address, rules: rules, writes: false, activity: health.activity))
        readReplica = replica.map { [rules] in
            ReadReplica($0.address, tolerance: $0.tolerance, connections: readerCount, of: address, rules: rules)
        }
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
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        do {
            // What cannot be asked has no answer; the closure finds that out.
            let statements = (try? queries.map { try StatementAhead(ExpectedStatement($0)) }) ?? []
            let announced = ConnectionPool.Announced<Result>(statements) { answers in
                let read = AnsweredRead(answers)
                let result = Swift.Result { try body(read.transaction) }
                return read.hasMissed ? nil : result
            }
            return try await readers.run(announcing: statements.isEmpty ? nil : announced) { slot in
                try Self.read(slot, body)
            }
        } catch {
            throw noted(error)
        }
    }

    package func survey<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        if let readReplica, let result = await readReplica.read(body) { return result }
        return try await read(body)
    }

    package var replica: ReplicaHealth? { readReplica?.health }

    package func checkReplica() async { await readReplica?.check() }

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

    package func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try meanwhile(try await write(isClaim: true, body))
    }

    private func write<Result: Sendable>(
        isClaim: Bool, _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changed) = try await noting {
            try await writers.run { [health, crowd] slot in
                try Self.write(slot, WriteRetries(isClaim: isClaim, crowd: crowd), health.activity, body)
            }
        }
        changes.note(changed)
        analyzeYoungTables()
        return result
    }

    /// Has the planner look at tables that have grown, from time to time. Nobody waits for it.
    private func analyzeYoungTables() {
        guard youngTables.isDue() else { return }
        Task { [writers] in try? await writers.run { slot in _ = try slot.connected().script(YoungTables.analysis) } }
    }

    package func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        let listener = ChangeListener(address, rules: rules) { [changes] in changes.wake() }
        listener.start()
        // Others write, too, such as a command that imports accounts.
        let looks = Task {
            while !Task.isCancelled {
                analyzeYoungTables()
                try? await Task.sleep(for: Self.pause)
            }
        }
        await changes.follow(self, every: Self.pause, changed)
        looks.cancel()
        listener.stop()
    }

    package var isShared: Bool { true }
    package var runsWritesSideBySide: Bool { true }

    package func migrate() async throws { try await noting { try await writers.run(Migrations.run) } }

    package func tryToWrite() async throws {
        do {
            try await probe.write(after: health.fault, others: writers)
            health.noteWrite()
        } catch {
            throw noted(error)
        }
    }

    package func stopWaiting() {
        readReplica?.stopWaiting()
        probe.stopWaiting()
        readers.giveUp()
        writers.giveUp()
    }

    package func close() async throws {
        await readReplica?.close()
        await probe.close()
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
            defer { connection.rollBack() }
            do {
                try connection.beginRead()
                return try body(connection.transaction)
            } catch  where mayBeStale && connection.isBroken {
                // The server was started again since the last use. The next connection is a new one.
            } catch let error as PostgreSQLError where error.isFromOthers && attempts < mostAttempts {
                // A migration changes the same tables, and one of the two had to give way.
            }
        }
    }

    private static func write<Result>(
        _ slot: ConnectionSlot, _ retries: WriteRetries, _ activity: StoreActivity,
        _ body: (any WriteTransaction) throws -> Result
    ) throws -> (result: Result, changed: Set<ChangeTopic>) {
        var retries = retries
        while true {
            let connection = try slot.connected()
            let mayBeStale = connection.wasUsed
            connection.begin(retries.mode, wait: retries.longestWait)
            var isCommitting = false
            let failure: WriteRetries.Failure
            var reason: (any Error)?
            do {
                let result = try connection.write(body)
                // Another write may have made what this one broke a rule with, and this one has not seen it.
                guard connection.metViolation, !retries.isFinal else {
                    isCommitting = true
                    try connection.commit()
                    return result
                }
                failure = .violation
            } catch {
                reason = error
                if connection.isBroken {
                    guard mayBeStale, !isCommitting else { throw error }
                    failure = .lost
                } else if connection.mustBeAlone {
                    failure = .mustBeAlone
                } else if connection.isNotAlone {
                    failure = .notAlone
                } else if (error as? PostgreSQLError)?.isFromOthers == true {
                    failure = .undone
                } else if connection.metViolation, !retries.isFinal {
                    failure = .violation
                } else {
                    connection.rollBack()
                    throw error
                }
            }
            connection.rollBack()
            guard let pause = retries.pause(after: failure) else { throw reason ?? PostgreSQLError.undone }
            activity.noteRepeat()
            if pause > 0 { Thread.sleep(forTimeInterval: pause / 1_000) }
        }
    }

    private func noting<Result>(_ write: () async throws -> Result) async throws -> Result {
        do {
            let result = try await write()
            noteWrite()
            return result
        } catch {
            throw noted(error)
        }
    }

    /// Records a successful write, unless it proves nothing: it may have changed no row, or its session may be older than what an
    /// operator has set since. Then the next ``tryToWrite()`` decides.
    private func noteWrite() {
        guard !probe.hasFailed else { return }
        switch health.fault?.reason {
        case .readOnly, .notPermitted, .diskFull: break
        default: health.noteWrite()
        }
    }

    /// Records an error caused by the store, and converts it to `StoreUnavailable`.
    private func noted(_ error: any Error) -> any Error {
        guard let failure = StoreUnavailable(error) else { return error }
        health.note(failure)
        return failure
    }
}
