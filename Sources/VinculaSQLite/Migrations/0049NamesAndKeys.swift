import GRDB

extension DatabaseMigrator {
    /// An index of names, and what an API key may be used for and was last.
    mutating func registerNamesAndKeys() {
        registerMigration("0049-names-and-keys", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: namesAndKeysSchema)
        }
    }
}

// See NameKey. The expression is the one that Transaction+AccountPages.swift asks for.
private let namesAndKeysSchema = """
    CREATE INDEX accounts_name ON accounts (project, tenant, lower(substr(display_name, 1, 64)), uid)
        WHERE display_name IS NOT NULL;
    ALTER TABLE api_keys ADD COLUMN restrictions TEXT; -- JSON; NULL for none
    ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
    """
