import Foundation
import GRDB
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = """
        id, project, tenant, kind, recipient, sealed_mail, state, attempts, created_at, due_at, expires_at, last_error
        """

    func mail(_ id: String) throws -> OutboxMail? {
        try db.first("SELECT \(Self.columns) FROM outbox WHERE id = ?", [id], Self.mail)
    }

    func mails(_ state: OutboxMail.State, limit: Int) throws -> [OutboxMail] {
        try db.all(
            "SELECT \(Self.columns) FROM outbox WHERE state = ? ORDER BY sequence DESC LIMIT ?", [state.rawValue, limit],
            Self.mail)
    }

    func nextMailDue() throws -> Timestamp? {
        try db.first("SELECT min(due_at) FROM outbox WHERE state = 'waiting'") { try $0.optionalTimestamp(0) } ?? nil
    }

    func mailTimes(to recipient: Data, kinds: [MailKind], since: Timestamp) throws -> [Timestamp] {
        let names = Set(kinds.map(\.rawValue))
        return try db.all(
            "SELECT created_at, kind FROM outbox WHERE recipient = ? AND created_at >= ?", [recipient, since.milliseconds]
        ) { (try $0.timestamp(0), try $0.decode(String.self, atIndex: 1)) }
        .filter { names.contains($0.1) }.map(\.0)
    }

    func insert(_ mail: OutboxMail) throws {
        // What stays to be looked at is forgotten after a week.
        let forgetAt = mail.state == .kept ? mail.createdAt.adding(seconds: OutboxPolicy.keepsDeadSeconds) : nil
        try db.run(
            """
            INSERT INTO outbox (\(Self.columns), forget_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                mail.id, mail.scope.project, mail.scope.tenant, mail.kind.rawValue, mail.recipient, mail.sealed,
                mail.state.rawValue, mail.attempts, mail.createdAt.milliseconds, mail.dueAt.milliseconds,
                mail.expiresAt.milliseconds, mail.lastError, forgetAt?.milliseconds,
            ])
    }

    func takeMails(limit: Int, now: Timestamp, dueAt: Timestamp) throws -> [OutboxMail] {
        let mails = try db.all(
            "SELECT \(Self.columns) FROM outbox WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, sequence LIMIT ?",
            [now.milliseconds, limit], Self.mail)
        return try mails.map { mail in
            try db.run(
                "UPDATE outbox SET due_at = ?, attempts = attempts + 1 WHERE id = ?", [dueAt.milliseconds, mail.id])
            var taken = mail
            taken.dueAt = dueAt
            taken.attempts += 1
            return taken
        }
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

    private static func mail(_ row: Row) throws -> OutboxMail {
        guard let kind = MailKind(rawValue: try row.decode(atIndex: 3)),
            let state = OutboxMail.State(rawValue: try row.decode(atIndex: 6))
        else { throw StoreError.corruptRow(table: "outbox") }
        return OutboxMail(
            id: try row.decode(atIndex: 0),
            scope: ProjectScope(project: try row.decode(atIndex: 1), tenant: try row.decode(atIndex: 2)),
            kind: kind, recipient: try row.decode(atIndex: 4), sealed: try row.decode(atIndex: 5), state: state,
            attempts: try row.decode(atIndex: 7), createdAt: try row.timestamp(8), dueAt: try row.timestamp(9),
            expiresAt: try row.timestamp(10), lastError: try row.decode(atIndex: 11))
    }
}
