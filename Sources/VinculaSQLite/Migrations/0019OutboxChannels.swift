import GRDB

extension DatabaseMigrator {
    /// The channel that a message in the outbox goes through; those of before are mails.
    mutating func registerOutboxChannels() {
        registerMigration("0019-outbox-channels", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: outboxChannelSchema)
        }
    }
}

// Each channel has its own workers, which look for its messages alone. The column `sealed_mail` has the message of any channel.
private let outboxChannelSchema = """
    ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT 'mail';
    DROP INDEX outbox_due;
    DROP INDEX outbox_turns;
    CREATE INDEX outbox_due ON outbox (channel, due_at) WHERE state = 'waiting';
    CREATE INDEX outbox_turns ON outbox (channel, project, due_at) WHERE state = 'waiting';
    """
