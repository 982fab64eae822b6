import GRDB

extension DatabaseMigrator {
    /// The keys that sessions are bound to, and that pending sign-ins came with.
    mutating func registerBoundSessions() {
        registerMigration("0045-bound-sessions", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: boundSessionsSchema)
        }
    }
}

private let boundSessionsSchema = """
    ALTER TABLE sessions ADD COLUMN key_thumbprint BLOB;
    ALTER TABLE pending_sign_ins ADD COLUMN key_thumbprint BLOB;
    """
