import Synchronization
import VinculaCore

/// The memory budget shared by all request bodies being received on a port.
///
/// Memory is reserved in steps as a body arrives, before the bytes are kept, and released when the request is answered or
/// its connection closes. No site gets more than a share of it, so that one client cannot crowd out the others.
package final class BodyBudget: Sendable {
    /// The outcome of a reservation.
    enum Room: Hashable {
        case reserved
        /// The whole budget is reserved.
        case full
        /// The client has already used up its share.
        case shareFull
    }

    private struct State {
        var reserved = 0
        var refused = 0
        var bySite: [ClientAddress: Int] = [:]
    }

    /// The maximum number of bytes reserved at a time.
    package let limit: Int
    /// The maximum number of bytes reserved by one site.
    package let share: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: The budget, in bytes.
    ///   - share: The maximum for one site; `nil` lets one site use the whole budget.
    package init(limit: Int = 64 << 20, share: Int? = nil) {
        self.limit = limit
        self.share = share ?? limit
    }

    /// The number of bytes reserved.
    package var reserved: Int { state.withLock { $0.reserved } }

    /// The number of bodies refused for lack of room.
    package var refused: Int { state.withLock { $0.refused } }

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
