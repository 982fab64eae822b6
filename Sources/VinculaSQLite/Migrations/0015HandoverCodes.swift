import GRDB

extension DatabaseMigrator {
    /// The codes that hand signed-in people over to web apps.
    mutating func registerHandoverCodes() {
        registerMigration("0015-handover-codes", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: handoverCodeSchema)
        }
    }
}

// An id is the hash of a code, and a challenge that of a verifier, so that the table opens no session.
private let handoverCodeSchema = """
    CREATE TABLE handover_codes (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id BLOB NOT NULL UNIQUE,
        session BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        challenge TEXT NOT NULL,
        host TEXT NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX handover_codes_session ON handover_codes (session);
    CREATE INDEX handover_codes_expires_at ON handover_codes (expires_at);
    """
