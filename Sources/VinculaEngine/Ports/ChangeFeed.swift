import Synchronization
package import VinculaCore

/// A kind of stored data that servers also keep in memory.
package enum ChangeTopic: String, Hashable, Sendable, CaseIterable {
    /// API keys and service accounts.
    case callers
    /// The keys that sign tokens.
    case signingKeys
    /// The settings of projects and tenants.
    case settings
}

/// The changes of what a server keeps in memory, made by itself, by another server or by a command.
///
/// The database counts the changes of each topic, within the transactions that make them. Whoever keeps something remembers the
/// topic's ``position(of:)`` from before reading it, and reads it again once the position is another one.
package final class ChangeFeed: Sendable {
    private struct State {
        var positions: [ChangeTopic: Int] = [:]
        /// The database's counts as last read; `nil` while they cannot be read.
        var counts: [ChangeTopic: Int64]?
        var readAt: ContinuousClock.Instant?

        mutating func advance(_ topics: Set<ChangeTopic>) { for topic in topics { positions[topic, default: 0] += 1 } }
    }

    private let madeAt = ContinuousClock.now
    private let state = Mutex(State())
    private let bell = OutboxBell()

    package init() {}

    /// The number of times that a topic is known to have changed.
    package func position(of topic: ChangeTopic) -> Int { state.withLock { $0.positions[topic, default: 0] } }

    /// The time since the database's counts were last read; `nil` if they never were, or cannot be read.
    package var staleness: Duration? {
        state.withLock { state in state.counts == nil ? nil : state.readAt.map { .now - $0 } }
    }

    /// The time since the database's counts were last known; at the beginning, since the feed was made.
    package var age: Duration { .now - (state.withLock(\.readAt) ?? madeAt) }

    /// Notes what this process has changed, once it is committed.
    package func note(_ topics: Set<ChangeTopic>) {
        guard !topics.isEmpty else { return }
        state.withLock { $0.advance(topics) }
    }

    /// Has the counts read at once.
    package func wake() { bell.ring() }

    /// Reads the counts now, whenever woken, and after each interval, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - interval: The longest time between two looks.
    ///   - changed: Called with the topics that have changed, at the beginning with all. If it throws, it is called again.
    package func follow(
        _ store: some Store, every interval: Duration, _ changed: @Sendable (Set<ChangeTopic>) async throws -> Void
    ) async {
        while !Task.isCancelled {
            let rings = bell.rings
            do {
                let now = ContinuousClock.now
                let topics = take(try await store.read { try $0.changeCounts() }, readAt: now)
                if !topics.isEmpty { try await changed(topics) }
            } catch {
                lose()
            }
            await bell.wait(after: rings, upTo: interval)
        }
    }

    /// - Returns: The topics that have changed.
    private func take(_ counts: [ChangeTopic: Int64], readAt: ContinuousClock.Instant) -> Set<ChangeTopic> {
        state.withLock { state in
            let known = state.counts
            let changed = known.map { known in
                Set(ChangeTopic.allCases.filter { known[$0, default: 0] != counts[$0, default: 0] })
            }
            state.counts = counts
            state.readAt = readAt
            let topics = changed ?? Set(ChangeTopic.allCases)
            state.advance(topics)
            return topics
        }
    }

    /// Drops everything: nobody knows what has changed since the counts were last read.
    private func lose() {
        state.withLock { state in
            state.counts = nil
            state.advance(Set(ChangeTopic.allCases))
        }
    }
}

/// Read access to the counts of changes.
package protocol ChangeReads {
    /// The number of changes of each topic so far.
    func changeCounts() throws -> [ChangeTopic: Int64]
}

/// Write access to what several servers agree by.
package protocol LeaseWrites {
    /// Takes or extends a lease by one conditional write.
    ///
    /// - Parameters:
    ///   - name: The work that only its holder does.
    ///   - holder: The server.
    ///   - now: The current time.
    ///   - until: The time from which others may take it.
    /// - Returns: `false` if another server has it.
    func takeLease(_ name: String, holder: String, now: Timestamp, until: Timestamp) throws -> Bool
}
