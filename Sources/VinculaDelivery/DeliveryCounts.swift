import Synchronization
import VinculaEngine

/// Counts of sent and failed messages of one channel, for the operator.
package final class DeliveryCounts: Sendable {
    private let counts = Mutex((sent: 0, failed: 0, refused: 0))

    package init() {}

    /// The number of messages that were accepted.
    package var sent: Int { counts.withLock { $0.sent } }
    /// The number of failed attempts.
    package var failed: Int { counts.withLock { $0.failed } }
    /// The number of messages that were given up.
    package var refused: Int { counts.withLock { $0.refused } }

    func note(_ outcome: MessageOutcome) {
        counts.withLock { counts in
            switch outcome {
            case .sent: counts.sent += 1
            case .failed: counts.failed += 1
            case .refused: counts.refused += 1
            }
        }
    }
}
