import Foundation
import Synchronization
import VinculaEngine

/// Finds out whether the database takes writes, by what every write needs: the right to change a row, on a server that accepts
/// changes and confirms commits.
///
/// It has a connection of its own, because those of requests may all be waiting for a commit.
final class WriteProbe: Sendable {
    private struct State {
        var isFirst = true
        var hasFailed = false
    }

    /// The time after which a commit that nobody confirms counts as failed, in milliseconds.
    private static let patience = 4_000
    /// The time of a statement, in milliseconds: one that waits for somebody's lock says nothing about the server.
    private static let statement = 3_000
    /// The names of all probes among the leases.
    private static let prefix = "probe/"

    private let pool: ConnectionPool
    /// The row of this process, which no other touches.
    private let name = prefix + UUID().uuidString
    private let state = Mutex(State())

    init(_ address: PostgreSQLAddress, rules: SessionRules) {
        // It does not count among the connections that requests wait for.
        pool = ConnectionPool(
            size: 1,
            door: ConnectionDoor(
                address, rules: rules.limited(statement: Self.statement), writes: true, activity: StoreActivity()))
    }

    /// Indicates whether the last attempt failed.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Changes a row, and waits for the commit.
    ///
    /// - Parameters:
    ///   - fault: The reason why the database is considered unusable.
    ///   - others: The connections to use if the server allows no further one.
    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``, `StoreUnavailable`.
    func write(after fault: StoreUnavailable?, others: ConnectionPool?) async throws {
        do {
            do {
                try await write(on: pool, after: fault)
            } catch let error as PostgreSQLError where error.isWantOfConnections {
                guard let others else { throw error }
                try await write(on: others, after: fault)
            }
            state.withLock { $0.hasFailed = false }
        } catch {
            // One that waited for somebody's lock says nothing about the server.
            if StoreUnavailable(error)?.reason != .busy { state.withLock { $0.hasFailed = true } }
            throw error
        }
    }

    private func write(on pool: ConnectionPool, after fault: StoreUnavailable?) async throws {
        let isFirst = state.withLock { $0.isFirst }
        let sql = sql(isFirst: isFirst, after: fault)
        let isOwn = pool === self.pool
        try await pool.run { slot in
            // What an operator sets for the database or its user is valid for new sessions.
            if isOwn, let fault, [.readOnly, .notPermitted].contains(fault.reason) { slot.close() }
            if isOwn { try Self.write(sql, on: slot) } else { try slot.runAgainIfLost { _ = try $0.script(sql) } }
        }
        if isFirst { state.withLock { $0.isFirst = false } }
    }

    private static func write(_ sql: String, on slot: ConnectionSlot) throws {
        while true {
            let connection = try slot.connected()
            let mayBeStale = connection.wasUsed
            connection.wait(atMost: Int32(patience))
            let start = ContinuousClock.now
            do {
                try connection.script(sql)
                return
            } catch let error as PostgreSQLError {
                let isSilent = error == .noConnection && .now - start >= .milliseconds(patience)
                if error.endsConnection { slot.close() }
                if isSilent { throw PostgreSQLError.noCommit }
                // The server was started again since the last time.
                guard mayBeStale, error == .noConnection else { throw error }
            }
        }
    }

    private func sql(isFirst: Bool, after fault: StoreUnavailable?) -> String {
        let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        var statements = [
            """
            INSERT INTO leases (name, holder, until) VALUES ('\(name)', '', \(now) + 3600000)
            ON CONFLICT (name) DO UPDATE SET until = excluded.until
            """
        ]
        // Those of processes that are gone.
        if isFirst { statements.insert("DELETE FROM leases WHERE name LIKE '\(Self.prefix)%' AND until < \(now)", at: 0) }
        // A row that changes in its page needs no space; sorting this does, 16 MB however much memory a sort may have. The rows
        // are few and wide: a busy server must be able to sort them before the statement's time is over.
        if fault?.reason == .diskFull {
            statements =
                [
                    "SELECT set_config('work_mem', '64kB', true)",
                    """
                    SELECT wide FROM (SELECT repeat(md5(n::text), 1000) AS wide FROM generate_series(1, 500) AS n) AS rows
                    ORDER BY wide OFFSET 500
                    """,
                ] + statements
        }
        return statements.joined(separator: "; ")
    }

    /// Gives up what is being waited for, and leaves the row to others.
    func stopWaiting() {
        state.withLock { $0.hasFailed = true }
        pool.giveUp()
    }

    /// Removes the row, unless the database does not take writes anyway, and closes the connection.
    func close() async {
        if state.withLock({ !$0.isFirst && !$0.hasFailed }) {
            let sql = "DELETE FROM leases WHERE name = '\(name)'"
            try? await pool.run { slot in if slot.isConnected { try slot.connected().script(sql) } }
        }
        await pool.close()
    }
}
