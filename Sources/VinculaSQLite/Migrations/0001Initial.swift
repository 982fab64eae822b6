import GRDB

extension DatabaseMigrator {
    mutating func registerInitial() {
        registerMigration("0001-initial", foreignKeyChecks: .immediate) { db in try db.execute(sql: initialSchema) }
    }
}

// Texts compare byte by byte (BINARY, the default). Times are milliseconds since 1970, Booleans are 0 or 1. Tables that
// belong to an account refer to its row, and so to its project and tenant.
private let initialSchema = """
    CREATE TABLE accounts (
        id INTEGER PRIMARY KEY,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        uid TEXT NOT NULL,
        email TEXT,
        email_verified INTEGER NOT NULL,
        display_name TEXT,
        photo_url TEXT,
        phone TEXT,
        password_hash TEXT,
        password_updated_at INTEGER,
        is_disabled INTEGER NOT NULL,
        custom_claims TEXT,
        valid_since INTEGER, -- seconds
        generation INTEGER NOT NULL,
        initial_email TEXT,
        created_at INTEGER NOT NULL,
        last_sign_in_at INTEGER,
        last_refresh_at INTEGER,
        UNIQUE (project, tenant, uid),
        CHECK ((password_hash IS NULL) = (password_updated_at IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX accounts_email ON accounts (project, tenant, email) WHERE email IS NOT NULL;
    CREATE UNIQUE INDEX accounts_phone ON accounts (project, tenant, phone) WHERE phone IS NOT NULL;
    CREATE INDEX accounts_initial_email ON accounts (project, tenant, initial_email) WHERE initial_email IS NOT NULL;
    CREATE INDEX accounts_created_at ON accounts (project, tenant, created_at, uid);
    CREATE INDEX accounts_last_sign_in_at ON accounts (project, tenant, last_sign_in_at, uid);

    -- Within an account a greater id is younger. The subject stands before the issuer so that one index also finds a
    -- provider's subject whatever its issuer.
    CREATE TABLE identities (
        id INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        provider TEXT NOT NULL,
        subject TEXT NOT NULL,
        issuer TEXT NOT NULL,
        email TEXT,
        display_name TEXT,
        photo_url TEXT,
        screen_name TEXT,
        UNIQUE (project, tenant, provider, subject, issuer),
        UNIQUE (account, provider)
    ) STRICT;
    CREATE INDEX identities_email ON identities (project, tenant, email) WHERE email IS NOT NULL;

    CREATE TABLE sessions (
        id BLOB NOT NULL PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        auth_time INTEGER NOT NULL,
        sign_in_provider TEXT NOT NULL,
        generation INTEGER NOT NULL,
        active_hash BLOB NOT NULL,
        parent_hash BLOB,
        rotated_at INTEGER,
        branch INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_account ON sessions (account);

    CREATE TABLE pending_credentials (
        token_hash BLOB NOT NULL PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, -- the one that it collided with
        presented TEXT NOT NULL, -- JSON
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pending_credentials_account ON pending_credentials (account);
    CREATE INDEX pending_credentials_expires_at ON pending_credentials (expires_at);

    CREATE TABLE project_settings (
        project TEXT NOT NULL PRIMARY KEY,
        settings TEXT NOT NULL -- JSON
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE openid_providers (
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        id TEXT NOT NULL,
        provider TEXT NOT NULL, -- JSON
        PRIMARY KEY (project, tenant, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE signing_keys (
        id TEXT NOT NULL PRIMARY KEY,
        purpose TEXT NOT NULL,
        sealed_private_key BLOB NOT NULL,
        certificate TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        active_from INTEGER,
        retired_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sealed_secrets (
        name TEXT NOT NULL PRIMARY KEY,
        secret BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
