import NIOCore
import Synchronization

/// The connections that are open, so that those that only wait can make room for others.
public final class OpenConnections: Sendable {
    private struct Entry: Sendable {
        let messages: NIOLoopBound<MessageGuard>
        let eventLoop: any EventLoop
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isDraining = false
        var refused = 0
    }

    /// How long a connection may wait for its client when others wait for a place.
    static let patience = TimeAmount.seconds(1)

    private let state = Mutex(State())

    public init() {}

    /// How many are open.
    public var count: Int { state.withLock { $0.entries.count } }

    /// How many were closed to make room.
    public var closedForRoom: Int { state.withLock { $0.refused } }

    /// Whether each answer is its connection's last.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Lets each answer from now on be its connection's last.
    public func drain() { state.withLock { $0.isDraining = true } }

    func add(_ messages: MessageGuard, on eventLoop: any EventLoop) {
        let entry = Entry(messages: NIOLoopBound(messages, eventLoop: eventLoop), eventLoop: eventLoop)
        state.withLock { $0.entries[ObjectIdentifier(messages)] = entry }
    }

    func remove(_ messages: MessageGuard) { _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(messages)) } }

    /// Closes those that waited longest for their clients, a twentieth of all at a time.
    func makeRoom() {
        let entries = state.withLock { Array($0.entries.values) }
        let most = max(16, entries.count / 20)
        for group in Dictionary(grouping: entries, by: { ObjectIdentifier($0.eventLoop) }).values {
            group[0].eventLoop.execute {
                let longAgo = NIODeadline.now() - Self.patience
                let waiting = group.compactMap { entry in
                    entry.messages.value.waitingSince.map { (since: $0, messages: entry.messages.value) }
                }
                let chosen = waiting.filter { $0.since < longAgo }.sorted { $0.since < $1.since }.prefix(most)
                for connection in chosen { connection.messages.makeRoom() }
                self.state.withLock { $0.refused += chosen.count }
            }
        }
    }
}
