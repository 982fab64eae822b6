/// The rule for which project's mail goes out next, so that one project's slow, failing or numerous mails do not hold up
/// another's.
///
/// A project with fewer mails in progress comes before one with more, then the one whose turn was longest ago. A project
/// takes another worker only while more workers are free than it holds, and four at most: some are always left for the
/// others.
package struct MailTurns: Sendable {
    /// The number of mails of one project that may be in progress at a time.
    package static let mostOfOneProject = 4

    private let workers: Int
    private var underWay: [String: Int] = [:]
    private var lastTurns: [String: Int] = [:]
    private var turn = 0
    private var restUntil: [String: Timestamp] = [:]

    /// - Parameter workers: The number of mails that may be in progress at a time, for all projects together.
    package init(workers: Int) { self.workers = workers }

    /// Gives a project its turn; ``end(_:)`` ends it.
    ///
    /// - Parameters:
    ///   - waiting: The projects with waiting mails, each with the time at which its next mail is due.
    ///   - now: The current time.
    /// - Returns: `nil` if no project may have a turn now.
    package mutating func begin(_ waiting: [String: Timestamp], now: Timestamp) -> String? {
        // Outdated entries are dropped, so that the tables do not grow with every project ever seen.
        lastTurns = lastTurns.filter { waiting[$0.key] != nil }
        restUntil = restUntil.filter { now < $0.value }
        let free = workers - underWay.values.reduce(0, +)
        let next = waiting.filter { project, dueAt in
            let held = underWay[project, default: 0]
            return dueAt <= now && restUntil[project] == nil && held < Self.mostOfOneProject && held < free
        }.min { left, right in order(left.key, left.value) < order(right.key, right.value) }
        guard let project = next?.key else { return nil }
        turn += 1
        lastTurns[project] = turn
        underWay[project, default: 0] += 1
        return project
    }

    /// Ends a turn.
    package mutating func end(_ project: String) {
        let rest = underWay[project, default: 1] - 1
        underWay[project] = rest > 0 ? rest : nil
    }

    /// Skips a project whose mails cannot be read for a while.
    package mutating func rest(_ project: String, until time: Timestamp) { restUntil[project] = time }

    private func order(_ project: String, _ dueAt: Timestamp) -> (Int, Int, Int64, String) {
        (underWay[project, default: 0], lastTurns[project, default: 0], dueAt.milliseconds, project)
    }
}
