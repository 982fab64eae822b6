import Synchronization

/// The memory that all bodies under way may take together, whichever listener they come by.
///
/// Reserved before a body is read, and given back when its request is answered or its connection is gone.
public final class BodyBudget: Sendable {
    private struct State {
        var reserved = 0
        var refused = 0
    }

    /// The most bytes that may be reserved.
    public let limit: Int
    private let state = Mutex(State())

    public init(limit: Int = 64 << 20) { self.limit = limit }

    /// How many bytes are reserved.
    public var reserved: Int { state.withLock { $0.reserved } }

    /// How many bodies found no room.
    public var refused: Int { state.withLock { $0.refused } }

    /// - Returns: Whether there was room.
    func reserve(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard bytes <= limit - state.reserved else {
                state.refused += 1
                return false
            }
            state.reserved += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) { state.withLock { $0.reserved -= bytes } }
}
