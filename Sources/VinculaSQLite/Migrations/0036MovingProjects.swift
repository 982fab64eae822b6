import GRDB

extension DatabaseMigrator {
    /// The projects that were created, and what moves here from another server.
    mutating func registerMovingProjects() {
        registerMigration("0036-moving-projects", foreignKeyChecks: .immediate) { db in try db.execute(sql: movingProjectsSchema)
        }
    }
}

private let movingProjectsSchema = """
    CREATE TABLE projects (
        project TEXT NOT NULL PRIMARY KEY,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO projects (project, created_at)
        SELECT project, unixepoch() * 1000 FROM (
            SELECT project FROM project_settings UNION SELECT project FROM accounts UNION SELECT project FROM api_keys
            UNION SELECT project FROM service_accounts UNION SELECT project FROM openid_providers
            UNION SELECT project FROM supported_providers UNION SELECT project FROM custom_token_keys
            UNION SELECT project FROM webhooks UNION SELECT project FROM tenants
        );

    -- The accounts that were imported, as the import left them.
    CREATE TABLE imported_accounts (
        account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        generation INTEGER NOT NULL,
        former_valid_since INTEGER, -- seconds
        valid_since INTEGER -- seconds
    ) STRICT;

    -- The refresh tokens of another server that were exchanged.
    CREATE TABLE exchanged_tokens (
        hash BLOB NOT NULL PRIMARY KEY,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        session BLOB NOT NULL,
        exchanged_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX exchanged_tokens_project ON exchanged_tokens (project);
    CREATE INDEX exchanged_tokens_expires_at ON exchanged_tokens (expires_at);

    -- The accounts that were deleted while their project took over people from another server, which must not bring them back.
    -- No migration takes longer than half a year.
    CREATE TABLE accounts_deleted_while_moving (
        sequence INTEGER NOT NULL PRIMARY KEY,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        uid TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        UNIQUE (project, tenant, uid)
    ) STRICT;
    CREATE INDEX accounts_deleted_while_moving_expires_at ON accounts_deleted_while_moving (expires_at);
    """
