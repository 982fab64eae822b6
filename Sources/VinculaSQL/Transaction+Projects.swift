import VinculaCore
import VinculaEngine

extension Transaction {
    static let settingsOfProject = "SELECT settings FROM project_settings WHERE project = ?"

    func settings(of project: String) throws -> ProjectSettings? {
        if let known = knownProject.settings(of: project) { return known }
        let settings = try db.first(Self.settingsOfProject, [project]) { row in
            try DecodedSettings.shared.settings(try row.next())
        }
        knownProject.note(settings, of: project)
        return settings
    }

    func save(_ settings: ProjectSettings, of project: String) throws {
        knownProject.forget()
        journal.noteChange(of: .settings)
        try db.run(
            """
            INSERT INTO project_settings (project, settings) VALUES (?, ?)
            ON CONFLICT (project) DO UPDATE SET settings = excluded.settings
            """,
            [project, try StoredJSON.encode(settings)]
        )
    }

    func projects() throws -> [String] {
        // Jumps from project to project in the index; DISTINCT would read every account.
        try db.all(
            """
            WITH RECURSIVE populated (project) AS (
                SELECT min(project) FROM accounts
                UNION ALL
                SELECT (SELECT min(project) FROM accounts WHERE project > populated.project)
                FROM populated WHERE project IS NOT NULL
            )
            SELECT project FROM populated WHERE project IS NOT NULL
            UNION SELECT project FROM project_settings UNION SELECT project FROM tenants UNION SELECT project FROM projects
            EXCEPT SELECT project FROM deletions WHERE tenant = ''
            ORDER BY project
            """
        ) { try $0.next(String.self) }.filter { $0 != ProjectScope.operators.project }
    }

    func openIDProvider(_ id: ProviderID, in scope: ProjectScope) throws -> OpenIDProvider? {
        try db.first(
            "SELECT provider FROM openid_providers WHERE project = ? AND tenant = ? AND id = ?",
            [scope.project, scope.tenant, id.value]
        ) { try StoredJSON.decode(try $0.next()) }
    }

    func openIDProviders(in scope: ProjectScope) throws -> [OpenIDProvider] {
        try db.all(
            "SELECT provider FROM openid_providers WHERE project = ? AND tenant = ? ORDER BY id", [scope.project, scope.tenant]
        ) { try StoredJSON.decode(try $0.next()) }
    }

    func insert(_ provider: OpenIDProvider, in scope: ProjectScope) throws {
        let json = try StoredJSON.encode(provider)
        try db.namingConflicts {
            try db.run(
                "INSERT INTO openid_providers (project, tenant, id, provider) VALUES (?, ?, ?, ?)",
                [scope.project, scope.tenant, provider.id.value, json]
            )
        }
    }

    func update(_ provider: OpenIDProvider, in scope: ProjectScope) throws {
        try changeRow(
            of: "openid_providers", "UPDATE openid_providers SET provider = ? WHERE project = ? AND tenant = ? AND id = ?",
            [try StoredJSON.encode(provider), scope.project, scope.tenant, provider.id.value]
        )
    }

    @discardableResult
    func deleteOpenIDProvider(_ id: ProviderID, in scope: ProjectScope) throws -> Bool {
        try changesRow(
            "DELETE FROM openid_providers WHERE project = ? AND tenant = ? AND id = ?", [scope.project, scope.tenant, id.value]
        )
    }
}
