/// A tenant of a project: accounts of its own, with sign-in methods and providers of its own.
package struct Tenant: Hashable, Sendable {
    /// The scope of everything in it.
    package let scope: ProjectScope
    package var settings: TenantSettings
    package let createdAt: Timestamp

    package init(scope: ProjectScope, settings: TenantSettings, createdAt: Timestamp) {
        self.scope = scope
        self.settings = settings
        self.createdAt = createdAt
    }

    /// The tenant's id.
    package var id: String { scope.tenant }
}

extension ProjectScope {
    /// The project without the tenant.
    package var withoutTenant: ProjectScope { ProjectScope(project: project) }

    /// The same project with a tenant.
    package func withTenant(_ id: String) -> ProjectScope { ProjectScope(project: project, tenant: id) }
}
