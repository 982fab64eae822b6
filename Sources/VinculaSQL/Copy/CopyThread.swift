import Dispatch
import Synchronization

/// A thread for work with connections that block, which stops when its task is cancelled.
enum CopyThread {
    private final class Stop: Sendable {
        let isSet = Atomic(false)
    }

    /// - Parameter body: Gets a closure to call from time to time; it throws `CancellationError`.
    /// - Throws: Any error of the closure.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable (_ check: () throws -> Void) throws -> Result
    ) async throws -> Result {
        let stop = Stop()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .utility).async {
                    continuation.resume(
                        with: Swift.Result {
                            try body { if stop.isSet.load(ordering: .relaxed) { throw CancellationError() } }
                        })
                }
            }
        } onCancel: {
            stop.isSet.store(true, ordering: .relaxed)
        }
    }
}
