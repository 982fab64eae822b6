import GRDB

extension DatabaseMigrator {
    /// Tenants. The other tables have had a column for them from the beginning.
    mutating func registerTenants() {
        registerMigration("0031-tenants", foreignKeyChecks: .immediate) { db in try db.execute(sql: tenantSchema) }
    }
}

private let tenantSchema = """
    CREATE TABLE tenants (
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        settings TEXT NOT NULL, -- JSON
        created_at INTEGER NOT NULL,
        PRIMARY KEY (project, tenant)
    ) STRICT, WITHOUT ROWID;
    """
