import GRDB

extension DatabaseMigrator {
    /// When sessions were last used, apart from when their tokens were exchanged; and more ancestors than the direct parent.
    mutating func registerSessionUse() {
        registerMigration("0008-session-use", foreignKeyChecks: .immediate) { db in try db.execute(sql: sessionUseSchema) }
    }
}

// Until now `rotated_at` was both. It stays with `parent_hash` and `branch` as what is known of the direct parent.
private let sessionUseSchema = """
    ALTER TABLE sessions ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN earlier_ancestors TEXT; -- JSON, oldest first; none where tokens do not rotate
    UPDATE sessions SET last_used_at = max(auth_time, coalesce(rotated_at, 0));
    """
