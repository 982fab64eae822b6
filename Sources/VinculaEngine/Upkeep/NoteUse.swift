import Foundation
import Synchronization
import VinculaCore

/// The sessions that were used since the last write.
///
/// A refresh notes its use here and does not wait for the disk. A crash loses the uses since the last write.
final class LastUses: Sendable {
    /// The maximum number of sessions that are remembered. While the store cannot be written, further ones are not noted:
    /// their next use will be.
    private static let capacity = 1 << 17

    private let uses = Mutex<[Data: Timestamp]>([:])

    func note(session: Data, at moment: Timestamp) {
        uses.withLock { uses in
            if uses.count < Self.capacity || uses[session] != nil { uses[session] = moment }
        }
    }

    /// Removes and returns some of the noted uses.
    func take(_ count: Int) -> [(session: Data, moment: Timestamp)] {
        uses.withLock { uses in
            let taken = uses.prefix(count).map { (session: $0.key, moment: $0.value) }
            for use in taken { uses[use.session] = nil }
            return taken
        }
    }

    /// Puts back uses that could not be written, unless the session was used again in the meantime.
    func putBack(_ taken: [(session: Data, moment: Timestamp)]) {
        uses.withLock { uses in
            for use in taken where uses[use.session] == nil { uses[use.session] = use.moment }
        }
    }
}

extension Upkeep {
    /// The maximum number of uses that one write records, so that nobody waits for it long.
    private static let batch = 500

    /// Writes the noted last uses of sessions. The server calls it from time to time, and when it stops.
    package func writeLastUses() async throws {
        while true {
            let taken = lastUses.take(Self.batch)
            guard !taken.isEmpty else { return }
            do {
                try await write { work in
                    for use in taken { try work.transaction.noteUse(ofSession: use.session, at: use.moment) }
                }
            } catch {
                lastUses.putBack(taken)
                throw error
            }
        }
    }
}
