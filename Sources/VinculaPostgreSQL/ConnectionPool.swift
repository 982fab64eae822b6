import Dispatch
import Foundation
import Synchronization
import VinculaEngine
import VinculaSQL

/// Threads that each have a connection: libpq blocks, and the threads of async tasks must not. A thread starts when all others are
/// busy, so there are no more connections than were needed at a time; those that nobody has needed for a minute are given back.
final class ConnectionPool: Sendable {
    /// The maximum number of jobs that wait for a connection.
    private static let capacity = 4096
    /// The number of connections that stay open however long nobody needs them, so that the next requests need not wait for new
    /// ones.
    static let floor = 2
    /// The time after which a job is given up while the process is about to end.
    private static let lastPatience = Duration.milliseconds(500)

    let state = Mutex(PoolState())
    private let size: Int
    private let door: ConnectionDoor
    private let patience: Duration
    private let rest: Duration

    /// - Parameters:
    ///   - size: The maximum number of threads and connections.
    ///   - door: Opens the connections.
    ///   - patience: The time that a job waits for a connection before it is refused.
    ///   - rest: The time after which a connection that nobody has used is given back.
    init(size: Int, door: ConnectionDoor, patience: Duration = .seconds(10), rest: Duration = .seconds(60)) {
        self.size = size
        self.door = door
        self.patience = patience
        self.rest = rest
    }

    /// Runs a closure on a thread with a connection.
    ///
    /// - Parameters:
    ///   - statement: A statement that the closure is likely to run, which may be asked together with those of others.
    ///   - body: The closure.
    /// - Throws: The closure's error, ``StoreError/isClosed``, or `StoreUnavailable` if too many are waiting, or the process is
    ///   about to end.
    func run<Result: Sendable>(
        expecting statement: ExpectedStatement? = nil, _ body: @escaping @Sendable (ConnectionSlot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let caller = Caller(continuation)
            let job = PoolState.Job(
                since: .now, expected: statement,
                run: { slot in
                    let result = Swift.Result { try body(slot) }
                    return (result.isSuccess, { caller.tell(result) })
                },
                refuse: { caller.tell(.failure($0)) })
            let (refusal, wakeUp, isShort, isUnwatched) = state.withLock {
                state -> ((any Error)?, DispatchSemaphore?, Bool, Bool) in
                if state.isClosed { return (StoreError.isClosed, nil, false, false) }
                if state.isHopeless { return (Self.stopping, nil, false, false) }
                if state.waiting.count >= Self.capacity { return (Self.tooMany, nil, false, false) }
                let (wakeUp, isShort) = state.add(job, most: size)
                if wakeUp != nil { return (nil, wakeUp, false, false) }
                defer { state.isWatched = true }
                return (nil, nil, isShort, !state.isWatched)
            }
            if let refusal { return job.refuse(refusal) }
            wakeUp?.signal()
            if isUnwatched { watch() }
            if isShort { start() }
        }
    }

    /// Refuses jobs that have waited too long: all threads may be busy for longer than that. Those that were left to threads at
    /// work get another one.
    private func watch() {
        let pause = min(patience, .seconds(1)) / .milliseconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(pause))) { [self] in
            let (late, isOver, called) = state.withLock { state in
                let late = Array(state.waiting.prefix { isLate($0) })
                state.waiting.removeFirst(late.count)
                state.isWatched = !state.waiting.isEmpty
                return (late, !state.isWatched, state.call(most: size))
            }
            for job in late { job.refuse(Self.tooMany) }
            called.wakeUp?.signal()
            if called.isShort { start() }
            if !isOver { watch() }
        }
    }

    private func isLate(_ job: PoolState.Job) -> Bool { job.since.duration(to: .now) > patience }

    private func start() {
        let thread = Thread { self.work() }
        thread.name = "vincula.postgresql"
        thread.start()
    }

    /// Refuses new jobs, and waits until the accepted ones are done or given up, and the connections closed.
    func close() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                state.isClosed = true
                guard state.threads > 0 else { return true }
                state.closers.append(continuation)
                while let wakeUp = state.takeIdle() { wakeUp.signal() }
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Refuses everything that takes longer than half a second from now on, because the process is about to end; once something
    /// did, all that is new, until the database answers again. What was refused may still happen.
    func giveUp() {
        let isFirst = state.withLock { state in
            defer { state.isGivenUp = true }
            return !state.isGivenUp
        }
        // A queue of its own: the shared ones may be busy with what hangs.
        if isFirst { refuseSlow(on: DispatchQueue(label: "vincula.postgresql.stop")) }
    }

    private func refuseSlow(on queue: DispatchQueue) {
        let (slow, closers, isOver) = state.withLock { state in
            let slow = state.takeJobs(since: .now - Self.lastPatience)
            // Threads that hang are not waited for.
            let isOver = state.isClosed && state.isIdle
            return (slow, isOver ? state.takeClosers() : [], isOver)
        }
        for job in slow { job.refuse(Self.stopping) }
        for closer in closers { closer.resume() }
        guard !isOver else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in self?.refuseSlow(on: queue) }
    }

    private static let tooMany = StoreUnavailable(reason: .busy, detail: "too many requests wait for a connection")
    private static let stopping = StoreUnavailable(
        reason: .busy, detail: "the database did not answer before the server had to stop")

    private func work() {
        let slot = ConnectionSlot(door)
        let wakeUp = DispatchSemaphore(value: 0)
        var wasConnected = false
        func next(isArriving: Bool = false, hasSucceeded: Bool = false) -> PoolState.Step {
            let isConnected = slot.isConnected
            let step = state.withLock { state in
                if isArriving { state.arrive() }
                state.connected += (isConnected ? 1 : 0) - (wasConnected ? 1 : 0)
                return state.step(wakeUp, isConnected: isConnected, hasSucceeded: hasSucceeded)
            }
            wasConnected = isConnected
            return step
        }
        var step = next(isArriving: true)
        while true {
            switch step {
            case .run(let jobs):
                let (isSuccess, tellCallers) = run(jobs, slot)
                // First, or a caller that goes on at once would start another thread.
                step = next(hasSucceeded: isSuccess)
                for tell in tellCallers { tell() }
            case .connect:
                step =
                    (try? slot.connected()) != nil ? next() : state.withLock { $0.stepWithoutConnection(wakeUp) }
            case .rest:
                slot.rest()
                if isWoken(wakeUp) {
                    step = next(isArriving: true)
                } else {
                    wasConnected = false
                    step = .close
                }
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

    /// Does jobs one after the other. What all of them expect is asked together.
    private func run(_ jobs: [PoolState.Job], _ slot: ConnectionSlot) -> (isSuccess: Bool, tellCallers: [@Sendable () -> Void]) {
        let answers = slot.askAhead(jobs.compactMap(\.expected))
        defer { slot.endSeveral() }
        var hasSucceeded = false
        let tellCallers = jobs.indices.map { index in
            let job = jobs[index]
            door.activity.begin(after: job.since.duration(to: .now))
            slot.provide(answers.isEmpty ? nil : answers[index])
            let (isSuccess, tellCaller) =
                isLate(job) ? (false, { @Sendable in job.refuse(Self.tooMany) }) : job.run(slot)
            door.activity.end(isSuccess: isSuccess)
            if isSuccess { hasSucceeded = true }
            return tellCaller
        }
        return (hasSucceeded, tellCallers)
    }

    /// Waits for a job.
    ///
    /// - Returns: `false` if there was none for so long that the connection, which is counted out already, has to be closed.
    private func isWoken(_ wakeUp: DispatchSemaphore) -> Bool {
        let pause = DispatchTimeInterval.milliseconds(Int(rest / .milliseconds(1)))
        while wakeUp.wait(timeout: .now() + pause) == .timedOut {
            if state.withLock({ $0.givesBack(wakeUp, floor: Self.floor) }) { return false }
        }
        return true
    }
}

/// Somebody who waits for a result, and is told one only.
private final class Caller<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>
    private let isTold = Atomic(false)

    init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = continuation }

    func tell(_ result: Result<Value, any Error>) {
        if !isTold.exchange(true, ordering: .relaxed) { continuation.resume(with: result) }
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
