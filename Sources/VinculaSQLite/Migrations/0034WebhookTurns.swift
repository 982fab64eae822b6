import GRDB

extension DatabaseMigrator {
    /// The order in which webhooks take turns.
    mutating func registerWebhookTurns() {
        registerMigration("0034-webhook-turns", foreignKeyChecks: .immediate) { db in try db.execute(sql: webhookTurnSchema) }
    }
}

private let webhookTurnSchema = """
    CREATE INDEX outbox_webhooks ON outbox (project, recipient, due_at) WHERE state = 'waiting' AND channel = 'webhook';
    """
