import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which administrators manage tenants. Those about what is in a tenant are twins of a project's, see
/// ``Route/tenantTwin``.
extension Routes {
    static let tenants = [
        admin(
            .get, "v2/projects/{project}/tenants", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.tenants.list", "Lists the project's tenants.",
                query: [
                    .integer("pageSize", "The page size, 1 to 1000."),
                    .text("pageToken", "The `nextPageToken` of the previous page."),
                ], gives: .shape(ListTenantsResponse.self))
        ) { $0.listTenants },
        admin(
            .post, "v2/projects/{project}/tenants", tenancy: .projectOnly,
            OpenAPIOperation(
                "projects.tenants.create", "Creates a tenant, if the project allows it.", takes: TenantMessage.self,
                gives: .shape(TenantMessage.self))
        ) { $0.createTenant },
        admin(
            .get, "v2/projects/{project}/tenants/{tenant}",
            OpenAPIOperation("projects.tenants.get", "Reads a tenant's settings.", gives: .shape(TenantMessage.self))
        ) { $0.tenant },
        admin(
            .patch, "v2/projects/{project}/tenants/{tenant}",
            OpenAPIOperation(
                "projects.tenants.patch", "Changes a tenant's settings.", takes: TenantMessage.self, query: [updateMask],
                gives: .shape(TenantMessage.self))
        ) { $0.updateTenant },
        admin(
            .delete, "v2/projects/{project}/tenants/{tenant}",
            OpenAPIOperation("projects.tenants.delete", "Deletes a tenant with everything in it.", gives: .nothing)
        ) { $0.deleteTenant },
        admin(
            .post, "v2/projects/{project}/tenants/{tenant}:getIamPolicy", effect: .reads,
            OpenAPIOperation(
                "projects.tenants.getIamPolicy", "Not supported: the response is always OPERATION_NOT_ALLOWED.", gives: .nothing)
        ) { $0.tenantPolicy },
        admin(
            .post, "v2/projects/{project}/tenants/{tenant}:setIamPolicy",
            OpenAPIOperation(
                "projects.tenants.setIamPolicy", "Not supported: the response is always OPERATION_NOT_ALLOWED.", gives: .nothing)
        ) { $0.tenantPolicy },
        admin(
            .post, "v2/projects/{project}/tenants/{tenant}:testIamPermissions", effect: .reads,
            OpenAPIOperation(
                "projects.tenants.testIamPermissions", "Tells which permissions the caller's role amounts to.",
                takes: TestIamPermissionsRequest.self, gives: .shape(TestIamPermissionsRequest.self))
        ) { $0.testTenantPermissions },
    ]
}
