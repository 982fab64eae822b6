import Foundation
import GRDB
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = """
        id, project, tenant, kind, recipient, sealed_mail, state, attempts, created_at, due_at, expires_at, last_error, share,
        network
        """

    func mail(_ id: String) throws -> OutboxMail? {
        try db.first("SELECT \(Self.columns) FROM outbox WHERE id = ?", [id], Self.mail)
    }

    func mails(_ state: OutboxMail.State, project: String?, limit: Int) throws -> [OutboxMail] {
        guard let project else {
            return try db.all(
                "SELECT \(Self.columns) FROM outbox WHERE state = ? ORDER BY sequence DESC LIMIT ?", [state.rawValue, limit],
                Self.mail)
        }
        return try db.all(
            "SELECT \(Self.columns) FROM outbox WHERE state = ? AND project = ? ORDER BY sequence DESC LIMIT ?",
            [state.rawValue, project, limit], Self.mail)
    }

    func nextMailDue() throws -> Timestamp? {
        try db.first("SELECT min(due_at) FROM outbox WHERE state = 'waiting'") { try $0.optionalTimestamp() } ?? nil
    }

    func projectsWithMail() throws -> [String: Timestamp] {
        // Jumps from project to project in the index: one step per project, however many mails it has.
        let rows = try db.all(
            """
            WITH RECURSIVE waiting (project) AS (
                SELECT (
                    SELECT project FROM outbox INDEXED BY outbox_turns
                    WHERE state = 'waiting' AND project >= '' ORDER BY project LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT project FROM outbox INDEXED BY outbox_turns
                    WHERE state = 'waiting' AND project > waiting.project ORDER BY project LIMIT 1)
                FROM waiting WHERE project IS NOT NULL)
            SELECT project, (
                SELECT due_at FROM outbox INDEXED BY outbox_turns
                WHERE state = 'waiting' AND project = waiting.project ORDER BY due_at LIMIT 1)
            FROM waiting WHERE project IS NOT NULL
            """, []
        ) { (try $0.next(String.self), try $0.timestamp()) }
        return Dictionary(rows) { first, _ in first }
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

    func insert(_ mail: OutboxMail) throws {
        // Mails that are kept for inspection are deleted after a week.
        let forgetAt = mail.state == .kept ? mail.createdAt.adding(seconds: OutboxPolicy.keepsDeadSeconds) : nil
        try db.run(
            """
            INSERT INTO outbox (\(Self.columns), forget_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                mail.id, mail.scope.project, mail.scope.tenant, mail.kind.rawValue, mail.recipient, mail.sealed,
                mail.state.rawValue, mail.attempts, mail.createdAt.milliseconds, mail.dueAt.milliseconds,
                mail.expiresAt.milliseconds, mail.lastError, mail.share.rawValue, mail.network, forgetAt?.milliseconds,
            ])
    }

    func takeMail(of project: String, now: Timestamp, dueAt: Timestamp) throws -> OutboxMail? {
        let mail = try db.first(
            """
            SELECT \(Self.columns) FROM outbox INDEXED BY outbox_turns
            WHERE state = 'waiting' AND project = ? AND due_at <= ? ORDER BY due_at, sequence LIMIT 1
            """,
            [project, now.milliseconds], Self.mail)
        guard var taken = mail else { return nil }
        try db.run("UPDATE outbox SET due_at = ?, attempts = attempts + 1 WHERE id = ?", [dueAt.milliseconds, taken.id])
        taken.dueAt = dueAt
        taken.attempts += 1
        return taken
    }

    func hurryMails(now: Timestamp) throws {
        try db.run("UPDATE outbox SET due_at = ? WHERE state = 'waiting' AND due_at > ?", [now.milliseconds, now.milliseconds])
    }

    func finish(_ mail: OutboxMail, forgetAt: Timestamp?) throws {
        try db.run(
            """
            UPDATE outbox SET state = ?, sealed_mail = ?, due_at = ?, last_error = ?, forget_at = ?
            WHERE id = ? AND attempts = ? AND state = 'waiting'
            """,
            [
                mail.state.rawValue, mail.sealed, mail.dueAt.milliseconds, mail.lastError, forgetAt?.milliseconds, mail.id,
                mail.attempts,
            ])
    }

    private static func mail(_ row: inout RowReader) throws -> OutboxMail {
        OutboxMail(
            id: try row.next(), scope: try row.scope(), kind: try row.enumCase(of: "outbox"), recipient: try row.next(),
            sealed: try row.next(), state: try row.enumCase(of: "outbox"), attempts: try row.next(),
            createdAt: try row.timestamp(), dueAt: try row.timestamp(), expiresAt: try row.timestamp(),
            lastError: try row.next(), share: try row.enumCase(of: "outbox"), network: try row.next())
    }
}
