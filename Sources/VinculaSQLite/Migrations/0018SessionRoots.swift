import GRDB

extension DatabaseMigrator {
    /// The sign-in that a session continues, and the one that a way in was added by.
    mutating func registerSessionRoots() {
        registerMigration("0018-session-roots", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: sessionRootSchema)
        }
    }
}

// Sessions of before continue none, and were not opened by a mailed link as far as is known; what added their ways in is not
// known either.
private let sessionRootSchema = """
    ALTER TABLE sessions ADD COLUMN root BLOB; -- the id of another session; none for a session that continues no other
    ALTER TABLE sessions ADD COLUMN by_mail INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pending_sign_ins ADD COLUMN by_mail INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE identities ADD COLUMN added_by_root BLOB;
    """
