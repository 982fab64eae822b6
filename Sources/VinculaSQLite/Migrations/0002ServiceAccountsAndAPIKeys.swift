import GRDB

extension DatabaseMigrator {
    mutating func registerServiceAccountsAndAPIKeys() {
        registerMigration("0002-service-accounts-and-api-keys", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: schema)
        }
    }
}

private let schema = """
    CREATE TABLE api_keys (
        key TEXT NOT NULL PRIMARY KEY,
        project TEXT NOT NULL,
        label TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_keys_project ON api_keys (project, created_at);
    CREATE TABLE service_accounts (
        email TEXT NOT NULL PRIMARY KEY,
        project TEXT NOT NULL,
        client_id TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL,
        is_disabled INTEGER NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX service_accounts_project ON service_accounts (project, email);
    CREATE TABLE service_account_keys (
        id TEXT NOT NULL PRIMARY KEY,
        service_account TEXT NOT NULL REFERENCES service_accounts (email) ON DELETE CASCADE,
        public_key TEXT NOT NULL, -- JSON
        certificate TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX service_account_keys_account ON service_account_keys (service_account, created_at);
    CREATE TABLE used_assertions (
        hash BLOB NOT NULL PRIMARY KEY,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX used_assertions_expires_at ON used_assertions (expires_at);
    """
