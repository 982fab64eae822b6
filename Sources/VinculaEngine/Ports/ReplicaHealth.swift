import Synchronization

/// The reason why a read replica is not used.
package enum ReplicaFault: Error, Hashable, Sendable {
    /// It shows no heartbeat of this process: it has not caught up yet, or copies another database.
    case unproven
    /// It lacks what is older than the operator allows.
    case behind
    /// It accepts writes.
    case notStandby
    case failed(detail: String)
}

extension ReplicaFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unproven: "it shows nothing that this server has written: it has not caught up yet, or copies another database"
        case .behind: "it is too far behind"
        case .notStandby: "it accepts writes, so it copies no other server"
        case .failed(let detail): detail
        }
    }
}

/// The state of a read replica, for the log and the metrics.
package final class ReplicaHealth: Sendable {
    /// The numbers of reads since the store was opened.
    package struct Reads: Hashable, Sendable {
        /// Those that the replica answered.
        package var answered = 0
        /// Those that the primary answered, because the replica could not.
        package var leftToPrimary = 0
    }

    private struct State {
        var fault: ReplicaFault? = .unproven
        /// The moment up to which the replica is known to have everything.
        var current: ContinuousClock.Instant
        var reads = Reads()
    }

    /// The time by which an answer of the replica may be out of date.
    package let tolerance: Duration
    private let state: Mutex<State>

    package init(tolerance: Duration) {
        self.tolerance = tolerance
        state = Mutex(State(current: .now))
    }

    /// The time between two heartbeats: several must fit into ``tolerance``.
    package var pause: Duration { min(.seconds(1), tolerance / 4) }

    package var reads: Reads { state.withLock { $0.reads } }

    /// The reason why the replica is not used; `nil` while it is.
    package var fault: ReplicaFault? {
        state.withLock { $0.fault ?? (.now - $0.current > tolerance ? .behind : nil) }
    }

    /// The most by which the replica is out of date; since this process began, if it has shown nothing yet.
    package var lag: Duration { state.withLock { .now - $0.current } }

    /// Notes that the replica has everything that was committed before a moment.
    package func noteCurrent(to moment: ContinuousClock.Instant) {
        state.withLock { $0.current = max($0.current, moment) }
    }

    /// Notes the result of a look at the replica.
    package func note(_ fault: ReplicaFault?) { state.withLock { $0.fault = fault } }

    /// Counts a read.
    package func noteRead(isAnswered: Bool) {
        state.withLock { if isAnswered { $0.reads.answered += 1 } else { $0.reads.leftToPrimary += 1 } }
    }
}
