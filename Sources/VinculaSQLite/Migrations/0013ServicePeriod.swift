import GRDB

extension DatabaseMigrator {
    /// Since when the server has been there without a gap, and when sessions were opened.
    mutating func registerServicePeriod() {
        registerMigration("0013-service-period", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: servicePeriodSchema)
        }
    }
}

// A session of before was opened when its person proved who they are, as far as anybody knows.
private let servicePeriodSchema = """
    CREATE TABLE service_period (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        since INTEGER NOT NULL,
        seen_at INTEGER NOT NULL
    ) STRICT;

    ALTER TABLE sessions ADD COLUMN opened_at INTEGER; -- none for those of before
    """
