import GRDB

extension DatabaseMigrator {
    /// Projects and tenants whose data is being deleted.
    mutating func registerDeletions() {
        registerMigration("0040-deletions", foreignKeyChecks: .immediate) { db in try db.execute(sql: deletionsSchema) }
    }
}

private let deletionsSchema = """
    CREATE TABLE deletions (
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,           -- empty for a project with all its tenants
        begun_at INTEGER NOT NULL,      -- in milliseconds since 1970, as until
        worker TEXT NOT NULL,           -- the server or command that deletes the data
        until INTEGER NOT NULL,         -- from then on others may go on
        accounts INTEGER NOT NULL,      -- that have been deleted
        last_tenant TEXT,               -- the last of them; NULL while other tables come first
        last_uid TEXT,
        PRIMARY KEY (project, tenant),
        CHECK ((last_tenant IS NULL) = (last_uid IS NULL))
    ) STRICT, WITHOUT ROWID;
    """
