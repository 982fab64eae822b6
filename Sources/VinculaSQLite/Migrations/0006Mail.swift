import GRDB

extension DatabaseMigrator {
    /// Mailed codes, and the outbox.
    mutating func registerMail() {
        registerMigration("0006-mail", foreignKeyChecks: .immediate) { db in try db.execute(sql: mailSchema) }
    }
}

// A code's id is its hash, so that the table cannot be used to open links. Spent codes are kept for a while, so that their
// links can say why they no longer work. The outbox's recipient is a fingerprint: a sent mail does not reveal its recipient.
private let mailSchema = """
    ALTER TABLE accounts ADD COLUMN has_email_link INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE action_codes (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        purpose TEXT NOT NULL,
        account INTEGER REFERENCES accounts (id) ON DELETE CASCADE, -- none for a link that may make one
        email TEXT,
        new_email TEXT,
        target TEXT NOT NULL, -- JSON
        digits BLOB,
        sealed_link BLOB, -- a development server's alone
        mismatches INTEGER NOT NULL,
        wrong_digits INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        spent_at INTEGER
    ) STRICT;
    CREATE INDEX action_codes_email ON action_codes (project, tenant, email, purpose) WHERE email IS NOT NULL;
    CREATE INDEX action_codes_account ON action_codes (account) WHERE account IS NOT NULL;
    CREATE INDEX action_codes_expires_at ON action_codes (expires_at);

    CREATE TABLE outbox (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        kind TEXT NOT NULL,
        recipient BLOB NOT NULL,
        sealed_mail BLOB,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        forget_at INTEGER,
        last_error TEXT
    ) STRICT;
    CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'waiting';
    CREATE INDEX outbox_state ON outbox (state);
    CREATE INDEX outbox_recipient ON outbox (recipient, created_at);
    CREATE INDEX outbox_forget_at ON outbox (forget_at) WHERE forget_at IS NOT NULL;
    """
