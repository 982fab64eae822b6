import Dispatch

/// A thread for blocking work, such as waiting for a file lock.
///
/// Swift's own pool has only as many threads as cores, shared by the whole app, so the SDK's `async` calls must not block
/// them. A serial queue gets its own thread however busy those are.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: "VinculaAuth.\(label)") }

    /// Runs work on the queue, after everything enqueued before it.
    ///
    /// It runs to completion even if the task is cancelled meanwhile.
    @discardableResult
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
