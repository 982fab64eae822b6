import NIOCore
import Synchronization
import VinculaCore

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
        var lastRoomForBodies: NIODeadline?
        var lastRoomInShares: NIODeadline?
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
    func makeRoom() { makeRoom { $0.waitingSince } }

    /// Closes those whose bodies are longest under way, so that whoever only holds the memory of others loses it.
    ///
    /// Every request that finds no room asks for it; five times a second are enough.
    ///
    /// - Parameter site: Whose bodies alone are looked at; `nil` for everybody's.
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
