import GRDB

extension DatabaseMigrator {
    /// Whose allowance a mail counts against, whose turn it is to have mails sent, and when an assertion was first used.
    mutating func registerMailAllowances() {
        registerMigration("0012-mail-allowances", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: mailAllowanceSchema)
        }
    }
}

// A place is a fingerprint of an account and a network, an outbox row's network one of the mailbox and a network: neither tells
// who was where. Mails of before count as strangers', of a network that nobody knows.
private let mailAllowanceSchema = """
    ALTER TABLE outbox ADD COLUMN share TEXT NOT NULL DEFAULT 'strangers';
    ALTER TABLE outbox ADD COLUMN network BLOB;
    CREATE INDEX outbox_turns ON outbox (project, due_at) WHERE state = 'waiting';

    CREATE TABLE known_places (
        place BLOB NOT NULL PRIMARY KEY,
        seen_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_places_expires_at ON known_places (expires_at);

    ALTER TABLE used_assertions ADD COLUMN used_at INTEGER; -- none for those of before
    """
