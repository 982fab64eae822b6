import GRDB

extension DatabaseMigrator {
    /// Indexes for queries that used to read whole tables.
    mutating func registerGrowth() {
        registerMigration("0010-growth", foreignKeyChecks: .immediate) { db in try db.execute(sql: growthSchema) }
    }
}

// Anonymous users do not sign in again, so maintaining their index costs a token refresh nothing.
private let growthSchema = """
    CREATE INDEX audit_log_time ON audit_log (time);
    CREATE INDEX audit_log_action ON audit_log (action, time);
    CREATE INDEX outbox_waiting ON outbox (state, due_at);
    CREATE INDEX action_codes_open ON action_codes (project, tenant, sequence) WHERE spent_at IS NULL;
    CREATE INDEX accounts_anonymous ON accounts (project, tenant, last_sign_in_at, uid)
        WHERE email IS NULL AND phone IS NULL AND password_hash IS NULL AND has_email_link = 0;
    """
