import GRDB

extension DatabaseMigrator {
    mutating func registerAuditLog() {
        registerMigration("0004-audit-log", foreignKeyChecks: .immediate) { db in try db.execute(sql: auditSchema) }
    }
}

// The triggers prevent mistakes. The seals, which need the master key, protect against someone who can write to the file.
private let auditSchema = """
    CREATE TABLE audit_log (
        sequence INTEGER NOT NULL PRIMARY KEY,
        time INTEGER NOT NULL,
        project TEXT,
        tenant TEXT,
        actor_kind TEXT NOT NULL,
        actor_id TEXT NOT NULL,
        action TEXT NOT NULL,
        account TEXT,
        client_address TEXT,
        details TEXT NOT NULL, -- JSON, exactly as it was sealed
        previous BLOB NOT NULL,
        seal BLOB NOT NULL
    ) STRICT;
    CREATE INDEX audit_log_account ON audit_log (account, sequence) WHERE account IS NOT NULL;

    CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'The audit log is append-only.'); END;
    CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'The audit log is append-only.'); END;
    CREATE TRIGGER audit_log_insert BEFORE INSERT ON audit_log
        WHEN NEW.sequence <= (SELECT coalesce(max(sequence), 0) FROM audit_log)
        BEGIN SELECT RAISE(ABORT, 'The audit log is append-only.'); END;

    CREATE TABLE audit_head (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        sequence INTEGER NOT NULL,
        last BLOB NOT NULL,
        seal BLOB NOT NULL
    ) STRICT;

    ALTER TABLE signing_keys ADD COLUMN algorithm TEXT NOT NULL DEFAULT 'RS256';
    """
