extension Route {
    /// The tenants that a route is for.
    enum Tenancy: Sendable {
        /// The accounts of a tenant, or of the project itself if the request names none. Refused while the tenant is disabled.
        case accounts
        /// The configuration of a tenant, or of the project itself.
        case configuration
        /// The project itself: a request that names a tenant is refused.
        case projectOnly

        /// The tenancy of routes that do not state it: those under v2's `projects` configure, all others are about accounts.
        static func standard(of paths: [String]) -> Tenancy {
            paths.contains { $0.contains("/v2/projects/{project}/") } ? .configuration : .accounts
        }
    }

    private static let project = "projects/{project}"

    /// The same route under `projects/{project}/tenants/{tenant}`; `nil` for a route that is not for tenants, or not for a
    /// project that its path names.
    var tenantTwin: Route? {
        guard tenancy != .projectOnly, access == .administrator || access == .developer else { return nil }
        let twins = paths.filter { $0.contains(Self.project) && !$0.contains("{tenant}") }
            .map { $0.replacing(Self.project, with: Self.project + "/tenants/{tenant}", maxReplacements: 1) }
        guard !twins.isEmpty else { return nil }
        return Route(
            method: method, paths: twins, access: access, served: served, effect: effect, limit: limit,
            takesManyRows: takesManyRows, tenancy: tenancy, operation: operation.ofTenant, handler: handler)
    }
}

extension OpenAPIOperation {
    /// The description of a tenant's twin.
    fileprivate var ofTenant: OpenAPIOperation {
        var operation = self
        operation.name = name.replacing("projects.", with: "projects.tenants.", maxReplacements: 1)
        operation.query.removeAll { $0.name == "tenantId" }
        return operation
    }
}
