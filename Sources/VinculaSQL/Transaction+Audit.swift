import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns =
        "sequence, time, project, tenant, actor_kind, actor_id, action, account, client_address, details"
    private static let sealedColumns = columns + ", previous, seal"

    func auditHead() throws -> AuditHead? {
        try db.first("SELECT sequence, last, seal FROM audit_head WHERE id = 1") { row in
            AuditHead(sequence: try row.next(), last: try row.next(), seal: try row.next())
        }
    }

    func auditEntries(after sequence: Int64, limit: Int) throws -> [SealedAuditEntry] {
        try db.all(
            "SELECT \(Self.sealedColumns) FROM audit_log WHERE sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit]
        ) { row in
            SealedAuditEntry(entry: try Self.entry(&row), previous: try row.next(), seal: try row.next())
        }
    }

    func auditEntries(_ query: AuditQuery) throws -> [AuditEntry] {
        var rules: [String] = []
        var values: Database.Arguments = []
        // An account has few records, so its index is the best. A window is a walk along the primary key.
        func column(_ name: String) -> String {
            query.account == nil && query.window == nil ? name : db.dialect.unindexed(name)
        }
        if let account = query.account {
            rules.append("account = ?")
            values.append(account.value)
        }
        if let window = query.window {
            rules.append("sequence BETWEEN ? AND ?")
            values.append(window.lowerBound)
            values.append(window.upperBound)
        }
        if let actor = query.actor {
            rules.append("actor_id = ?")
            values.append(actor)
        }
        if let since = query.since {
            rules.append("\(column("time")) >= ?")
            values.append(since.milliseconds)
        }
        if let action = query.action {
            rules.append("\(column("action")) = ?")
            values.append(action.rawValue)
        }
        if let project = query.project {
            rules.append("\(db.dialect.unindexed("project")) = ?")
            values.append(project)
        }
        if let tenant = query.tenant {
            rules.append("\(db.dialect.unindexed("tenant")) = ?")
            values.append(tenant)
        }
        if let request = query.request {
            rules.append("\(db.dialect.json("details", "$.\(AuditEvent.requestName)")) = ?")
            values.append(request)
        }
        let condition = rules.isEmpty ? "" : "WHERE " + rules.joined(separator: " AND ")
        // The two orders differ only if the clock was set back.
        let isByTime = query.account == nil && query.window == nil && (query.since != nil || query.action != nil)
        let order = isByTime ? "time DESC, sequence DESC" : "sequence DESC"
        let found = try db.all(
            "SELECT \(Self.columns) FROM audit_log \(condition) ORDER BY \(order) LIMIT ?", values + [query.limit], Self.entry)
        return found.sorted { $0.sequence > $1.sequence }
    }

    func auditSequence(before moment: Timestamp) throws -> Int64 {
        try db.first(
            "SELECT sequence FROM audit_log WHERE time < ? ORDER BY time DESC, sequence DESC LIMIT 1", [moment.milliseconds]
        ) { try $0.next(Int64.self) } ?? 0
    }

    func auditLogIsProtected() throws -> Bool {
        try db.first(db.dialect.auditTriggers) { try $0.next(Bool.self) } ?? false
    }

    func append(_ entry: SealedAuditEntry, head: AuditHead) throws {
        try db.connection.requireOrder()
        let record = entry.entry
        try db.run(
            "INSERT INTO audit_log (\(Self.sealedColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                record.sequence, record.time.milliseconds, record.scope?.project, record.scope?.tenant,
                record.actor.kind.rawValue, record.actor.id, record.action.rawValue, record.account?.value,
                record.clientAddress, record.details, entry.previous, entry.seal,
            ])
        try db.run(
            """
            INSERT INTO audit_head (id, sequence, last, seal) VALUES (1, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, last = excluded.last, seal = excluded.seal
            """,
            [head.sequence, head.last, head.seal])
    }

    private static func entry(_ row: inout RowReader) throws -> AuditEntry {
        AuditEntry(
            sequence: try row.next(),
            time: try row.timestamp(),
            scope: try auditedScope(&row),
            actor: try auditedActor(&row),
            action: AuditAction(try row.next()),
            account: try row.next(String?.self).map { AccountID($0) },
            clientAddress: try row.next(),
            details: try row.next()
        )
    }

    private static func auditedScope(_ row: inout RowReader) throws -> ProjectScope? {
        let project = try row.next(String?.self)
        let tenant = try row.next(String?.self)
        return project.map { ProjectScope(project: $0, tenant: tenant ?? "") }
    }

    private static func auditedActor(_ row: inout RowReader) throws -> AuditActor {
        guard let kind = AuditActor.Kind(rawValue: try row.next()) else {
            // An unknown kind was forged. It is read all the same, so that the log can be checked to its end.
            row.skip()
            return AuditActor(kind: .server, id: "unknown kind")
        }
        return AuditActor(kind: kind, id: try row.next())
    }
}
