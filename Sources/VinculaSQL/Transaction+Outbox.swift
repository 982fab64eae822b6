import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = """
        id, project, tenant, channel, kind, recipient, sealed_mail, state, attempts, created_at, due_at, expires_at, last_error,
        share, network
        """

    func message(_ id: String) throws -> OutboxMessage? {
        try db.first("SELECT \(Self.columns) FROM outbox WHERE id = ?", [id], Self.message)
    }

    func messages(
        _ state: OutboxMessage.State, channel: OutboxMessage.Channel?, project: String?, limit: Int
    ) throws -> [OutboxMessage] {
        var conditions = ["state = ?"]
        var values: Database.Arguments = [state.rawValue]
        if let channel {
            conditions.append("channel = ?")
            values.append(channel.rawValue)
        }
        if let project {
            conditions.append("project = ?")
            values.append(project)
        }
        return try db.all(
            "SELECT \(Self.columns) FROM outbox WHERE \(conditions.joined(separator: " AND ")) ORDER BY sequence DESC LIMIT ?",
            values + [limit], Self.message)
    }

    func nextMessageDue(_ channel: OutboxMessage.Channel) throws -> Timestamp? {
        try db.first(
            "SELECT min(due_at) FROM outbox \(db.dialect.indexed(by: "outbox_due")) WHERE state = 'waiting' AND channel = ?",
            [channel.rawValue]
        ) { try $0.optionalTimestamp() } ?? nil
    }

    func backlog(of channel: OutboxMessage.Channel, most: Int) throws -> (count: Int, oldest: Timestamp?) {
        try db.first(
            """
            SELECT count(*), min(created_at) FROM (
                SELECT created_at FROM outbox \(db.dialect.indexed(by: "outbox_due"))
                WHERE state = 'waiting' AND channel = ? ORDER BY due_at LIMIT ?) AS waiting
            """, [channel.rawValue, most]
        ) { (try $0.next(), try $0.optionalTimestamp()) } ?? (0, nil)
    }

    func projectsWaiting(for channel: OutboxMessage.Channel) throws -> [String: Timestamp] {
        // Jumps from project to project in the index: one step per project, however many messages it has.
        let rows = try db.all(
            """
            WITH RECURSIVE waiting (project) AS (
                SELECT (
                    SELECT project FROM outbox \(db.dialect.indexed(by: "outbox_turns"))
                    WHERE state = 'waiting' AND channel = ? AND project >= '' ORDER BY project LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT project FROM outbox \(db.dialect.indexed(by: "outbox_turns"))
                    WHERE state = 'waiting' AND channel = ? AND project > waiting.project ORDER BY project LIMIT 1)
                FROM waiting WHERE project IS NOT NULL)
            SELECT project, (
                SELECT due_at FROM outbox \(db.dialect.indexed(by: "outbox_turns"))
                WHERE state = 'waiting' AND channel = ? AND project = waiting.project ORDER BY due_at LIMIT 1)
            FROM waiting WHERE project IS NOT NULL
            """, [channel.rawValue, channel.rawValue, channel.rawValue]
        ) { (try $0.next(String.self), try $0.timestamp()) }
        return Dictionary(rows) { first, _ in first }
    }

    func webhooksWaiting() throws -> [String: [Data: Timestamp]] {
        // Jumps from webhook to webhook in the index, to the first message of each.
        let rows = try db.all(
            """
            WITH RECURSIVE waiting (sequence) AS (
                SELECT (
                    SELECT sequence FROM outbox \(db.dialect.indexed(by: "outbox_webhooks"))
                    WHERE state = 'waiting' AND channel = 'webhook' AND project >= ''
                    ORDER BY project, recipient, due_at LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT next.sequence FROM outbox AS next \(db.dialect.indexed(by: "outbox_webhooks"))
                    WHERE next.state = 'waiting' AND next.channel = 'webhook'
                        AND (next.project, next.recipient) > (
                            SELECT this.project, this.recipient FROM outbox AS this WHERE this.sequence = waiting.sequence)
                    ORDER BY next.project, next.recipient, next.due_at LIMIT 1)
                FROM waiting WHERE sequence IS NOT NULL)
            SELECT project, recipient, due_at FROM waiting CROSS JOIN outbox WHERE outbox.sequence = waiting.sequence
            """, []
        ) { (try $0.next(String.self), try $0.next(Data.self), try $0.timestamp()) }
        return rows.reduce(into: [:]) { $0[$1.0, default: [:]][$1.1] = $1.2 }
    }

    func askedMails(to recipient: Data, kinds: [MailKind], since: Timestamp) throws -> [AskedMail] {
        let names = Set(kinds.map(\.rawValue))
        return try db.all(
            "SELECT created_at, share, network, kind FROM outbox WHERE recipient = ? AND created_at >= ?",
            [recipient, since.milliseconds]
        ) { row in
            let mail = AskedMail(at: try row.timestamp(), share: try row.enumCase(of: "outbox"), network: try row.next())
            return (mail, try row.next(String.self))
        }.filter { names.contains($0.1) }.map(\.0)
    }

    func insert(_ message: OutboxMessage) throws {
        // Messages that are kept for inspection are deleted after a week.
        let forgetAt = message.state == .kept ? message.createdAt.adding(seconds: OutboxPolicy.keepsDeadSeconds) : nil
        try db.run(
            """
            INSERT INTO outbox (\(Self.columns), forget_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                message.id, message.scope.project, message.scope.tenant, message.kind.channel.rawValue, message.kind.name,
                message.recipient, message.sealed, message.state.rawValue, message.attempts, message.createdAt.milliseconds,
                message.dueAt.milliseconds, message.expiresAt.milliseconds, message.lastError, message.share.rawValue,
                message.network, forgetAt?.milliseconds,
            ])
    }

    func takeMessage(
        of project: String, _ channel: OutboxMessage.Channel, now: Timestamp, dueAt: Timestamp
    ) throws -> OutboxMessage? {
        let message = try db.first(
            """
            SELECT \(Self.columns) FROM outbox \(db.dialect.indexed(by: "outbox_turns"))
            WHERE state = 'waiting' AND channel = ? AND project = ? AND due_at <= ? ORDER BY due_at, sequence LIMIT 1
            \(db.dialect.skippingLocked)
            """,
            [channel.rawValue, project, now.milliseconds], Self.message)
        return try reserve(message, until: dueAt)
    }

    func takeMessage(of project: String, toWebhook recipient: Data, now: Timestamp, dueAt: Timestamp) throws -> OutboxMessage? {
        let message = try db.first(
            """
            SELECT \(Self.columns) FROM outbox \(db.dialect.indexed(by: "outbox_webhooks"))
            WHERE state = 'waiting' AND channel = 'webhook' AND project = ? AND recipient = ? AND due_at <= ?
            ORDER BY due_at, sequence LIMIT 1
            \(db.dialect.skippingLocked)
            """,
            [project, recipient, now.milliseconds], Self.message)
        return try reserve(message, until: dueAt)
    }

    private func reserve(_ message: OutboxMessage?, until dueAt: Timestamp) throws -> OutboxMessage? {
        guard var taken = message else { return nil }
        // The last outcome is forgotten, so that whoever takes the message after a crash sees that this attempt has none.
        try db.run(
            "UPDATE outbox SET due_at = ?, attempts = attempts + 1, last_error = NULL WHERE id = ?",
            [dueAt.milliseconds, taken.id])
        taken.dueAt = dueAt
        taken.attempts += 1
        return taken
    }

    func hurryMessages(now: Timestamp) throws {
        try db.run("UPDATE outbox SET due_at = ? WHERE state = 'waiting' AND due_at > ?", [now.milliseconds, now.milliseconds])
    }

    func finish(_ message: OutboxMessage, forgetAt: Timestamp?) throws {
        try db.run(
            """
            UPDATE outbox SET state = ?, sealed_mail = ?, due_at = ?, last_error = ?, forget_at = ?
            WHERE id = ? AND attempts = ? AND state = 'waiting'
            """,
            [
                message.state.rawValue, message.sealed, message.dueAt.milliseconds, message.lastError, forgetAt?.milliseconds,
                message.id, message.attempts,
            ])
    }

    func deleteKeptMessages() throws { try db.run("DELETE FROM outbox WHERE state = 'kept'") }

    private static func message(_ row: inout RowReader) throws -> OutboxMessage {
        OutboxMessage(
            id: try row.next(), scope: try row.scope(), kind: try kind(&row), recipient: try row.next(),
            sealed: try row.next(), state: try row.enumCase(of: "outbox"), attempts: try row.next(),
            createdAt: try row.timestamp(), dueAt: try row.timestamp(), expiresAt: try row.timestamp(),
            lastError: try row.next(), share: try row.enumCase(of: "outbox"), network: try row.next())
    }

    /// Reads two columns: a channel, and the name of one of its kinds.
    private static func kind(_ row: inout RowReader) throws -> OutboxMessage.Kind {
        guard let kind = OutboxMessage.Kind(try row.enumCase(of: "outbox"), named: try row.next()) else {
            throw StoreError.corruptRow(table: "outbox")
        }
        return kind
    }
}
