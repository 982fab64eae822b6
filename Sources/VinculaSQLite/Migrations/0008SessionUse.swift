import GRDB

extension DatabaseMigrator {
    /// The time of a session's last use, separate from its last token exchange, and ancestors beyond the direct parent.
    mutating func registerSessionUse() {
        registerMigration("0008-session-use", foreignKeyChecks: .immediate) { db in try db.execute(sql: sessionUseSchema) }
    }
}

// Until now `rotated_at` served as both. Together with `parent_hash` and `branch` it remains as the data of the direct
// parent.
private let sessionUseSchema = """
    ALTER TABLE sessions ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN earlier_ancestors TEXT; -- JSON, oldest first; none where tokens do not rotate
    UPDATE sessions SET last_used_at = max(auth_time, coalesce(rotated_at, 0));
    """
