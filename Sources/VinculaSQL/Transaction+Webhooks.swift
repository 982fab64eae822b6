import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = "project, tenant, id, url, events, created_at, sealed_secret"

    func webhook(_ id: String) throws -> StoredWebhook? {
        try db.first("SELECT \(Self.columns) FROM webhooks WHERE id = ?", [id], Self.webhook)
    }

    func webhooks(in scope: ProjectScope) throws -> [StoredWebhook] {
        if knownProject.hasNoWebhooks(scope.project) { return [] }
        return try db.all(
            "SELECT \(Self.columns) FROM webhooks WHERE project = ? AND tenant = ? ORDER BY sequence",
            [scope.project, scope.tenant], Self.webhook)
    }

    func insert(_ stored: StoredWebhook) throws {
        knownProject.forget()
        let events = stored.webhook.events.map(\.rawValue).sorted().joined(separator: " ")
        try db.run(
            "INSERT INTO webhooks (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                stored.scope.project, stored.scope.tenant, stored.webhook.id, stored.webhook.url, events,
                stored.webhook.createdAt.milliseconds, stored.sealedSecret,
            ])
    }

    func deleteWebhook(_ id: String) throws -> Bool {
        knownProject.forget()
        return try changesRow("DELETE FROM webhooks WHERE id = ?", [id])
    }

    private static func webhook(_ row: inout RowReader) throws -> StoredWebhook {
        let scope = ProjectScope(project: try row.next(), tenant: try row.next())
        let (id, url): (String, String) = (try row.next(), try row.next())
        let events = try row.next(String.self).split(separator: " ").map { name in
            guard let kind = AccountEvent.Kind(rawValue: String(name)) else { throw StoreError.corruptRow(table: "webhooks") }
            return kind
        }
        let webhook = Webhook(id: id, url: url, events: Set(events), createdAt: try row.timestamp())
        return StoredWebhook(webhook: webhook, scope: scope, sealedSecret: try row.next())
    }
}
