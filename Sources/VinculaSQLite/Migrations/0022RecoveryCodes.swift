import GRDB

extension DatabaseMigrator {
    /// Adds the recovery codes of accounts with second factors.
    mutating func registerRecoveryCodes() {
        registerMigration("0022-recovery-codes", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: recoveryCodeSchema)
        }
    }
}

// A set outlasts its codes: sessions that they opened refer to it. A code is stored as its fingerprint under a key that is not
// in the database in clear.
private let recoveryCodeSchema = """
    CREATE TABLE recovery_code_sets (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        account INTEGER NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        created_by TEXT NOT NULL
    ) STRICT;

    CREATE TABLE recovery_codes (
        fingerprint BLOB NOT NULL PRIMARY KEY,
        code_set INTEGER NOT NULL REFERENCES recovery_code_sets (sequence) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recovery_codes_code_set ON recovery_codes (code_set);
    """
