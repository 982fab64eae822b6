import Synchronization
import VinculaCore

/// The memory that all bodies under way on a port may take together.
///
/// Reserved before a body is kept, little by little as it arrives, and given back when its request is answered or its connection is
/// gone. Nobody has more than a share of it, so that one client cannot refuse the others.
public final class BodyBudget: Sendable {
    /// What became of a reservation.
    enum Room: Hashable {
        case reserved
        /// All of it is reserved.
        case full
        /// The client has its share already.
        case shareFull
    }

    private struct State {
        var reserved = 0
        var refused = 0
        var bySite: [ClientAddress: Int] = [:]
    }

    /// The most bytes that may be reserved.
    public let limit: Int
    /// The most bytes that one site may have reserved.
    public let share: Int
    private let state = Mutex(State())

    /// - Parameter share: `nil` lets one site have everything.
    public init(limit: Int = 64 << 20, share: Int? = nil) {
        self.limit = limit
        self.share = share ?? limit
    }

    /// How many bytes are reserved.
    public var reserved: Int { state.withLock { $0.reserved } }

    /// How many bodies found no room.
    public var refused: Int { state.withLock { $0.refused } }

    func reserve(_ bytes: Int, for site: ClientAddress) -> Room {
        state.withLock { state in
            let own = state.bySite[site, default: 0]
            let room: Room = bytes > limit - state.reserved ? .full : bytes > share - own ? .shareFull : .reserved
            if room == .reserved {
                state.reserved += bytes
                state.bySite[site] = own + bytes
            } else {
                state.refused += 1
            }
            return room
        }
    }

    func giveBack(_ bytes: Int, of site: ClientAddress) {
        state.withLock { state in
            state.reserved -= bytes
            let left = state.bySite[site, default: 0] - bytes
            state.bySite[site] = left > 0 ? left : nil
        }
    }
}
