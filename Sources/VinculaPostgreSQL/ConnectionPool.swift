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
        /// Does the work, and returns a closure that delivers the result.
        let run: @Sendable (ConnectionSlot) -> (isSuccess: Bool, tellCaller: @Sendable () -> Void)
        let refuse: @Sendable (any Error) -> Void
    }

    /// What a thread does next.
    private enum Step {
        case run(Job)
        /// Makes a connection, before it takes a job.
        case connect
        case rest
        /// Closes its connection, and counts itself out.
        case close
        /// Ends, counted out already, and tells those who waited for the last thread.
        case end([CheckedContinuation<Void, Never>])
    }

    private struct State {
        var waiting: [Job] = []
        var isClosed = false
        var threads = 0
        /// The number of threads that have a connection.
        var connected = 0
        /// The time until which no further connection is tried, because those that there are have to do.
        var enoughUntil: ContinuousClock.Instant?
        /// What wakes the threads that wait for a job. The one that has worked last goes first: its connection, and the server's
        /// process behind it, have in their caches what the next job needs.
        var idle: [DispatchSemaphore] = []
        var closers: [CheckedContinuation<Void, Never>] = []
        /// Indicates whether somebody looks for jobs that have waited too long.
        var isWatched = false

        /// Finds out what a thread does next.
        ///
        /// - Parameters:
        ///   - wakeUp: Wakes the thread.
        ///   - isConnected: Whether it has a connection.
        mutating func step(_ wakeUp: DispatchSemaphore, isConnected: Bool) -> Step {
            if !waiting.isEmpty { return isConnected ? .run(waiting.removeFirst()) : .connect }
            if isClosed { return .close }
            // Counted out at once, so that the next job starts another thread.
            if !isConnected { return .end(leave()) }
            idle.append(wakeUp)
            return .rest
        }

        /// Finds out what a thread does that got no connection: the jobs wait for the threads that have one, if there are any.
        mutating func stepWithoutConnection() -> Step {
            if connected > 0 {
                enoughUntil = .now + .milliseconds(500)
                // Whoever rests has found no job; these have come since.
                for _ in waiting { idle.popLast()?.signal() }
                return .end(leave())
            }
            if !waiting.isEmpty { return .run(waiting.removeFirst()) }
            return isClosed ? .close : .end(leave())
        }

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
                    return (result.isSuccess, { continuation.resume(with: result) })
                },
                refuse: { continuation.resume(throwing: $0) })
            let (refusal, wakeUp, isShort, isUnwatched) = state.withLock {
                state -> ((any Error)?, DispatchSemaphore?, Bool, Bool) in
                if state.isClosed { return (StoreError.isClosed, nil, false, false) }
                if state.waiting.count >= Self.capacity { return (Self.tooMany, nil, false, false) }
                state.waiting.append(job)
                if let wakeUp = state.idle.popLast() { return (nil, wakeUp, false, false) }
                let isUnwatched = !state.isWatched
                state.isWatched = true
                let isEnough = state.connected > 0 && state.enoughUntil.map { $0 > .now } ?? false
                let isShort = state.threads < size && !isEnough
                if isShort { state.threads += 1 }
                return (nil, nil, isShort, isUnwatched)
            }
            if let refusal { return job.refuse(refusal) }
            wakeUp?.signal()
            if isUnwatched { watch() }
            if isShort { start() }
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
            let (threads, idle) = state.withLock { state in
                state.isClosed = true
                if state.threads > 0 { state.closers.append(continuation) }
                defer { state.idle = [] }
                return (state.threads, state.idle)
            }
            if threads == 0 { continuation.resume() }
            for wakeUp in idle { wakeUp.signal() }
        }
    }

    private static let tooMany = StoreUnavailable(reason: .busy, detail: "too many requests wait for a connection")

    private func work() {
        let slot = ConnectionSlot(door)
        let wakeUp = DispatchSemaphore(value: 0)
        var wasConnected = false
        func next() -> Step {
            let isConnected = slot.isConnected
            let step = state.withLock { state in
                state.connected += (isConnected ? 1 : 0) - (wasConnected ? 1 : 0)
                return state.step(wakeUp, isConnected: isConnected)
            }
            wasConnected = isConnected
            return step
        }
        var step = next()
        while true {
            switch step {
            case .run(let job):
                door.activity.begin(after: job.since.duration(to: .now))
                let (isSuccess, tellCaller) =
                    isLate(job) ? (false, { @Sendable in job.refuse(Self.tooMany) }) : job.run(slot)
                door.activity.end(isSuccess: isSuccess)
                // First, or a caller that goes on at once would start another thread.
                step = next()
                tellCaller()
            case .connect:
                step = (try? slot.connected()) != nil ? next() : state.withLock { $0.stepWithoutConnection() }
            case .rest:
                slot.rest()
                wakeUp.wait()
                step = next()
            case .close:
                slot.close()
                let closers = state.withLock { state in
                    if wasConnected { state.connected -= 1 }
                    return state.leave()
                }
                return closers.forEach { $0.resume() }
            case .end(let closers): return closers.forEach { $0.resume() }
            }
        }
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
