import GRDB

extension DatabaseMigrator {
    /// Second factors, their pending sign-ins and enrolments, and the times at which ways in were added.
    mutating func registerSecondFactors() {
        registerMigration("0007-second-factors", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: secondFactorSchema)
        }
    }
}

// The ids of sign-ins and enrolments are hashes of the tokens that clients hold, so that the tables cannot be used to sign
// in.
private let secondFactorSchema = """
    ALTER TABLE sessions ADD COLUMN second_factor TEXT;
    ALTER TABLE identities ADD COLUMN added_at INTEGER; -- none for what an account began with
    ALTER TABLE identities ADD COLUMN added_by_auth_time INTEGER;

    CREATE TABLE second_factors (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        display_name TEXT,
        enrolled_at INTEGER NOT NULL,
        sealed_secret BLOB NOT NULL,
        last_period INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX second_factors_account ON second_factors (account);

    CREATE TABLE pending_sign_ins (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        first_factor TEXT NOT NULL,
        ways_in TEXT NOT NULL,
        failures INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pending_sign_ins_account ON pending_sign_ins (account);
    CREATE INDEX pending_sign_ins_expires_at ON pending_sign_ins (expires_at);

    CREATE TABLE second_factor_enrollments (
        sequence INTEGER PRIMARY KEY, -- a greater one is younger
        id TEXT NOT NULL UNIQUE,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        sealed_secret BLOB NOT NULL,
        failures INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX second_factor_enrollments_account ON second_factor_enrollments (account);
    CREATE INDEX second_factor_enrollments_expires_at ON second_factor_enrollments (expires_at);
    """
