extension Migrations {
    /// The use of projects over time.
    static let usageCounts = Migration(
        identifier: "0042-usage-counts",
        sql: """
            CREATE TABLE usage_counts (
                project TEXT COLLATE "C" NOT NULL,
                span TEXT COLLATE "C" NOT NULL,
                begins_at BIGINT NOT NULL,
                kind TEXT COLLATE "C" NOT NULL,
                method TEXT COLLATE "C" NOT NULL,
                n BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                PRIMARY KEY (project, span, begins_at, kind, method)
            );
            CREATE INDEX usage_counts_expires_at ON usage_counts (expires_at);
            """)
}
