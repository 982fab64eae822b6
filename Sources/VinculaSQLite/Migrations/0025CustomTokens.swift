import GRDB

extension DatabaseMigrator {
    /// Accounts that a backend signs in to, and the claims that it gives a session.
    mutating func registerCustomTokens() {
        registerMigration("0025-custom-tokens", foreignKeyChecks: .immediate) { db in try db.execute(sql: customTokenSchema) }
    }
}

// An account that only a backend signs in to is not anonymous.
private let customTokenSchema = """
    ALTER TABLE accounts ADD COLUMN has_custom_token INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN claims TEXT; -- JSON
    DROP INDEX accounts_anonymous;
    CREATE INDEX accounts_anonymous ON accounts (project, tenant, last_sign_in_at, uid)
        WHERE email IS NULL AND password_hash IS NULL AND has_email_link = 0 AND has_custom_token = 0;
    """
