extension Migrations {
    /// The keys that sessions are bound to, and that pending sign-ins came with.
    static let boundSessions = Migration(
        identifier: "0045-bound-sessions",
        sql: """
            ALTER TABLE sessions ADD COLUMN key_thumbprint BYTEA;
            ALTER TABLE pending_sign_ins ADD COLUMN key_thumbprint BYTEA;
            """)
}
