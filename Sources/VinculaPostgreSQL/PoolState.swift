import Dispatch
import Foundation

/// What waits for a connection of a pool, and the threads that have one.
struct PoolState {
    /// A read or write of somebody who waits for it.
    struct Job: Sendable {
        let since: ContinuousClock.Instant
        /// The way to do the work without a connection, if there is one.
        let announced: Announced?
        /// Does the work, and returns a closure that delivers the result, unless its caller was refused meanwhile.
        let run: @Sendable (ConnectionSlot) -> (isSuccess: Bool, tellCaller: @Sendable () -> Void)
        /// Delivers an error, unless the caller has been told something already.
        let refuse: @Sendable (any Error) -> Void
    }

    /// The statements of a job that is likely to need nothing else.
    struct Announced: Sendable {
        let statements: [StatementAhead]
        /// Does the work with the answers, and returns a closure that delivers the result; `nil` if it needs something else.
        let work: @Sendable ([AnswerAhead]) -> (@Sendable () -> Void)?
    }

    /// What a thread does next.
    enum Step {
        case run(Job)
        /// Asks for several announced jobs at once.
        case ask([Job])
        /// Makes a connection, before it takes a job.
        case connect
        case rest
        /// Closes its connection, and counts itself out.
        case close
        /// Ends, counted out already, and tells those who waited for the last thread.
        case end([CheckedContinuation<Void, Never>])
    }

    /// The maximum number of jobs that are asked for at once.
    static let mostTogether = 32
    /// The number of threads at work on announced jobs, or on their way, at which further announced jobs wait for them.
    static let mostAsking = max(2, ProcessInfo.processInfo.activeProcessorCount / 2)
    /// The time after which another thread is called for those that wait.
    static let longestStay = Duration.milliseconds(50)
    /// The time of an announced job, in seconds, from which on the database gains more from several connections.
    private static let slowJob = 0.001

    private(set) var waiting: [Job] = []
    /// The number of those that are not announced.
    private var others = 0
    /// The jobs that threads are doing, by what wakes the thread.
    private var running: [ObjectIdentifier: [Job]] = [:]
    /// The time that an announced job took lately, in seconds.
    private var recentTime = 0.0
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
    /// The number of threads that were woken or started, or are connecting, and have not asked for a job since.
    private var arriving = 0
    var closers: [CheckedContinuation<Void, Never>] = []
    /// Indicates whether somebody looks for jobs that have waited too long.
    var isWatched = false

    /// Adds a job, and determines which thread does it.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - most: The maximum number of threads.
    /// - Returns: What wakes a thread that rests, or whether one has to be started.
    mutating func add(_ job: Job, most: Int) -> (wakeUp: DispatchSemaphore?, isShort: Bool) {
        waiting.append(job)
        if job.announced == nil { others += 1 }
        return job.announced != nil && mayStay ? (nil, false) : call(most: most)
    }

    /// Adds jobs again that could not be done together. They have waited as long as the others, or longer, so they come first.
    mutating func addAgain(_ jobs: [Job]) {
        let alone = jobs.map { Job(since: $0.since, announced: nil, run: $0.run, refuse: $0.refuse) }
        waiting.insert(contentsOf: alone, at: 0)
        others += alone.count
    }

    /// Calls a thread for waiting jobs, unless one is on its way: for announced jobs that were left to the threads at work, and
    /// for others whose thread has taken an announced one.
    ///
    /// - Parameter most: The maximum number of threads.
    /// - Returns: As ``add(_:most:)``.
    mutating func callAnother(most: Int) -> (wakeUp: DispatchSemaphore?, isShort: Bool) {
        guard let first = waiting.first else { return (nil, false) }
        if arriving > 0 {
            // Whoever is on the way may be at a connection that takes long.
            return first.since.duration(to: .now) < Self.longestStay ? (nil, false) : (takeIdle(), false)
        }
        return others == 0 && mayStay ? (nil, false) : call(most: most)
    }

    private mutating func call(most: Int) -> (wakeUp: DispatchSemaphore?, isShort: Bool) {
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

    /// Counts a thread in that was woken or started, or has tried to connect.
    mutating func arrive() { arriving -= 1 }

    /// Indicates whether announced jobs can be left to the threads that are at work on others: together, they cost less.
    private var mayStay: Bool {
        guard let first = waiting.first, recentTime < Self.slowJob else { return false }
        let asking = running.values.count { $0.first?.announced != nil }
        return arriving + asking >= Self.mostAsking && first.since.duration(to: .now) < Self.longestStay
    }

    /// Takes note of the time that announced jobs took.
    ///
    /// - Parameter time: The time of each.
    mutating func note(_ time: Duration) { recentTime += (time / .seconds(1) - recentTime) / 8 }

    /// Finds out what a thread does next, which has done what it had to do.
    ///
    /// - Parameters:
    ///   - wakeUp: Wakes the thread.
    ///   - isConnected: Whether it has a connection.
    ///   - hasSucceeded: Whether the last thing that it did was a job that succeeded.
    mutating func step(_ wakeUp: DispatchSemaphore, isConnected: Bool, hasSucceeded: Bool) -> Step {
        running[ObjectIdentifier(wakeUp)] = nil
        if hasSucceeded { hangs = false }
        if !waiting.isEmpty {
            if isConnected { return takeJobs(wakeUp) }
            arriving += 1
            return .connect
        }
        if isClosed { return .close }
        // Counted out at once, so that the next job starts another thread.
        if !isConnected { return .end(leave()) }
        idle.append(wakeUp)
        return .rest
    }

    /// Finds out what a thread does that got no connection: the jobs wait for the threads that have one, if there are any.
    mutating func stepWithoutConnection(_ wakeUp: DispatchSemaphore) -> Step {
        arrive()
        // While the pool is closing, those that have connections may be about to leave.
        if connected > 0, !isClosed || waiting.isEmpty {
            enoughUntil = .now + .milliseconds(500)
            // Whoever rests has found no job; these have come since.
            for _ in waiting { takeIdle()?.signal() }
            return .end(leave())
        }
        if !waiting.isEmpty { return takeJobs(wakeUp) }
        return isClosed ? .close : .end(leave())
    }

    /// Takes the first job, and those after it if all are announced.
    private mutating func takeJobs(_ wakeUp: DispatchSemaphore) -> Step {
        // If the database is slow, each thread takes its share.
        let most = recentTime < Self.slowJob ? Self.mostTogether : min(Self.mostTogether, waiting.count / max(1, threads))
        let jobs = Array(waiting.prefix(max(1, waiting.prefix(most).prefix { $0.announced != nil }.count)))
        waiting.removeFirst(jobs.count)
        if jobs[0].announced == nil { others -= 1 }
        running[ObjectIdentifier(wakeUp)] = jobs
        return jobs.count == 1 ? .run(jobs[0]) : .ask(jobs)
    }

    /// Takes out the jobs that wait, and have done so for too long.
    mutating func takeLate(_ isLate: (Job) -> Bool) -> [Job] {
        let late = Array(waiting.prefix { isLate($0) })
        waiting.removeFirst(late.count)
        others -= late.count { $0.announced == nil }
        return late
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
        others = waiting.count { $0.announced == nil }
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
