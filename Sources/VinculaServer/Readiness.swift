import Synchronization

/// The server's readiness: it accepts requests only once it has started and until it drains.
package final class Readiness: Sendable {
    private let state = Mutex(false)

    package init() {}

    package var isReady: Bool { state.withLock { $0 } }

    package func set(_ isReady: Bool) { state.withLock { $0 = isReady } }
}
