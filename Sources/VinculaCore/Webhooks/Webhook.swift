import Foundation

/// An address of the operator's that is told of changes to a project's accounts.
package struct Webhook: Hashable, Sendable {
    /// The number of webhooks that a project may have.
    package static let mostOfAProject = 10
    /// The time that a message is retried, in seconds.
    package static let lifetimeSeconds: Int64 = 3 * 24 * 3600
    /// The longest time between two attempts, in seconds.
    package static let longestWaitSeconds: Int64 = 3600
    /// The length of a secret, in bytes.
    package static let secretLength = 32

    package let id: String
    package let url: String
    /// The events that it is told of; empty for all.
    package let events: Set<AccountEvent.Kind>
    package let createdAt: Timestamp

    package init(id: String, url: String, events: Set<AccountEvent.Kind>, createdAt: Timestamp) {
        self.id = id
        self.url = url
        self.events = events
        self.createdAt = createdAt
    }

    /// True if it is told of an event.
    package func wants(_ event: AccountEvent) -> Bool { events.isEmpty || events.contains(event.kind) }

    /// Indicates whether an address has the form of one that messages may be sent to: https, or http to this machine, without
    /// a user name. Where it leads to is checked when it is connected to.
    package static func isUsable(_ url: String) -> Bool {
        guard url.utf8.count <= 2048, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return false }
        let isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        return parts.scheme == "https" || parts.scheme == "http" && isLoopback
    }
}
