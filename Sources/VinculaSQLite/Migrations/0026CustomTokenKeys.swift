import GRDB

extension DatabaseMigrator {
    /// The keys of other systems' service accounts whose custom tokens are accepted.
    mutating func registerCustomTokenKeys() {
        registerMigration("0026-custom-token-keys", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: customTokenKeySchema)
        }
    }
}

private let customTokenKeySchema = """
    CREATE TABLE custom_token_keys (
        service_account TEXT NOT NULL,
        project TEXT NOT NULL,
        id TEXT NOT NULL,
        public_key TEXT NOT NULL, -- JSON
        expires_at INTEGER, -- none for a key without a certificate
        is_disabled INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (service_account, project, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX custom_token_keys_project ON custom_token_keys (project, service_account);
    """
