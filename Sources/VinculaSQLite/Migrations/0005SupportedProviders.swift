import GRDB

extension DatabaseMigrator {
    /// Projects' configurations of built-in providers.
    mutating func registerSupportedProviders() {
        registerMigration("0005-supported-providers", foreignKeyChecks: .immediate) { db in
            try db.execute(
                sql: """
                    CREATE TABLE supported_providers (
                        project TEXT NOT NULL,
                        tenant TEXT NOT NULL,
                        id TEXT NOT NULL,
                        provider TEXT NOT NULL, -- JSON
                        PRIMARY KEY (project, tenant, id)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
