import Dispatch

/// A thread for work that may block, such as waiting for the lock of a file.
///
/// Swift's own threads are as few as the cores, and shared by the whole app: none of them is kept waiting by the SDK's `async` calls.
/// A serial queue gets a thread of its own however busy those are.
struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: "VinculaAuth.\(label)") }

    /// Does work on the queue, after all that was given to it before.
    ///
    /// It is done to its end even if the task is cancelled meanwhile.
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
