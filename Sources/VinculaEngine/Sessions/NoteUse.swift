import Foundation
import Synchronization
import VinculaCore

/// Which sessions were used since that was last written.
///
/// A refresh notes its use here and does not wait for the disk. A crash loses what was noted since the last writing.
final class LastUses: Sendable {
    /// How many sessions are remembered at most. While the store cannot be written to, later ones are not noted: their next
    /// use will be.
    private static let capacity = 1 << 17

    private let uses = Mutex<[Data: Timestamp]>([:])

    func note(session: Data, at moment: Timestamp) {
        uses.withLock { uses in
            if uses.count < Self.capacity || uses[session] != nil { uses[session] = moment }
        }
    }

    /// Takes out some of what was noted.
    func take(_ count: Int) -> [(session: Data, moment: Timestamp)] {
        uses.withLock { uses in
            let taken = uses.prefix(count).map { (session: $0.key, moment: $0.value) }
            for use in taken { uses[use.session] = nil }
            return taken
        }
    }

    /// Puts back what could not be written, unless the session was used again meanwhile.
    func putBack(_ taken: [(session: Data, moment: Timestamp)]) {
        uses.withLock { uses in
            for use in taken where uses[use.session] == nil { uses[use.session] = use.moment }
        }
    }
}

extension AuthEngine {
    /// How many uses one write notes at most, so that nobody waits for it long.
    private static let batch = 500

    /// Writes when sessions were last used. The server calls it from time to time, and when it stops.
    public func writeLastUses() async throws {
        while true {
            let taken = lastUses.take(Self.batch)
            guard !taken.isEmpty else { return }
            do {
                try await write { transaction in
                    for use in taken { try transaction.noteUse(ofSession: use.session, at: use.moment) }
                }
            } catch {
                lastUses.putBack(taken)
                throw error
            }
        }
    }
}
