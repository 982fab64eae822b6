import VinculaCore
import VinculaEngine

extension Transaction {
    func supportedProvider(_ id: ProviderID, in scope: ProjectScope) throws -> SupportedProvider? {
        try db.first(
            "SELECT provider FROM supported_providers WHERE project = ? AND tenant = ? AND id = ?",
            [scope.project, scope.tenant, id.value]
        ) { try StoredJSON.decode(try $0.next()) }
    }

    func supportedProviders(in scope: ProjectScope) throws -> [SupportedProvider] {
        try db.all(
            "SELECT provider FROM supported_providers WHERE project = ? AND tenant = ? ORDER BY id",
            [scope.project, scope.tenant]
        ) { try StoredJSON.decode(try $0.next()) }
    }

    func insert(_ provider: SupportedProvider, in scope: ProjectScope) throws {
        let json = try StoredJSON.encode(provider)
        try db.namingConflicts {
            try db.run(
                "INSERT INTO supported_providers (project, tenant, id, provider) VALUES (?, ?, ?, ?)",
                [scope.project, scope.tenant, provider.id.value, json]
            )
        }
    }

    func update(_ provider: SupportedProvider, in scope: ProjectScope) throws {
        try changeRow(
            of: "supported_providers",
            "UPDATE supported_providers SET provider = ? WHERE project = ? AND tenant = ? AND id = ?",
            [try StoredJSON.encode(provider), scope.project, scope.tenant, provider.id.value]
        )
    }

    @discardableResult
    func deleteSupportedProvider(_ id: ProviderID, in scope: ProjectScope) throws -> Bool {
        try changesRow(
            "DELETE FROM supported_providers WHERE project = ? AND tenant = ? AND id = ?",
            [scope.project, scope.tenant, id.value]
        )
    }
}
