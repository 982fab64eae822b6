import GRDB

extension DatabaseMigrator {
    /// The allowance that a mail counts against, the turns of projects in the outbox, and the time of an assertion's first
    /// use.
    mutating func registerMailAllowances() {
        registerMigration("0012-mail-allowances", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: mailAllowanceSchema)
        }
    }
}

// A place is a fingerprint of an account and a network; an outbox row's network is one of the mailbox and a network. Neither
// reveals who was where. Earlier mails count as strangers', from an unknown network.
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
