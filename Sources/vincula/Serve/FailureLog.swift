import Logging
import Synchronization

/// Logs the first of several failures of the same work.
final class FailureLog: Sendable {
    private let logger: Logger
    private let failing = Mutex<Set<String>>([])

    init(_ logger: Logger) { self.logger = logger }

    /// Does some work. A failure is logged, unless the work failed the last time, too.
    ///
    /// - Parameters:
    ///   - failure: What the log says; it names the work.
    ///   - work: The work.
    func attempt(_ failure: String, _ work: () async throws -> Void) async {
        do {
            try await work()
            failing.withLock { _ = $0.remove(failure) }
        } catch is CancellationError {
            return
        } catch {
            let isNew = failing.withLock { $0.insert(failure).inserted }
            if isNew { logger.error("\(failure)", metadata: ["error": "\(error)"]) }
        }
    }
}
