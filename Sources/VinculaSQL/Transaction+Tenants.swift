import VinculaCore
import VinculaEngine

extension Transaction {
    func tenant(_ scope: ProjectScope) throws -> Tenant? {
        try db.first(
            "SELECT project, tenant, settings, created_at FROM tenants WHERE project = ? AND tenant = ?",
            [scope.project, scope.tenant], Self.tenant)
    }

    func tenants(of project: String, after: String, limit: Int) throws -> [Tenant] {
        try db.all(
            """
            SELECT project, tenant, settings, created_at FROM tenants WHERE project = ? AND tenant > ?
            ORDER BY tenant LIMIT ?
            """,
            [project, after, limit], Self.tenant)
    }

    func insert(_ tenant: Tenant) throws -> Bool {
        guard try !isBeingDeleted(tenant.scope) else { return false }
        return try changesRow(
            """
            INSERT INTO tenants (project, tenant, settings, created_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (project, tenant) DO NOTHING
            """,
            [tenant.scope.project, tenant.id, try StoredJSON.encode(tenant.settings), tenant.createdAt.milliseconds])
    }

    func update(_ tenant: Tenant) throws {
        journal.noteChange(of: .settings)
        try changeRow(
            of: "tenants", "UPDATE tenants SET settings = ? WHERE project = ? AND tenant = ?",
            [try StoredJSON.encode(tenant.settings), tenant.scope.project, tenant.id])
    }

    /// All tables, each with its columns and their types.
    func columns() throws -> [(table: String, columns: [(name: String, type: String)])] {
        let rows = try db.all(db.dialect.columnsOfTables) { row in
            (table: try row.next(String.self), column: (name: try row.next(String.self), type: try row.next(String.self)))
        }
        return Dictionary(grouping: rows, by: \.table).sorted { $0.key < $1.key }
            .map { (table: $0.key, columns: $0.value.map(\.column)) }
    }

    private static func tenant(_ row: inout RowReader) throws -> Tenant {
        Tenant(
            scope: try row.scope(), settings: try DecodedSettings.shared.tenantSettings(try row.next()),
            createdAt: try row.timestamp())
    }
}

extension TenantSettings {
    /// The values of members that a stored text does not have. A member that may be unset has none, unless the text has a part
    /// of it.
    static func defaults(for stored: JSONValue) -> TenantSettings {
        var defaults = TenantSettings()
        if stored["passwordPolicy"] != nil { defaults.passwordPolicy = PasswordPolicy() }
        return defaults
    }
}
