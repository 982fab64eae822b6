import Synchronization

/// Counts the people who came from the server that a project left, since this server's start.
package final class MigrationCounts: Sendable {
    /// What was counted.
    package enum Event: Hashable, Sendable, CaseIterable {
        /// A session was opened for a refresh token.
        case session
        /// An account, or its password, was taken over.
        case account
        /// A token or a password was refused.
        case refusal
        /// The other server could not be asked.
        case failure
    }

    private let counts = Mutex<[Event: Int]>([:])

    package init() {}

    /// The number of events of a kind.
    package func callAsFunction(_ event: Event) -> Int { counts.withLock { $0[event, default: 0] } }

    func note(_ event: Event) { counts.withLock { $0[event, default: 0] += 1 } }
}
