package import VinculaCore

/// Read access to tenants.
package protocol TenantReads {
    /// - Parameter scope: The project and the tenant's id.
    func tenant(_ scope: ProjectScope) throws -> Tenant?
    /// A page of a project's tenants, sorted by id.
    ///
    /// - Parameters:
    ///   - project: The project's id.
    ///   - after: The last id of the previous page; empty for the first page.
    ///   - limit: The maximum number of tenants.
    func tenants(of project: String, after: String, limit: Int) throws -> [Tenant]
}

/// Write access to them.
package protocol TenantWrites: TenantReads {
    /// - Returns: `false` if the project has a tenant with that id, or had one whose data is still being deleted.
    func insert(_ tenant: Tenant) throws -> Bool
    /// Writes the settings; the rest of it never changes.
    func update(_ tenant: Tenant) throws
}
