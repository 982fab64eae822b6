/// The rules for sending and retrying the messages in the outbox; ``MailboxPolicy`` limits the number of mails for a mailbox,
/// and ``OutboxTurns`` decides whose message is next.
package enum OutboxPolicy {
    /// The time that a message without a link is retried, in seconds; one with a link is retried for as long as the link works.
    package static let longestTrySeconds: Int64 = 24 * 3600
    /// The time that a worker has for one message before another may take it, in seconds.
    package static let leaseSeconds: Int64 = 300
    /// The time that a sent message is remembered, in seconds.
    package static let remembersSeconds: Int64 = 24 * 3600
    /// The time that a message that could not be sent is kept for the operator, in seconds.
    package static let keepsDeadSeconds: Int64 = 7 * 24 * 3600
    /// The time that a project is skipped if its messages cannot be read, in seconds.
    package static let restSeconds: Int64 = 30

    /// The longest time between two attempts, in seconds.
    package static let longestWaitSeconds: Int64 = 300

    /// The delay after a failure, in seconds: 1, 2, 4, ….
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts so far, at least one.
    ///   - longest: The longest delay, in seconds.
    package static func wait(after attempts: Int, longest: Int64 = longestWaitSeconds) -> Int64 {
        min(longest, 1 << Int64(min(max(attempts, 1) - 1, 20)))
    }
}

/// The rule for which project's message goes out next through a channel, so that one project's slow, failing or numerous
/// messages do not hold up another's.
///
/// A project with fewer messages in progress comes before one with more, then the one whose turn was longest ago. A project
/// takes another worker only while more workers are free than it holds, and four at most: some are always left for the
/// others.
package struct OutboxTurns: Sendable {
    /// The number of messages of one project that may be in progress at a time.
    package static let mostOfOneProject = 4

    private let workers: Int
    private let most: Int
    private var underWay: [String: Int] = [:]
    private var lastTurns: [String: Int] = [:]
    private var turn = 0
    private var restUntil: [String: Timestamp] = [:]

    /// - Parameters:
    ///   - workers: The number of messages that may be in progress at a time, for all projects together.
    ///   - most: The number for one project.
    package init(workers: Int, most: Int = mostOfOneProject) {
        self.workers = workers
        self.most = most
    }

    /// Gives a project its turn; ``end(_:)`` ends it.
    ///
    /// - Parameters:
    ///   - waiting: The projects with waiting messages, each with the time at which its next one is due.
    ///   - now: The current time.
    /// - Returns: `nil` if no project may have a turn now.
    package mutating func begin(_ waiting: [String: Timestamp], now: Timestamp) -> String? {
        // Outdated entries are dropped, so that the tables do not grow with every project ever seen.
        lastTurns = lastTurns.filter { waiting[$0.key] != nil }
        restUntil = restUntil.filter { now < $0.value }
        let free = workers - underWay.values.reduce(0, +)
        let next = waiting.filter { project, dueAt in
            let held = underWay[project, default: 0]
            return dueAt <= now && restUntil[project] == nil && held < most && held < free
        }.min { left, right in order(left.key, left.value) < order(right.key, right.value) }
        guard let project = next?.key else { return nil }
        turn += 1
        lastTurns[project] = turn
        underWay[project, default: 0] += 1
        return project
    }

    /// True if no message is in progress.
    package var isIdle: Bool { underWay.isEmpty }

    /// Ends a turn.
    package mutating func end(_ project: String) {
        let rest = underWay[project, default: 1] - 1
        underWay[project] = rest > 0 ? rest : nil
    }

    /// Skips a project whose messages cannot be read for a while.
    package mutating func rest(_ project: String, until time: Timestamp) { restUntil[project] = time }

    private func order(_ project: String, _ dueAt: Timestamp) -> (Int, Int, Int64, String) {
        (underWay[project, default: 0], lastTurns[project, default: 0], dueAt.milliseconds, project)
    }
}
