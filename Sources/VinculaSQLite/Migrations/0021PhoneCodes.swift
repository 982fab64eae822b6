import GRDB

extension DatabaseMigrator {
    /// The codes that were sent to phones, and the number of messages in a day.
    mutating func registerPhoneCodes() {
        registerMigration("0021-phone-codes", foreignKeyChecks: .immediate) { db in try db.execute(sql: phoneCodeSchema) }
    }
}

// A code's id is the hash of the token that the client holds. A count's key is a fingerprint of what is counted and the day.
private let phoneCodeSchema = """
    CREATE TABLE phone_codes (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        number TEXT NOT NULL,
        sealed_code BLOB NOT NULL,
        expires_at INTEGER NOT NULL,
        failures INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX phone_codes_number ON phone_codes (project, tenant, number);
    CREATE INDEX phone_codes_expires_at ON phone_codes (expires_at);

    CREATE TABLE text_message_counts (
        key BLOB NOT NULL PRIMARY KEY,
        count INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX text_message_counts_expires_at ON text_message_counts (expires_at);
    """
