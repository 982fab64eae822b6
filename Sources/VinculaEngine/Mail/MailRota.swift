import Synchronization
import VinculaCore

/// The turns of one process's workers: see ``MailTurns``.
package final class MailRota: Sendable {
    /// The time that a project is skipped if its mails cannot be read, in seconds.
    private static let restSeconds: Int64 = 30

    private struct State {
        var turns: MailTurns
        /// True if a worker found mails that were due, but no turn.
        var hasTurnedAway = false
    }

    private let state: Mutex<State>

    /// - Parameter workers: The number of mails that may be in progress at a time.
    package init(workers: Int) { state = Mutex(State(turns: MailTurns(workers: workers))) }

    func begin(_ waiting: [String: Timestamp], now: Timestamp) -> String? {
        state.withLock { state in
            let project = state.turns.begin(waiting, now: now)
            if project == nil { state.hasTurnedAway = true }
            return project
        }
    }

    /// Ends a turn.
    ///
    /// - Parameter failedAt: The time at which the project's mails could not be read, if they could not.
    /// - Returns: Whether a worker is waiting for it.
    func end(_ project: String, failedAt: Timestamp? = nil) -> Bool {
        state.withLock { state in
            state.turns.end(project)
            if let failedAt { state.turns.rest(project, until: failedAt.adding(seconds: Self.restSeconds)) }
            defer { state.hasTurnedAway = false }
            return state.hasTurnedAway
        }
    }
}
