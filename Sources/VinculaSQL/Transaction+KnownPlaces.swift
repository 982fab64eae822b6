import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func lastSeen(atPlace place: Data) throws -> Timestamp? {
        try db.first("SELECT seen_at FROM known_places WHERE place = ?", [place]) { try $0.timestamp() }
    }

    func note(place: Data, seenAt: Timestamp, expiresAt: Timestamp) throws {
        try db.run(
            """
            INSERT INTO known_places (place, seen_at, expires_at) VALUES (?, ?, ?)
            ON CONFLICT (place) DO UPDATE SET seen_at = excluded.seen_at, expires_at = excluded.expires_at
            """,
            [place, seenAt.milliseconds, expiresAt.milliseconds])
    }
}
