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
        try changesRow(
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

    func deleteTenant(_ scope: ProjectScope) throws -> Bool {
        guard !scope.tenant.isEmpty, try tenant(scope) != nil else { return false }
        // As for a project.
        try db.connection.requireAlone()
        knownRows.forgetAll()
        for table in try tables(having: ["project", "tenant"]) {
            // Kept prepared: GRDB remembers something of each deletion that is prepared on the connection that writes.
            try db.run("DELETE FROM \(table) WHERE project = ? AND tenant = ?", [scope.project, scope.tenant])
        }
        journal.noteEnd(of: .everybody(in: scope))
        journal.noteChange(of: .settings)
        return true
    }

    /// The tables that outlive a tenant: the record of what happened, and the news that its tokens have ended.
    static let tablesOutlivingTenants: Set = ["audit_log", "revocations"]

    /// The tables with rows of tenants or of projects, found by their columns, so that a new one cannot be forgotten.
    ///
    /// Accounts come first: other rows refer to them, and those that they refer to can only be deleted after them.
    func tables(having columns: Set<String>) throws -> [String] {
        let found = try self.columns().filter { table in columns.isSubset(of: table.columns.map(\.name)) }.map(\.table)
        return found.filter { $0 == "accounts" }
            + found.filter { $0 != "accounts" && !Self.tablesOutlivingTenants.contains($0) }
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
