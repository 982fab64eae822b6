import Synchronization

/// What went wrong with a store since it was opened, for the metrics and for `/readyz`.
public final class StoreHealth: Sendable {
    private struct State {
        var failures = 0
        var damage: StoreUnavailable?
        var trouble: StoreUnavailable?
    }

    private let state = Mutex(State())

    public init() {}

    /// How many reads and writes failed because the store could not be used.
    public var failures: Int { state.withLock { $0.failures } }

    /// Why the store is not fit for work; `nil` while it is.
    ///
    /// Damage stays until the store is opened again. What a disk may recover from is over with the next write.
    public var fault: StoreUnavailable? { state.withLock { $0.damage ?? $0.trouble } }

    /// Counts a failure.
    public func note(_ failure: StoreUnavailable) {
        state.withLock { state in
            state.failures += 1
            switch failure.reason {
            case .damaged: state.damage = state.damage ?? failure
            case .diskFull, .readOnly, .notPermitted, .failingDisk: state.trouble = failure
            // One row, or one moment: the rest is fit for work.
            case .busy, .unreadableRow: break
            }
        }
    }

    /// Takes note of a write that reached the disk.
    public func noteWrite() { state.withLock { $0.trouble = nil } }
}
