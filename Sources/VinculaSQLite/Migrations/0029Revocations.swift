import GRDB

extension DatabaseMigrator {
    /// The feed of tokens that ended before they expire.
    mutating func registerRevocations() {
        registerMigration("0029-revocations", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: revocationSchema)
        }
    }
}

// Rows outlive their account, so that a deleted account's tokens are refused. A row is about a session, about an account, or
// about everybody.
private let revocationSchema = """
    CREATE TABLE revocations (
        sequence INTEGER PRIMARY KEY, -- a greater one was committed later
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        session TEXT, -- a handle
        account TEXT,
        generation INTEGER, -- the first that is not revoked
        valid_since INTEGER,
        issued_before INTEGER,
        made_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX revocations_project ON revocations (project);
    CREATE INDEX revocations_expires_at ON revocations (expires_at);
    """
