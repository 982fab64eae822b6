import GRDB

extension DatabaseMigrator {
    /// The addresses that are told of changes to accounts.
    mutating func registerWebhooks() {
        registerMigration("0030-webhooks", foreignKeyChecks: .immediate) { db in try db.execute(sql: webhookSchema) }
    }
}

private let webhookSchema = """
    CREATE TABLE webhooks (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        url TEXT NOT NULL,
        events TEXT NOT NULL, -- separated by spaces; empty for all
        sealed_secret BLOB NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX webhooks_project ON webhooks (project, tenant);
    """
