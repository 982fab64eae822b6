import Synchronization
import VinculaEngine

/// Counts of sent and failed mails, for the operator.
package final class MailCounts: Sendable {
    private let counts = Mutex((sent: 0, failed: 0, refused: 0, tooLongTemplates: 0))

    package init() {}

    /// The number of mails that the mail server accepted.
    package var sent: Int { counts.withLock { $0.sent } }
    /// The number of failed attempts.
    package var failed: Int { counts.withLock { $0.failed } }
    /// The number of mails that were refused for good.
    package var refused: Int { counts.withLock { $0.refused } }

    /// The number of mails sent with the built-in template, because the project's own would have made them too long.
    package var tooLongTemplates: Int { counts.withLock { $0.tooLongTemplates } }

    func noteTooLongTemplate() { counts.withLock { $0.tooLongTemplates += 1 } }

    func note(_ outcome: MailOutcome) {
        counts.withLock { counts in
            switch outcome {
            case .sent: counts.sent += 1
            case .failed: counts.failed += 1
            case .refused: counts.refused += 1
            }
        }
    }
}
