import Synchronization

/// The failures of a store since it was opened, for the metrics and for `/readyz`.
package final class StoreHealth: Sendable {
    private struct State {
        var failures = 0
        var damage: StoreUnavailable?
        var trouble: StoreUnavailable?
    }

    private let state = Mutex(State())
    /// The store's use of its connections.
    package let activity = StoreActivity()

    package init() {}

    /// The number of reads and writes that failed because the store could not be used.
    package var failures: Int { state.withLock { $0.failures } }

    /// The reason why the store is not usable; `nil` if it is.
    ///
    /// Damage is reported until the store is opened again. Faults that a disk or a server may recover from are cleared by the next
    /// successful write.
    package var fault: StoreUnavailable? { state.withLock { $0.damage ?? $0.trouble } }

    /// Counts a failure.
    package func note(_ failure: StoreUnavailable) {
        state.withLock { state in
            state.failures += 1
            switch failure.reason {
            case .damaged: state.damage = state.damage ?? failure
            case .diskFull, .readOnly, .notPermitted, .failingDisk, .unreachable: state.trouble = failure
            // Only one row, or one moment, is affected.
            case .busy, .unreadableRow: break
            }
        }
    }

    /// Notes a write that reached the disk.
    package func noteWrite() { state.withLock { $0.trouble = nil } }
}
