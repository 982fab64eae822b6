import Synchronization
import VinculaEngine

/// What came of mails, for the operator.
public final class MailCounts: Sendable {
    private let counts = Mutex((sent: 0, failed: 0, refused: 0, tooLongTemplates: 0))

    public init() {}

    /// Mails that the mail server took.
    public var sent: Int { counts.withLock { $0.sent } }
    /// Attempts that failed.
    public var failed: Int { counts.withLock { $0.failed } }
    /// Mails that nobody will ever take.
    public var refused: Int { counts.withLock { $0.refused } }

    /// Mails that went out in our own words, because the project's template would have made them too long.
    public var tooLongTemplates: Int { counts.withLock { $0.tooLongTemplates } }

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
