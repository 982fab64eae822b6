/// The rule for whose mail goes out next, so that no project's slow, failing or many mails hold up another's.
///
/// A project with fewer mails under way comes before one with more, then the one whose turn was longest ago. A project takes
/// another worker only while more workers are free than it holds, and four at most: some are always left for the others.
public struct MailTurns: Sendable {
    /// How many mails of one project may be under way at a time.
    public static let mostOfOneProject = 4

    private let workers: Int
    private var underWay: [String: Int] = [:]
    private var lastTurns: [String: Int] = [:]
    private var turn = 0
    private var restUntil: [String: Timestamp] = [:]

    /// - Parameter workers: How many mails may be under way at a time, of all projects together.
    public init(workers: Int) { self.workers = workers }

    /// Gives a project its turn; ``end(_:)`` ends it.
    ///
    /// - Parameter waiting: The projects that have mails waiting, each with when its next is due.
    /// - Returns: `nil` if no project may have a turn now.
    public mutating func begin(_ waiting: [String: Timestamp], now: Timestamp) -> String? {
        // What need not be known any more is forgotten, so that this does not grow with the projects of a lifetime.
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
    public mutating func end(_ project: String) {
        let rest = underWay[project, default: 1] - 1
        underWay[project] = rest > 0 ? rest : nil
    }

    /// Passes over a project for a while, whose mails cannot be read.
    public mutating func rest(_ project: String, until time: Timestamp) { restUntil[project] = time }

    private func order(_ project: String, _ dueAt: Timestamp) -> (Int, Int, Int64, String) {
        (underWay[project, default: 0], lastTurns[project, default: 0], dueAt.milliseconds, project)
    }
}
