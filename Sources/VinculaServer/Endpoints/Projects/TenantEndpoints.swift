import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v2 `tenants`, list: sorted by id.
    func listTenants(_ call: Call) async throws -> Response {
        let asked = call.query["pageSize"]
        if let asked, Int64(asked) == nil { throw AuthError.invalidArgument("pageSize must be integer") }
        let limit = Int(min(max(asked.flatMap(Int64.init) ?? 20, 1), 1000))
        let tenants = try await engine.projects.tenants(
            of: call.scope.project, after: call.query["pageToken"] ?? "", limit: limit)
        // As at Google, a full last page has a token too; the page after it is empty.
        let next = tenants.count == limit ? tenants.last?.id : nil
        return try Answer.json(ListTenantsResponse(tenants: tenants.map(TenantMessage.init), nextPageToken: next))
    }

    /// v2 `tenants`, create; the server makes the id.
    func createTenant(_ call: Call) async throws -> Response {
        let message = try call.decode(administrator: TenantMessage.self)
        guard message.tenantId ?? "" == "" else {
            throw AuthError.invalidArgument("Invalid JSON payload received. The server makes the tenantId: leave it out.")
        }
        let project = try await engine.projects.settings(of: call.scope.project)
        var settings = TenantSettings()
        try message.apply(to: &settings, of: project, within: engine.sessionLife, mask: FieldMask(nil), now: engine.clock.now)
        return try Answer.json(TenantMessage(try await engine.projects.createTenant(settings, of: call.scope.project)))
    }

    /// v2 `tenants/{t}`, read.
    func tenant(_ call: Call) async throws -> Response {
        try Answer.json(TenantMessage(try await engine.projects.tenant(call.scope)))
    }

    /// v2 `tenants/{t}`, change: the fields in `updateMask`, or without a mask those in the body.
    func updateTenant(_ call: Call) async throws -> Response {
        let mask = try call.updateMask(of: TenantMessage.self, emptiable: TenantMessage.emptiable)
        let message = try call.decode(administrator: TenantMessage.self, mask: mask)
        let (now, life) = (engine.clock.now, engine.sessionLife)
        let tenant = try await engine.projects.updateTenant(call.scope) { settings, project in
            try message.apply(to: &settings, of: project, within: life, mask: mask, now: now)
        }
        return try Answer.json(TenantMessage(tenant))
    }

    /// v2 `tenants/{t}`, delete, with everything in it.
    func deleteTenant(_ call: Call) async throws -> Response {
        try await engine.projects.deleteTenant(call.scope)
        await options.imports.removeAll(of: call.scope)
        return try Answer.json([String: String]())
    }

    /// v2 `tenants/{t}:getIamPolicy` and `:setIamPolicy`: there are no policies here.
    func tenantPolicy(_ call: Call) async throws -> Response {
        _ = try await engine.projects.tenant(call.scope)
        throw AuthError.operationNotAllowed(
            "There are no IAM policies here: a service account's role (owner or viewer) applies to its project and all "
                + "tenants of it.")
    }

    /// v2 `tenants/{t}:testIamPermissions`: the permissions of the caller's role among those in the request.
    func testTenantPermissions(_ call: Call) async throws -> Response {
        let asked = try call.decode(administrator: TestIamPermissionsRequest.self).permissions ?? []
        guard asked.count <= 100 else { throw AuthError.invalidArgument("permissions may have at most 100 entries.") }
        _ = try await engine.projects.tenant(call.scope)
        let held = asked.filter { RolePermissions.holds($0, mayWrite: call.seesHashes) }
        return try Answer.json(TestIamPermissionsRequest(permissions: held.isEmpty ? nil : held))
    }
}

/// The IAM permissions that a service account's role amounts to.
enum RolePermissions {
    private static let reading: Set<Substring> = ["get", "list"]

    /// Indicates whether a caller may do what a permission is for.
    ///
    /// - Parameters:
    ///   - permission: `SERVICE.RESOURCE.VERB`, such as `firebaseauth.users.update`.
    ///   - mayWrite: `false` for a viewer.
    static func holds(_ permission: String, mayWrite: Bool) -> Bool {
        let parts = permission.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, ["firebaseauth", "identitytoolkit"].contains(parts[0]), !parts[1].isEmpty, !parts[2].isEmpty
        else { return false }
        // There are no policies to read or set.
        guard !parts[2].hasSuffix("IamPolicy") else { return false }
        return mayWrite || reading.contains(parts[2])
    }
}
