import Synchronization

/// Whether the server takes work: not before it started, and not once it drains.
public final class Readiness: Sendable {
    private let state = Mutex(false)

    public init() {}

    public var isReady: Bool { state.withLock { $0 } }

    public func set(_ isReady: Bool) { state.withLock { $0 = isReady } }
}
