import Synchronization
package import VinculaEngine

/// Counts of sent and failed messages of one channel, for the operator.
package final class DeliveryCounts: Sendable {
    private let counts = Mutex((sent: 0, failed: 0, refused: 0))
    private let ended: (@Sendable (MessageOutcome, Duration) -> Void)?

    /// - Parameter ended: Called after each attempt, with its outcome and the time that it took.
    package init(ended: (@Sendable (MessageOutcome, Duration) -> Void)? = nil) { self.ended = ended }

    /// The number of messages that were accepted.
    package var sent: Int { counts.withLock { $0.sent } }
    /// The number of failed attempts.
    package var failed: Int { counts.withLock { $0.failed } }
    /// The number of messages that were given up.
    package var refused: Int { counts.withLock { $0.refused } }

    func note(_ outcome: MessageOutcome, since start: ContinuousClock.Instant) {
        ended?(outcome, ContinuousClock.now - start)
        counts.withLock { counts in
            switch outcome {
            case .sent: counts.sent += 1
            case .failed: counts.failed += 1
            case .refused: counts.refused += 1
            }
        }
    }
}
