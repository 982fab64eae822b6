import VinculaCore
import VinculaEngine

extension Transaction {
    func deleteExpired(now: Timestamp, limit: Int) throws -> Bool {
        let codes = now.adding(seconds: -ActionCode.remembersSeconds)
        let tables = [
            ("pending_credentials", "token_hash", "expires_at", now), ("used_assertions", "hash", "expires_at", now),
            ("pending_sign_ins", "sequence", "expires_at", now), ("second_factor_enrollments", "sequence", "expires_at", now),
            ("action_codes", "sequence", "expires_at", codes), ("known_places", "place", "expires_at", now),
            ("known_devices", "device", "expires_at", now),
            ("outbox", "sequence", "forget_at", now), ("browser_flows", "id", "expires_at", now),
            ("handover_codes", "sequence", "expires_at", now), ("phone_codes", "sequence", "expires_at", now),
            ("text_message_counts", "key", "expires_at", now), ("revocations", "sequence", "expires_at", now),
            ("exchanged_tokens", "hash", "expires_at", now), ("operator_invitations", "id", "expires_at", now),
            ("accounts_deleted_while_moving", "sequence", "expires_at", now),
        ]
        var hasMore = false
        for (table, key, time, end) in tables {
            try db.run(
                "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(time) < ? LIMIT ?)",
                [end.milliseconds, limit])
            if db.changesCount >= limit { hasMore = true }
        }
        return hasMore
    }

    func servicePeriod() throws -> ServicePeriod? {
        try db.first("SELECT since, seen_at FROM service_period WHERE id = 1") { row in
            ServicePeriod(since: try row.timestamp(), seenAt: try row.timestamp())
        }
    }

    func save(_ period: ServicePeriod) throws {
        try db.run(
            """
            INSERT INTO service_period (id, since, seen_at) VALUES (1, ?, ?)
            ON CONFLICT (id) DO UPDATE SET since = excluded.since, seen_at = excluded.seen_at
            """,
            [period.since.milliseconds, period.seenAt.milliseconds])
    }
}
