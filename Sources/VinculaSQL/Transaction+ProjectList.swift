import VinculaCore
import VinculaEngine

extension Transaction {
    func hasProject(_ id: String) throws -> Bool {
        try db.first("SELECT 1 FROM projects WHERE project = ?", [id]) { try $0.next(Bool.self) } ?? false
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
        try changesRow(
            "INSERT INTO projects (project, created_at) VALUES (?, ?) ON CONFLICT (project) DO NOTHING", [id, now.milliseconds])
    }
}
