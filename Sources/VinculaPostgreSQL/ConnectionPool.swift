import Dispatch
import Foundation
import Synchronization
import VinculaEngine
import VinculaSQL

/// Threads that each have a connection: libpq blocks, and the threads of async tasks must not. A thread starts when a job would wait
/// for the others, so there are no more connections than were needed at a time; one that rests for a minute is given back.
final class ConnectionPool: Sendable {
    /// All statements that a job is likely to run.
    struct Announced<Result: Sendable>: Sendable {
        let statements: [StatementAhead]
        /// Does the work with the answers; `nil` if it asks for something else.
        let work: @Sendable ([AnswerAhead]) -> Swift.Result<Result, any Error>?

        init(
            _ statements: [StatementAhead], _ work: @escaping @Sendable ([AnswerAhead]) -> Swift.Result<Result, any Error>?
        ) {
            self.statements = statements
            self.work = work
        }
    }

    /// The maximum number of jobs that wait for a connection.
    private static let capacity = 4096
    /// The number of connections that stay open however long nobody needs them, so that the next requests need not wait for new
    /// ones.
    static let floor = 2
    /// The time after which a job is given up while the process is about to end.
    private static let lastPatience = Duration.milliseconds(500)
    /// The time after which several jobs that were asked for at once are done one by one; longer than a statement waits for a lock.
    private static let patienceTogether = Duration.seconds(6)

    private let state = Mutex(PoolState())
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

    /// The number of jobs that wait for a connection.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs a closure on a thread with a connection.
    ///
    /// - Parameters:
    ///   - announced: What may be asked together with what others announce, so that the closure need not run.
    ///   - body: The closure.
    /// - Throws: The closure's error, ``StoreError/isClosed``, or `StoreUnavailable` if too many are waiting, or the process is
    ///   about to end.
    func run<Result: Sendable>(
        announcing announced: Announced<Result>? = nil, _ body: @escaping @Sendable (ConnectionSlot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let caller = Caller(continuation)
            let job = PoolState.Job(
                since: .now,
                announced: announced.map { announced in
                    PoolState.Announced(statements: announced.statements) { answers -> (@Sendable () -> Void)? in
                        guard let result = announced.work(answers) else { return nil }
                        return { caller.tell(result) }
                    }
                },
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

    /// Refuses jobs that have waited too long, as all threads may be busy for longer than that. Before that, calls another thread
    /// for those that were left to the ones at work.
    private func watch() {
        let pause = min(patience, PoolState.longestStay) / .milliseconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(pause))) { [self] in
            let (late, isOver, (wakeUp, isShort)) = state.withLock { state in
                let late = state.takeLate(isLate)
                state.isWatched = !state.waiting.isEmpty
                return (late, !state.isWatched, state.callAnother(most: size))
            }
            for job in late { job.refuse(Self.tooMany) }
            wakeUp?.signal()
            if isShort { start() }
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
        func next(isArriving: Bool = false, hasSucceeded: Bool = false, time: Duration? = nil) -> PoolState.Step {
            let isConnected = slot.isConnected
            let (step, (other, isShort)) = state.withLock { state in
                if isArriving { state.arrive() }
                if let time { state.note(time) }
                state.connected += (isConnected ? 1 : 0) - (wasConnected ? 1 : 0)
                let step = state.step(wakeUp, isConnected: isConnected, hasSucceeded: hasSucceeded)
                return (step, state.callAnother(most: size))
            }
            wasConnected = isConnected
            other?.signal()
            if isShort { start() }
            return step
        }
        var step = next(isArriving: true)
        while true {
            switch step {
            case .run(let job):
                let (start, isLate) = (ContinuousClock.now, isLate(job))
                door.activity.begin(after: job.since.duration(to: start))
                let (isSuccess, tellCaller) =
                    isLate ? (false, { @Sendable in job.refuse(Self.tooMany) }) : job.run(slot)
                door.activity.end(isSuccess: isSuccess)
                // First, or a caller that goes on at once would start another thread.
                let isAnnounced = job.announced != nil && !isLate
                step = next(hasSucceeded: isSuccess, time: isAnnounced ? start.duration(to: .now) : nil)
                tellCaller()
            case .ask(let jobs):
                // Each is judged once: one that became late in between would get no answer at all.
                var inTime: [PoolState.Job] = []
                for job in jobs { if isLate(job) { job.refuse(Self.tooMany) } else { inTime.append(job) } }
                let outcome = ask(inTime, slot)
                // First, or the pool could close without them.
                if !outcome.left.isEmpty { doAlone(outcome.left) }
                step = next(hasSucceeded: !outcome.tellCallers.isEmpty, time: outcome.time)
                for tellCaller in outcome.tellCallers { tellCaller() }
            case .connect:
                step =
                    (try? slot.connected()) != nil ? next(isArriving: true) : state.withLock { $0.stepWithoutConnection(wakeUp) }
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

    /// Asks for several announced jobs at once, and does them with the answers.
    ///
    /// - Parameters:
    ///   - all: The jobs.
    ///   - slot: The thread's connection.
    /// - Returns: What delivers the results; the jobs that are left, because they need something else or nothing was answered; the
    ///   time that each took.
    private func ask(
        _ all: [PoolState.Job], _ slot: ConnectionSlot
    ) -> (tellCallers: [@Sendable () -> Void], left: [PoolState.Job], time: Duration?) {
        // What this connection has never run is run alone first.
        var (jobs, left): ([PoolState.Job], [PoolState.Job]) = ([], [])
        for job in all {
            let isReady = job.announced.map { $0.statements.allSatisfy(slot.hasPrepared) } ?? false
            if isReady { jobs.append(job) } else { left.append(job) }
        }
        guard !jobs.isEmpty else { return ([], left, nil) }
        let start = ContinuousClock.now
        door.activity.begin(after: jobs.map { $0.since.duration(to: start) })
        // What several ask, such as a project's settings, is asked once.
        var statements: [StatementAhead] = []
        let places = jobs.map { job in
            (job.announced?.statements ?? []).map { statement in
                if let place = statements.firstIndex(of: statement) { return place }
                statements.append(statement)
                return statements.count - 1
            }
        }
        let answers = slot.askAhead(statements, until: start + Self.patienceTogether)
        var tellCallers: [@Sendable () -> Void] = []
        for (job, places) in zip(jobs, places) {
            let tellCaller = answers.isEmpty ? nil : job.announced?.work(places.map { answers[$0] })
            if let tellCaller { tellCallers.append(tellCaller) } else { left.append(job) }
        }
        door.activity.end(isSuccess: !tellCallers.isEmpty)
        door.activity.noteAskedTogether(tellCallers.count)
        return (tellCallers, left, start.duration(to: .now) / jobs.count)
    }

    /// Adds jobs again that could not be done together with others. The thread that calls it takes the first of them.
    private func doAlone(_ jobs: [PoolState.Job]) {
        let (isHopeless, isUnwatched) = state.withLock { state in
            if state.isHopeless { return (true, false) }
            state.addAgain(jobs)
            defer { state.isWatched = true }
            return (false, !state.isWatched)
        }
        if isHopeless { for job in jobs { job.refuse(Self.stopping) } }
        if isUnwatched { watch() }
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
