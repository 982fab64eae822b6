import Dispatch
import Foundation
import Synchronization
import VinculaEngine
import VinculaSQL

/// Threads that each have a connection: libpq blocks, and the threads of async tasks must not. A thread starts when all others are
/// busy, so there are no more connections than were needed at a time.
final class ConnectionPool: Sendable {
    private struct Job: Sendable {
        let since: ContinuousClock.Instant
        /// Does the work and returns a closure that delivers the result.
        let run: @Sendable (ConnectionSlot) -> @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isClosed = false
        var threads = 0
        /// The number of threads that wait for a job.
        var idle = 0
        var closers: [CheckedContinuation<Void, Never>] = []
        /// Indicates whether somebody looks for jobs that have waited too long.
        var isWatched = false

        /// Counts a thread out.
        ///
        /// - Returns: Those who waited for the last one.
        mutating func leave() -> [CheckedContinuation<Void, Never>] {
            threads -= 1
            return threads == 0 ? closers : []
        }
    }

    /// The maximum number of jobs that wait for a connection.
    private static let capacity = 4096
    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let size: Int
    private let door: ConnectionDoor
    private let patience: Duration

    /// - Parameters:
    ///   - size: The maximum number of threads and connections.
    ///   - door: Opens the connections.
    ///   - patience: The time that a job waits for a connection before it is refused.
    init(size: Int, door: ConnectionDoor, patience: Duration = .seconds(10)) {
        self.size = size
        self.door = door
        self.patience = patience
    }

    /// Runs a closure on a thread with a connection.
    ///
    /// - Throws: The closure's error, ``StoreError/isClosed``, or `StoreUnavailable` if too many are waiting.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (ConnectionSlot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                since: .now,
                run: { slot in
                    let result = Swift.Result { try body(slot) }
                    return { continuation.resume(with: result) }
                },
                refuse: { continuation.resume(throwing: $0) })
            let (refusal, isShort, isUnwatched) = state.withLock { state -> ((any Error)?, Bool, Bool) in
                if state.isClosed { return (StoreError.isClosed, false, false) }
                if state.waiting.count >= Self.capacity { return (Self.tooMany, false, false) }
                state.waiting.append(job)
                let isUnwatched = !state.isWatched && state.waiting.count > state.idle
                if isUnwatched { state.isWatched = true }
                let isShort = state.waiting.count > state.idle && state.threads < size
                if isShort {
                    state.threads += 1
                    state.idle += 1
                }
                return (nil, isShort, isUnwatched)
            }
            if let refusal { return job.refuse(refusal) }
            if isUnwatched { watch() }
            if isShort { start() }
            wakeUps.signal()
        }
    }

    /// Refuses jobs that have waited too long: all threads may be busy for longer than that.
    private func watch() {
        let pause = min(patience, .seconds(1)) / .milliseconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(pause))) { [self] in
            let (late, isOver) = state.withLock { state in
                let late = Array(state.waiting.prefix { isLate($0) })
                state.waiting.removeFirst(late.count)
                state.isWatched = !state.waiting.isEmpty
                return (late, !state.isWatched)
            }
            for job in late { job.refuse(Self.tooMany) }
            if !isOver { watch() }
        }
    }

    private func isLate(_ job: Job) -> Bool { job.since.duration(to: .now) > patience }

    private func start() {
        let thread = Thread { self.work() }
        thread.name = "vincula.postgresql"
        thread.start()
    }

    /// Refuses new jobs, and waits until the accepted ones are done and the connections closed.
    func close() async {
        await withCheckedContinuation { continuation in
            let (threads, isFirst) = state.withLock { state in
                let isFirst = !state.isClosed
                state.isClosed = true
                if state.threads > 0 { state.closers.append(continuation) }
                return (state.threads, isFirst)
            }
            if threads == 0 { continuation.resume() }
            if isFirst { for _ in 0..<threads { wakeUps.signal() } }
        }
    }

    private static let tooMany = StoreUnavailable(reason: .busy, detail: "too many requests wait for a connection")

    private func work() {
        let slot = ConnectionSlot(door)
        while true {
            wakeUps.wait()
            let (job, isClosed) = state.withLock { state -> (Job?, Bool) in
                guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
                state.idle -= 1
                return (state.waiting.removeFirst(), state.isClosed)
            }
            if let job {
                let tellCaller = isLate(job) ? { job.refuse(Self.tooMany) } : job.run(slot)
                // First, or a caller that goes on at once would start another thread.
                let closers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
                    // Without a connection, it leaves the jobs to those that have one.
                    if !slot.isConnected, state.waiting.count <= state.idle { return state.leave() }
                    state.idle += 1
                    return nil
                }
                tellCaller()
                if let closers { return closers.forEach { $0.resume() } }
            } else if isClosed {
                slot.close()
                return state.withLock { $0.leave() }.forEach { $0.resume() }
            }
        }
    }
}
