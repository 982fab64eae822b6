import VinculaCore
import VinculaEngine

extension Transaction {
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
