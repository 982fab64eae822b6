import Logging
import Synchronization
import VinculaEngine

/// The log of what this process does again and again beside the requests.
///
/// While the store cannot be used, all of it fails every few seconds for the same reason, so one line a minute says so.
enum FailureLog {
    private static let last = Mutex<ContinuousClock.Instant?>(nil)

    /// Logs a failure, unless the store is the reason and that was logged within the last minute.
    static func error(_ message: Logger.Message, _ error: any Error, _ logger: Logger) {
        guard !(error is StoreUnavailable) || isDue() else { return }
        logger.error(message, metadata: ["error": "\(error)"])
    }

    private static func isDue() -> Bool {
        last.withLock { last in
            let now = ContinuousClock.now
            if let before = last, now - before < .seconds(60) { return false }
            last = now
            return true
        }
    }
}
