import Foundation
import Synchronization
import VinculaEngine
import VinculaSQL

/// A standby that answers what may be some seconds old.
///
/// Each process has a row of its own in the primary, its heartbeat, into which it writes the next number several times in the time
/// that answers may be late, and remembers when. Each read of the standby first reads that number, in the same snapshot: everything
/// that was committed before it was written is there. So neither clocks nor positions in the log are compared, and a standby that
/// has stopped, has left the primary's history or copies another database proves nothing.
final class ReadReplica: Sendable {
    private struct Heartbeat {
        let number: Int64
        /// The moment before it was written.
        let since: ContinuousClock.Instant
    }

    private struct State {
        var heartbeats: [Heartbeat] = []
        var last: Int64 = 0
        var checkedAt: ContinuousClock.Instant?
        var isChecking = false
    }

    /// The longest time of a statement, in milliseconds: the primary may have to answer after that.
    private static let mostStatement = 10_000
    /// The names of all heartbeats among the leases.
    private static let prefix = "heartbeat/"

    let health: ReplicaHealth
    private let pool: ConnectionPool
    // Each a connection of its own: load must not make the replica look old.
    private let heart: ConnectionPool
    private let probe: ConnectionPool
    /// Nothing that this process did not write has it.
    private let name = prefix + UUID().uuidString
    private let state = Mutex(State())

    /// - Parameters:
    ///   - address: The standby.
    ///   - tolerance: The time by which answers may be out of date.
    ///   - connections: The maximum number of connections.
    ///   - primary: The primary.
    ///   - rules: The rules of the primary's sessions.
    init(
        _ address: PostgreSQLAddress, tolerance: Duration, connections: Int, of primary: PostgreSQLAddress, rules: SessionRules
    ) {
        health = ReplicaHealth(tolerance: tolerance)
        let limited = rules.limited(statement: Self.mostStatement)
        func make(_ size: Int, _ address: PostgreSQLAddress, writes: Bool = false) -> ConnectionPool {
            // They do not count among the connections that requests wait for.
            let door = ConnectionDoor(address, rules: limited, writes: writes, activity: StoreActivity())
            return ConnectionPool(size: size, door: door)
        }
        pool = make(connections, address)
        probe = make(1, address)
        heart = make(1, primary, writes: true)
    }

    /// Reads one consistent state.
    ///
    /// - Returns: `nil` if the primary has to answer.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async -> Result? {
        // A command has nobody else who does.
        if isDue { await check() }
        guard health.fault == nil else {
            health.noteRead(isAnswered: false)
            return nil
        }
        do {
            let result = try await pool.run { [self] slot in try proving(slot, body) }
            health.noteRead(isAnswered: true)
            return result
        } catch {
            // What the closure threw may be due to the missing changes.
            if let fault = Self.fault(error) { health.note(fault) }
            health.noteRead(isAnswered: false)
            return nil
        }
    }

    /// Writes a heartbeat, and looks whether the replica can be used.
    func check() async {
        let isFirst = state.withLock { state in
            guard !state.isChecking else { return false }
            state.isChecking = true
            state.checkedAt = .now
            return true
        }
        guard isFirst else { return }
        defer { state.withLock { $0.isChecking = false } }
        // If the primary cannot be written, the replica is used for as long as its last heartbeat is young enough.
        try? await beat()
        do {
            try await probe.run { [self] slot in try proving(slot) { _ in } }
            health.note(nil)
        } catch {
            health.note(Self.fault(error) ?? .failed(detail: (error as? StoreUnavailable)?.detail ?? "\(error)"))
        }
    }

    func stopWaiting() { for pool in [pool, probe, heart] { pool.giveUp() } }

    func close() async { for pool in [pool, probe, heart] { await pool.close() } }

    /// Indicates whether nobody has looked for a while.
    private var isDue: Bool {
        state.withLock { state in state.checkedAt.map { .now - $0 > health.pause * 2 } ?? true }
    }

    private func beat() async throws {
        let number = state.withLock { state in
            state.last += 1
            let now = ContinuousClock.now
            state.heartbeats.removeAll { now - $0.since > health.tolerance * 2 }
            state.heartbeats.append(Heartbeat(number: state.last, since: now))
            return state.last
        }
        let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        var sql = """
            INSERT INTO leases (name, holder, until) VALUES ('\(name)', '\(number)', \(now) + 3600000)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
            """
        // Those of processes that are gone.
        if number == 1 { sql = "DELETE FROM leases WHERE name LIKE '\(Self.prefix)%' AND until < \(now); \(sql)" }
        try await heart.run { [sql] slot in try slot.runAgainIfLost { _ = try $0.script(sql) } }
    }

    /// Reads one consistent state, after a proof that it is young enough.
    ///
    /// - Throws: `ReplicaFault`, or any error of the closure or the connection.
    private func proving<Result>(
        _ slot: ConnectionSlot, _ body: (any ReadTransaction) throws -> Result
    ) throws -> Result {
        let connection = try slot.connected()
        try connection.beginRead()
        defer { connection.rollBack() }
        do {
            try prove(connection)
        } catch let fault as ReplicaFault {
            // The address may lead to another server next time.
            slot.close()
            throw fault
        }
        return try body(connection.transaction)
    }

    private func prove(_ connection: PostgreSQLConnection) throws {
        var (isStandby, number): (Bool, Int64?) = (false, nil)
        try connection.query(
            "SELECT pg_is_in_recovery(), (SELECT holder FROM leases WHERE name = ?)", [name]
        ) { columns in
            isStandby = try columns.integer(at: 0) == 1
            number = try columns.text(at: 1).flatMap { Int64($0) }
            return false
        }
        guard isStandby else { throw ReplicaFault.notStandby }
        guard let number else { throw ReplicaFault.unproven }
        // Older ones are forgotten.
        let heartbeat = state.withLock { $0.heartbeats.first { $0.number == number } }
        guard let since = heartbeat?.since else { throw ReplicaFault.behind }
        health.noteCurrent(to: since)
        guard .now - since <= health.tolerance else { throw ReplicaFault.behind }
    }

    /// The reason why the replica is not used after an error; `nil` if it can be.
    private static func fault(_ error: any Error) -> ReplicaFault? {
        switch error {
        case let fault as ReplicaFault: fault
        case let error as PostgreSQLError where error.endsConnection: .failed(detail: error.description)
        case let error as PostgreSQLSetupError: .failed(detail: error.description)
        default: nil
        }
    }
}
