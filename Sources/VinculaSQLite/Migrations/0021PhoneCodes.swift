import GRDB

extension DatabaseMigrator {
    /// The codes that were sent to phones, the number of messages in a day, and phones as second factors.
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
        purpose TEXT NOT NULL,
        account TEXT, -- the uid of the account whose factor it is; none for a sign-in
        factor TEXT, -- the factor that it proves; none before it is enrolled
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

    CREATE TABLE factors (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        display_name TEXT,
        enrolled_at INTEGER NOT NULL,
        phone TEXT,
        sealed_secret BLOB, -- of an authenticator app
        last_period INTEGER NOT NULL,
        enrolled_by TEXT,
        CHECK ((phone IS NULL) <> (sealed_secret IS NULL))
    ) STRICT;
    INSERT INTO factors SELECT sequence, id, account, display_name, enrolled_at, NULL, sealed_secret, last_period, enrolled_by
        FROM second_factors;
    DROP TABLE second_factors;
    ALTER TABLE factors RENAME TO second_factors;
    CREATE INDEX second_factors_account ON second_factors (account);
    """
