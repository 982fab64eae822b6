import GRDB

extension DatabaseMigrator {
    /// The imports of files, so that one that was interrupted can go on.
    mutating func registerImportRuns() {
        registerMigration("0035-import-runs", foreignKeyChecks: .immediate) { db in try db.execute(sql: importRunSchema) }
    }
}

private let importRunSchema = """
    CREATE TABLE import_runs (
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        file BLOB NOT NULL, -- SHA-256
        options BLOB NOT NULL, -- SHA-256
        records INTEGER NOT NULL,
        file_offset INTEGER NOT NULL,
        totals TEXT NOT NULL, -- JSON
        rejected_bytes INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER,
        PRIMARY KEY (project, tenant, file)
    ) STRICT;
    """
