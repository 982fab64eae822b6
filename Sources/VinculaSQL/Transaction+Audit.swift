import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let fields = [
        "time", "project", "tenant", "actor_kind", "actor_id", "action", "account", "client_address", "details",
    ]
    private static let columns = (["sequence"] + fields).joined(separator: ", ")
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
        try write([entry], head: head)
    }

    private func write(_ entries: [SealedAuditEntry], head: AuditHead) throws {
        let rows = entries.map { [$0.entry.sequence] + Self.values(of: $0.entry) + [$0.previous, $0.seal] as Database.Arguments }
        try insertAll(rows, into: "audit_log", ["sequence"] + Self.fields + ["previous", "seal"])
        try db.run(
            """
            INSERT INTO audit_head (id, sequence, last, seal) VALUES (1, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, last = excluded.last, seal = excluded.seal
            """,
            [head.sequence, head.last, head.seal])
    }

    private static func values(of entry: AuditEntry) -> Database.Arguments {
        [
            entry.time.milliseconds, entry.scope?.project, entry.scope?.tenant, entry.actor.storedKind, entry.actor.id,
            entry.action.rawValue, entry.account?.value, entry.clientAddress, entry.details,
        ]
    }

    // MARK: Records without a place

    func waitingAuditEntries(after position: Int64, limit: Int) throws -> [WaitingAuditEntry] {
        let fields = Self.fields.joined(separator: ", ")
        return try db.all(
            "SELECT position, CAST(0 AS BIGINT), \(fields), seal FROM audit_waiting WHERE position > ? ORDER BY position LIMIT ?",
            [position, limit]
        ) { row in
            WaitingAuditEntry(position: try row.next(), entry: try Self.entry(&row), seal: try row.next())
        }
    }

    func auditEntries(at moments: Set<Timestamp>) throws -> [AuditEntry] {
        let list = "[" + moments.map { String($0.milliseconds) }.sorted().joined(separator: ",") + "]"
        return try db.all("SELECT \(Self.columns) FROM audit_log WHERE \(db.dialect.isAmong("time"))", [list], Self.entry)
    }

    func appendWaiting(_ entry: AuditEntry, seal: Data) throws {
        try db.runLater(
            Self.insertion(into: "audit_waiting", Self.fields + ["seal"]), Self.values(of: entry) + [seal])
    }

    func holdAuditLog() throws -> AuditHead? {
        if let wait = db.dialect.waitForAuditLog { _ = try db.first(wait) { $0.skip() } }
        // Servers of the version before take a place with their decision, without this lock. If one is faster, the record's number
        // is taken, and the next attempt sees it.
        return try auditHead()
    }

    func append(_ entries: [SealedAuditEntry], waitedAt positions: [Int64], head: AuditHead) throws {
        let list = "[" + positions.map(String.init).joined(separator: ",") + "]"
        try db.run("DELETE FROM audit_waiting WHERE \(db.dialect.isAmong("position"))", [list])
        try write(entries, head: head)
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
        let kind = try row.next(String.self)
        return AuditActor(storedKind: kind, id: try row.next())
    }
}
