import NIOCore
import Synchronization
import VinculaCore

/// The open connections, so that those that are only waiting can be closed to make room for others.
package final class OpenConnections: Sendable {
    private struct Entry: Sendable {
        let messages: NIOLoopBound<MessageGuard>
        let eventLoop: any EventLoop
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isDraining = false
        var refused = 0
        var lastRoomForBodies: NIODeadline?
        var lastRoomInShares: NIODeadline?
    }

    /// The time that a connection may wait for its client while others wait to be accepted.
    static let patience = TimeAmount.seconds(1)

    private let state = Mutex(State())

    package init() {}

    /// The number of open connections.
    package var count: Int { state.withLock { $0.entries.count } }

    /// The number of connections closed to make room.
    package var closedForRoom: Int { state.withLock { $0.refused } }

    /// Indicates whether each response is the last on its connection.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Makes each response from now on the last on its connection.
    package func drain() { state.withLock { $0.isDraining = true } }

    func add(_ messages: MessageGuard, on eventLoop: any EventLoop) {
        let entry = Entry(messages: NIOLoopBound(messages, eventLoop: eventLoop), eventLoop: eventLoop)
        state.withLock { $0.entries[ObjectIdentifier(messages)] = entry }
    }

    func remove(_ messages: MessageGuard) { _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(messages)) } }

    /// Closes the connections that have waited longest for their clients, a twentieth of all at a time.
    func makeRoom() { makeRoom { $0.waitingSince } }

    /// Closes the connections whose bodies have been arriving longest, so that clients that only hold memory lose it.
    ///
    /// Every request that finds no room calls this; it acts at most five times a second.
    ///
    /// - Parameter site: The only site whose bodies are considered; `nil` for all sites.
    func makeRoomForBodies(of site: ClientAddress? = nil) {
        let isDue = state.withLock { state in
            let (now, last) = (NIODeadline.now(), site == nil ? state.lastRoomForBodies : state.lastRoomInShares)
            guard last.map({ now - $0 >= .milliseconds(200) }) ?? true else { return false }
            if site == nil { state.lastRoomForBodies = now } else { state.lastRoomInShares = now }
            return true
        }
        if isDue { makeRoom { site == nil || $0.bodySite == site ? $0.bodySince : nil } }
    }

    private func makeRoom(_ since: @escaping @Sendable (MessageGuard) -> NIODeadline?) {
        let entries = state.withLock { Array($0.entries.values) }
        let most = max(16, entries.count / 20)
        for group in Dictionary(grouping: entries, by: { ObjectIdentifier($0.eventLoop) }).values {
            group[0].eventLoop.execute {
                let longAgo = NIODeadline.now() - Self.patience
                let waiting = group.compactMap { entry in
                    since(entry.messages.value).map { (since: $0, messages: entry.messages.value) }
                }
                let chosen = waiting.filter { $0.since < longAgo }.sorted { $0.since < $1.since }.prefix(most)
                for connection in chosen { connection.messages.makeRoom() }
                self.state.withLock { $0.refused += chosen.count }
            }
        }
    }
}
