import Dispatch
import Foundation
import Synchronization

/// A few threads that hash passwords, and a short queue before them.
///
/// More threads than cores make fewer hashes a second and take 20 MiB each, so beyond the queue the
/// answer is "later", at once. Nothing of it runs on an event loop or on Swift's cooperative threads.
public final class HashPool: Sendable {
    /// The queue is full, or the job waited too long.
    public struct Overloaded: Error, Hashable {
        /// How long it takes the threads to work off what waits now, in seconds.
        public let retryAfterSeconds: Int
    }

    private struct Job {
        let deadline: ContinuousClock.Instant
        let run: @Sendable (Bool) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
        /// What a job takes of late, in seconds.
        var jobSeconds = 0.02
        var done = 0
    }

    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let capacity: Int
    private let patience: Duration
    private let threads: Int

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - threads: How many; as many as cores is best.
    ///   - capacity: How many jobs may wait.
    ///   - patience: How long a job may wait before it is refused.
    public init(threads: Int, capacity: Int = 64, patience: Duration = .seconds(2)) {
        self.capacity = capacity
        self.patience = patience
        self.threads = max(1, threads)
        for number in 1...self.threads {
            let thread = Thread { [weak self, wakeUps] in
                while true {
                    wakeUps.wait()
                    guard let self, self.runNext() else { return }
                }
            }
            thread.name = "hash-\(number)"
            thread.start()
        }
    }

    deinit { close() }

    /// How many jobs wait now.
    public var waiting: Int { state.withLock { $0.jobs.count } }
    /// How many jobs were done since the start, refused ones aside.
    public var done: Int { state.withLock { $0.done } }

    /// Ends the threads once the waiting jobs are refused.
    public func close() {
        let refused = state.withLock { state in
            let jobs = state.jobs
            state = State(jobs: [], isClosed: true, done: state.done)
            return jobs
        }
        refused.forEach { $0.run(false) }
        (0..<threads).forEach { _ in wakeUps.signal() }
    }

    /// Runs a job on one of the threads.
    ///
    /// - Throws: ``Overloaded``, or what the job throws.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(deadline: .now + patience) { admitted in
                continuation.resume(with: Swift.Result { if admitted { try body() } else { throw self.overloaded } })
            }
            let isQueued = state.withLock { state in
                guard !state.isClosed, state.jobs.count < capacity else { return false }
                state.jobs.append(job)
                return true
            }
            if isQueued { wakeUps.signal() } else { job.run(false) }
        }
    }

    /// - Returns: Whether the thread goes on.
    private func runNext() -> Bool {
        let (job, isClosed) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isClosed) }
        guard let job else { return !isClosed }
        let start = ContinuousClock.now
        let isAdmitted = job.deadline > start
        if isAdmitted { state.withLock { $0.done += 1 } }
        job.run(isAdmitted)
        if isAdmitted {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            state.withLock { $0.jobSeconds += (seconds - $0.jobSeconds) / 16 }
        }
        return true
    }

    private var overloaded: Overloaded {
        let (waiting, jobSeconds) = state.withLock { ($0.jobs.count, $0.jobSeconds) }
        let seconds = Double(waiting) * jobSeconds / Double(threads)
        return Overloaded(retryAfterSeconds: max(1, min(60, Int(seconds.rounded(.up)))))
    }
}
