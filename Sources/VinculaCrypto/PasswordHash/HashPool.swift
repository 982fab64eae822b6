import Dispatch
import Foundation
import Synchronization
package import VinculaCore

/// A few threads that hash passwords, with a short queue.
///
/// More threads than cores make fewer hashes a second and take 20 MiB each, so jobs beyond the queue are rejected at once.
/// None of this runs on an event loop or on Swift's cooperative threads.
package final class HashPool: Sendable {
    /// The queue is full, or the job waited too long.
    package struct Overloaded: Error, Hashable {
        /// The time that the threads need for the jobs waiting now, in seconds.
        package let retryAfterSeconds: Int
    }

    private struct Job {
        let deadline: ContinuousClock.Instant
        let isHeavy: Bool
        let isImported: Bool
        let run: @Sendable (Bool) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
        /// True while a job runs that takes much memory.
        var hasHeavy = false
        /// The number of wake-ups that found nothing but heavy jobs while another one ran.
        var postponed = 0
        /// The recent average duration of a job, in seconds.
        var jobSeconds = 0.02
        var done = 0
        /// The times that jobs waited for a thread.
        var waits = DurationHistogram()
        /// True if the job that was taken last was an imported hash.
        var tookImported = false

        /// Takes the next job that may run now. Imported hashes and our own take turns while both wait, because one of the
        /// former may take as long as fifty of the latter.
        mutating func next() -> Job? {
            let index = first(isImported: !tookImported) ?? first(isImported: tookImported)
            guard let index else {
                if !jobs.isEmpty { postponed += 1 }
                return nil
            }
            if jobs[index].isHeavy { hasHeavy = true }
            tookImported = jobs[index].isImported
            return jobs.remove(at: index)
        }

        private func first(isImported: Bool) -> Int? {
            jobs.firstIndex { $0.isImported == isImported && !($0.isHeavy && hasHeavy) }
        }
    }

    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let capacity: Int
    private let patience: Duration
    private let threads: Int
    private let ended: (@Sendable (Duration) -> Void)?

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - threads: The number of threads; the number of cores is best.
    ///   - capacity: The number of jobs that may wait.
    ///   - patience: The time that a job may wait before it is refused.
    ///   - ended: Called in the task of whoever asked for a job that has ended, with the time that it took; `nil` if nobody wants
    ///     to know.
    package init(
        threads: Int, capacity: Int = 64, patience: Duration = .seconds(2), ended: (@Sendable (Duration) -> Void)? = nil
    ) {
        self.ended = ended
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

    /// The number of jobs waiting now.
    package var waiting: Int { state.withLock { $0.jobs.count } }
    /// The number of jobs done since the start, without refused ones.
    package var done: Int { state.withLock { $0.done } }
    /// The times that jobs waited for a thread, those of refused ones included.
    package var waits: DurationHistogram { state.withLock { $0.waits } }

    /// Refuses the waiting jobs, then ends the threads.
    package func close() {
        let refused = state.withLock { state in
            let jobs = state.jobs
            state = State(jobs: [], isClosed: true, done: state.done, waits: state.waits)
            return jobs
        }
        refused.forEach { $0.run(false) }
        (0..<threads).forEach { _ in wakeUps.signal() }
    }

    /// Runs a job on one of the threads.
    ///
    /// - Parameters:
    ///   - isHeavy: `true` if the job takes more memory than other jobs; only one such job runs at a time.
    ///   - isImported: `true` for a hash of another system, however long it takes; a quarter of the queue is for these.
    ///   - body: The job.
    /// - Throws: ``Overloaded``, or what the job throws.
    package func run<Result: Sendable>(
        isHeavy: Bool = false, isImported: Bool = false, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let start = ended == nil ? nil : ContinuousClock.now
        defer { if let start { ended?(ContinuousClock.now - start) } }
        return try await withCheckedThrowingContinuation { continuation in
            let job = Job(deadline: .now + patience, isHeavy: isHeavy, isImported: isImported) { admitted in
                continuation.resume(with: Swift.Result { if admitted { try body() } else { throw self.overloaded } })
            }
            let isQueued = state.withLock { state in
                guard !state.isClosed, state.jobs.count < capacity else { return false }
                guard !isImported || state.jobs.count(where: \.isImported) < max(1, capacity / 4) else { return false }
                state.jobs.append(job)
                return true
            }
            if isQueued { wakeUps.signal() } else { job.run(false) }
        }
    }

    /// - Returns: `true` if the thread continues.
    private func runNext() -> Bool {
        let (job, isClosed) = state.withLock { ($0.next(), $0.isClosed) }
        guard let job else { return !isClosed }
        defer { if job.isHeavy { endHeavy() } }
        let start = ContinuousClock.now
        let isAdmitted = job.deadline > start
        let wait = patience - (job.deadline - start)
        state.withLock { state in
            if isAdmitted { state.done += 1 }
            state.waits.add(wait)
        }
        job.run(isAdmitted)
        if isAdmitted {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            state.withLock { $0.jobSeconds += (seconds - $0.jobSeconds) / 16 }
        }
        return true
    }

    /// Wakes as many threads as passed over heavy jobs while this one ran.
    private func endHeavy() {
        let count = state.withLock { state in
            state.hasHeavy = false
            defer { state.postponed = 0 }
            return state.postponed
        }
        (0..<count).forEach { _ in wakeUps.signal() }
    }

    private var overloaded: Overloaded {
        let (waiting, jobSeconds) = state.withLock { ($0.jobs.count, $0.jobSeconds) }
        let seconds = Double(waiting) * jobSeconds / Double(threads)
        return Overloaded(retryAfterSeconds: max(1, min(60, Int(seconds.rounded(.up)))))
    }
}
