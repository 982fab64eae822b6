import Dispatch
import Foundation
import VinculaSQL

/// What waits for a connection of a pool, and the threads that have one.
struct PoolState {
    /// A read or write of somebody who waits for it.
    struct Job: Sendable {
        let since: ContinuousClock.Instant
        /// A statement that the work is likely to run.
        let expected: ExpectedStatement?
        /// Does the work, and returns a closure that delivers the result, unless its caller was refused meanwhile.
        let run: @Sendable (ConnectionSlot) -> (isSuccess: Bool, tellCaller: @Sendable () -> Void)
        /// Delivers an error, unless the caller has been told something already.
        let refuse: @Sendable (any Error) -> Void
    }

    /// What a thread does next.
    enum Step {
        /// Does one job, or several with expected statements.
        case run([Job])
        /// Makes a connection, before it takes a job.
        case connect
        case rest
        /// Closes its connection, and counts itself out.
        case close
        /// Ends, counted out already, and tells those who waited for the last thread.
        case end([CheckedContinuation<Void, Never>])
    }

    /// The maximum number of jobs that a thread takes at a time.
    static let mostTogether = 32
    /// The number of threads at jobs with expected statements from which further such jobs wait for them.
    static let mostAsking = max(2, ProcessInfo.processInfo.activeProcessorCount / 2)
    /// The time after which a thread is called for them all the same.
    private static let longestStay = Duration.milliseconds(50)

    var waiting: [Job] = []
    /// The jobs that threads are doing, by what wakes the thread.
    private var running: [ObjectIdentifier: [Job]] = [:]
    var isClosed = false
    /// Indicates whether nobody waits for long any more, because the process is about to end.
    var isGivenUp = false
    /// Indicates whether a job was given up for lack of an answer, and none has succeeded since.
    private var hangs = false
    var threads = 0
    /// The number of threads that have a connection.
    var connected = 0
    /// The time until which no further connection is tried, because those that there are have to do.
    var enoughUntil: ContinuousClock.Instant?
    /// What wakes the threads that wait for a job. The one that has worked last goes first: its connection, and the server's
    /// process behind it, have in their caches what the next job needs. So those that are not needed rest longest.
    private(set) var idle: [DispatchSemaphore] = []
    /// The number of threads that were woken or started, and have not asked for a job since.
    private var arriving = 0
    var closers: [CheckedContinuation<Void, Never>] = []
    /// Indicates whether somebody looks for jobs that have waited too long.
    var isWatched = false

    /// Adds a job, and finds out who does it.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - most: The maximum number of threads.
    /// - Returns: What wakes a thread that rests, or whether one has to be started.
    mutating func add(_ job: Job, most: Int) -> (wakeUp: DispatchSemaphore?, isShort: Bool) {
        waiting.append(job)
        return mayStayForLater ? (nil, false) : call(most: most)
    }

    /// Calls a thread for the jobs that wait, if there is one to call.
    ///
    /// - Parameter most: The maximum number of threads.
    /// - Returns: As ``add(_:most:)``.
    mutating func call(most: Int) -> (wakeUp: DispatchSemaphore?, isShort: Bool) {
        guard !waiting.isEmpty else { return (nil, false) }
        if let wakeUp = takeIdle() { return (wakeUp, false) }
        let isEnough = connected > 0 && enoughUntil.map { $0 > .now } ?? false
        guard threads < most, !isEnough else { return (nil, false) }
        threads += 1
        arriving += 1
        return (nil, true)
    }

    /// Takes a thread that rests, which the caller has to wake.
    mutating func takeIdle() -> DispatchSemaphore? {
        guard let wakeUp = idle.popLast() else { return nil }
        arriving += 1
        return wakeUp
    }

    /// Indicates whether the last job can be left to the threads that are at work or on their way: with an expected statement,
    /// it costs less together with others.
    private var mayStayForLater: Bool {
        guard let first = waiting.first, waiting.last?.expected != nil else { return false }
        let asking = running.values.count { $0.first?.expected != nil }
        return arriving + asking >= Self.mostAsking && first.since.duration(to: .now) < Self.longestStay
    }

    /// Counts a thread in that was woken or started.
    mutating func arrive() { arriving -= 1 }

    /// Finds out what a thread does next, which has done what it had to do.
    ///
    /// - Parameters:
    ///   - wakeUp: Wakes the thread.
    ///   - isConnected: Whether it has a connection.
    ///   - hasSucceeded: Whether the last thing that it did was a job that succeeded.
    mutating func step(_ wakeUp: DispatchSemaphore, isConnected: Bool, hasSucceeded: Bool) -> Step {
        running[ObjectIdentifier(wakeUp)] = nil
        if hasSucceeded { hangs = false }
        if !waiting.isEmpty { return isConnected ? .run(takeJobs(wakeUp)) : .connect }
        if isClosed { return .close }
        // Counted out at once, so that the next job starts another thread.
        if !isConnected { return .end(leave()) }
        idle.append(wakeUp)
        return .rest
    }

    /// Finds out what a thread does that got no connection: the jobs wait for the threads that have one, if there are any.
    mutating func stepWithoutConnection(_ wakeUp: DispatchSemaphore) -> Step {
        if connected > 0 {
            enoughUntil = .now + .milliseconds(500)
            // Whoever rests has found no job; these have come since.
            for _ in waiting { takeIdle()?.signal() }
            return .end(leave())
        }
        if !waiting.isEmpty { return .run(takeJobs(wakeUp)) }
        return isClosed ? .close : .end(leave())
    }

    /// Takes the first job, and those after it if all have expected statements.
    private mutating func takeJobs(_ wakeUp: DispatchSemaphore) -> [Job] {
        let count = max(1, waiting.prefix(Self.mostTogether).prefix { $0.expected != nil }.count)
        let jobs = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        running[ObjectIdentifier(wakeUp)] = jobs
        // Those that were left to the threads at work, and are too many for this one.
        if !waiting.isEmpty, arriving == 0, !mayStayForLater { takeIdle()?.signal() }
        return jobs
    }

    /// Counts out the connection of a thread that has rested for long, unless it is one of the last.
    ///
    /// - Parameters:
    ///   - wakeUp: Wakes the thread. Somebody may have done that by now.
    ///   - floor: The number of connections to keep.
    /// - Returns: `true` if the thread has to close it.
    mutating func givesBack(_ wakeUp: DispatchSemaphore, floor: Int) -> Bool {
        guard connected > floor, let place = idle.firstIndex(where: { $0 === wakeUp }) else { return false }
        idle.remove(at: place)
        connected -= 1
        return true
    }

    /// Counts a thread out.
    ///
    /// - Returns: Those who waited for the last one.
    mutating func leave() -> [CheckedContinuation<Void, Never>] {
        threads -= 1
        return threads == 0 ? takeClosers() : []
    }

    /// Takes out the jobs that have waited for a connection, or have been running, for longer than a given time.
    mutating func takeJobs(since moment: ContinuousClock.Instant) -> [Job] {
        let late = waiting.filter { $0.since < moment } + running.values.joined().filter { $0.since < moment }
        waiting.removeAll { $0.since < moment }
        running = running.mapValues { $0.filter { $0.since >= moment } }.filter { !$0.value.isEmpty }
        if !late.isEmpty { hangs = true }
        return late
    }

    /// Indicates whether nothing new is tried: the process is about to end, and the database does not answer. Each job would take
    /// a part of the time that is left, one after the other.
    var isHopeless: Bool { isGivenUp && hangs }

    /// Indicates whether nobody waits for a result.
    var isIdle: Bool { waiting.isEmpty && running.isEmpty }

    /// Those who wait for the pool's end, each of whom must be told once.
    mutating func takeClosers() -> [CheckedContinuation<Void, Never>] {
        defer { closers = [] }
        return closers
    }
}
