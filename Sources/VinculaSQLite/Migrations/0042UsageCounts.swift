import GRDB

extension DatabaseMigrator {
    /// The use of projects over time.
    mutating func registerUsageCounts() {
        registerMigration("0042-usage-counts", foreignKeyChecks: .immediate) { db in try db.execute(sql: usageSchema) }
    }
}

private let usageSchema = """
    CREATE TABLE usage_counts (
        project TEXT NOT NULL,
        span TEXT NOT NULL,             -- hour or day
        begins_at INTEGER NOT NULL,     -- in milliseconds since 1970
        kind TEXT NOT NULL,
        method TEXT NOT NULL,
        n INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        PRIMARY KEY (project, span, begins_at, kind, method)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX usage_counts_expires_at ON usage_counts (expires_at);
    """
