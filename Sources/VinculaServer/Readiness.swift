import Synchronization

/// The server's readiness: it accepts requests only once it has started and until it drains.
public final class Readiness: Sendable {
    private let state = Mutex(false)

    public init() {}

    public var isReady: Bool { state.withLock { $0 } }

    public func set(_ isReady: Bool) { state.withLock { $0 = isReady } }
}
