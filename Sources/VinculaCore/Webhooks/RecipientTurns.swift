/// The rule for which recipient's message goes out next through a channel whose recipients are servers that may hang: projects
/// take turns as ``OutboxTurns`` says, and within a project's share its recipients do.
///
/// One recipient has half of its project's share at most, so that one that is dead does not hold up the project's others.
package struct RecipientTurns: Sendable {
    /// A turn.
    package struct Turn: Hashable, Sendable {
        package let project: String
        package let recipient: String

        package init(project: String, recipient: String) {
            self.project = project
            self.recipient = recipient
        }
    }

    private var projects: OutboxTurns
    private var recipients: [String: OutboxTurns] = [:]

    /// - Parameter workers: The number of messages that may be in progress at a time, for all projects together.
    package init(workers: Int) { projects = OutboxTurns(workers: workers) }

    /// Gives a recipient its turn; ``end(_:)`` ends it.
    ///
    /// - Parameters:
    ///   - waiting: The recipients with waiting messages, by project, each with the time at which its next one is due.
    ///   - now: The current time.
    /// - Returns: `nil` if no recipient may have a turn now.
    package mutating func begin(_ waiting: [String: [String: Timestamp]], now: Timestamp) -> Turn? {
        recipients = recipients.filter { waiting[$0.key] != nil || !$0.value.isIdle }
        // A project of which no recipient may have a turn keeps its place, and gets none.
        var times: [String: Timestamp] = [:]
        for (project, own) in waiting {
            var turns = recipients[project] ?? OutboxTurns(workers: OutboxTurns.mostOfOneProject)
            let isFree = turns.begin(own, now: now) != nil
            times[project] = isFree ? own.values.min() : Timestamp(milliseconds: .max)
        }
        guard let project = projects.begin(times, now: now) else { return nil }
        var turns = recipients[project] ?? OutboxTurns(workers: OutboxTurns.mostOfOneProject)
        guard let recipient = turns.begin(waiting[project] ?? [:], now: now) else {
            projects.end(project)
            return nil
        }
        recipients[project] = turns
        return Turn(project: project, recipient: recipient)
    }

    /// Ends a turn.
    package mutating func end(_ turn: Turn) {
        recipients[turn.project]?.end(turn.recipient)
        projects.end(turn.project)
    }

    /// Skips a project whose messages cannot be read for a while.
    package mutating func rest(_ project: String, until time: Timestamp) { projects.rest(project, until: time) }
}
