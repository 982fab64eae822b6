import Dispatch

/// What waits for a connection of a pool, and the threads that have one.
struct PoolState {
    /// A read or write of somebody who waits for it.
    struct Job: Sendable {
        let since: ContinuousClock.Instant
        /// Does the work, and returns a closure that delivers the result, unless its caller was refused meanwhile.
        let run: @Sendable (ConnectionSlot) -> (isSuccess: Bool, tellCaller: @Sendable () -> Void)
        /// Delivers an error, unless the caller has been told something already.
        let refuse: @Sendable (any Error) -> Void
    }

    /// What a thread does next.
    enum Step {
        case run(Job)
        /// Makes a connection, before it takes a job.
        case connect
        case rest
        /// Closes its connection, and counts itself out.
        case close
        /// Ends, counted out already, and tells those who waited for the last thread.
        case end([CheckedContinuation<Void, Never>])
    }

    var waiting: [Job] = []
    /// The jobs that threads are doing, by what wakes the thread.
    private var running: [ObjectIdentifier: Job] = [:]
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
    var idle: [DispatchSemaphore] = []
    var closers: [CheckedContinuation<Void, Never>] = []
    /// Indicates whether somebody looks for jobs that have waited too long.
    var isWatched = false

    /// Finds out what a thread does next, which has done what it had to do.
    ///
    /// - Parameters:
    ///   - wakeUp: Wakes the thread.
    ///   - isConnected: Whether it has a connection.
    ///   - hasSucceeded: Whether the last thing that it did was a job that succeeded.
    mutating func step(_ wakeUp: DispatchSemaphore, isConnected: Bool, hasSucceeded: Bool) -> Step {
        running[ObjectIdentifier(wakeUp)] = nil
        if hasSucceeded { hangs = false }
        if !waiting.isEmpty { return isConnected ? .run(takeJob(wakeUp)) : .connect }
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
            for _ in waiting { idle.popLast()?.signal() }
            return .end(leave())
        }
        if !waiting.isEmpty { return .run(takeJob(wakeUp)) }
        return isClosed ? .close : .end(leave())
    }

    private mutating func takeJob(_ wakeUp: DispatchSemaphore) -> Job {
        let job = waiting.removeFirst()
        running[ObjectIdentifier(wakeUp)] = job
        return job
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
        let late = waiting.filter { $0.since < moment } + running.values.filter { $0.since < moment }
        waiting.removeAll { $0.since < moment }
        running = running.filter { $0.value.since >= moment }
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
