import GRDB

extension DatabaseMigrator {
    /// The records of the audit log that were written with a decision, and have no place in the log yet.
    mutating func registerSideBySide() {
        registerMigration("0044-side-by-side", foreignKeyChecks: .immediate) { db in try db.execute(sql: waitingAuditSchema) }
    }
}

// Only a copy of a PostgreSQL database may have rows.
private let waitingAuditSchema = """
    CREATE TABLE audit_waiting (
        position INTEGER NOT NULL PRIMARY KEY,
        time INTEGER NOT NULL,
        project TEXT,
        tenant TEXT,
        actor_kind TEXT NOT NULL,
        actor_id TEXT NOT NULL,
        action TEXT NOT NULL,
        account TEXT,
        client_address TEXT,
        details TEXT NOT NULL,
        seal BLOB NOT NULL
    ) STRICT;
    """
