import GRDB

extension DatabaseMigrator {
    mutating func registerRateLimits() {
        registerMigration("0003-rate-limits", foreignKeyChecks: .immediate) { db in try db.execute(sql: rateLimitSchema) }
    }
}

// Not tied to accounts: emails without an account are counted the same way. Both parts of the key are fingerprints under the
// master key, so the table does not reveal who tried to sign in from where. The neighbourhood is empty in the row for all of
// them together.
private let rateLimitSchema = """
    CREATE TABLE password_attempts (
        target BLOB NOT NULL,
        neighbourhood BLOB NOT NULL,
        failures INTEGER NOT NULL,
        last_failure_at INTEGER,
        last_success_at INTEGER,
        expires_at INTEGER NOT NULL,
        PRIMARY KEY (target, neighbourhood)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX password_attempts_expires_at ON password_attempts (expires_at);
    """
