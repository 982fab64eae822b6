import VinculaCore
import VinculaEngine

extension Transaction {
    func usage(of project: String, _ span: UsageSpan, since: Timestamp) throws -> [UsageCount] {
        try db.all(
            """
            SELECT project, kind, method, span, begins_at, n FROM usage_counts
            WHERE project = ? AND span = ? AND begins_at >= ? ORDER BY begins_at, kind, method
            """,
            [project, span.rawValue, since.milliseconds]
        ) { row in
            UsageCount(
                project: try row.next(), kind: try row.enumCase(of: "usage_counts"), method: try row.next(),
                span: try row.enumCase(of: "usage_counts"), start: try row.timestamp(), count: try row.next())
        }
    }

    func add(_ count: UsageCount) throws {
        let sum = count.kind.isState ? "excluded.n" : "usage_counts.n + excluded.n"
        try db.run(
            """
            INSERT INTO usage_counts (project, span, begins_at, kind, method, n, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (project, span, begins_at, kind, method) DO UPDATE SET n = \(sum)
            """,
            [
                count.project, count.span.rawValue, count.start.milliseconds, count.kind.rawValue, count.method, count.count,
                count.expiresAt.milliseconds,
            ])
    }

    func deleteExpiredUsage(now: Timestamp, limit: Int) throws -> Int {
        let key = "project, span, begins_at, kind, method"
        try db.run(
            """
            DELETE FROM usage_counts WHERE (\(key)) IN (SELECT \(key) FROM usage_counts WHERE expires_at < ? LIMIT ?)
            """,
            [now.milliseconds, limit])
        return db.changesCount
    }
}
