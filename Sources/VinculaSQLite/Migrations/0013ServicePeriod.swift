import GRDB

extension DatabaseMigrator {
    /// The start of the server's current period of service without a gap, and the opening times of sessions.
    mutating func registerServicePeriod() {
        registerMigration("0013-service-period", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: servicePeriodSchema)
        }
    }
}

// For an earlier session, the best known opening time is when its person last authenticated.
private let servicePeriodSchema = """
    CREATE TABLE service_period (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        since INTEGER NOT NULL,
        seen_at INTEGER NOT NULL
    ) STRICT;

    ALTER TABLE sessions ADD COLUMN opened_at INTEGER; -- none for those of before
    """
