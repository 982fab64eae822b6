import VinculaCore
import VinculaEngine

extension Transaction {
    func hasProject(_ id: String) throws -> Bool {
        // With what nearly every decision asks for next.
        try db.first(
            """
            SELECT s.settings, EXISTS (SELECT 1 FROM webhooks AS w WHERE w.project = p.project)
            FROM projects AS p LEFT JOIN project_settings AS s ON s.project = p.project WHERE p.project = ?
            """, [id]
        ) { row in
            if let text = try row.next(String?.self) {
                // A project whose settings cannot be read exists all the same; whoever asks for them reads them again.
                if let settings = try? DecodedSettings.shared.settings(text) { knownProject.note(settings, of: id) }
            } else {
                knownProject.note(nil, of: id)
            }
            if try !row.next(Bool.self) { knownProject.noteNoWebhooks(of: id) }
            return true
        } ?? false
    }

    func projectSummary(_ id: String, accounts: Int) throws -> ProjectSummary {
        func count(_ table: String) throws -> Int {
            try db.first("SELECT count(*) FROM \(table) WHERE project = ?", [id]) { try $0.next() } ?? 0
        }
        let createdAt = try db.first("SELECT created_at FROM projects WHERE project = ?", [id]) { try $0.timestamp() }
        return ProjectSummary(
            id: id, createdAt: createdAt, accounts: accounts, apiKeys: try count("api_keys"),
            serviceAccounts: try count("service_accounts"))
    }

    func insertProject(_ id: String, at now: Timestamp) throws -> Bool {
        knownProject.forget()
        return try changesRow(
            "INSERT INTO projects (project, created_at) VALUES (?, ?) ON CONFLICT (project) DO NOTHING", [id, now.milliseconds])
    }
}
