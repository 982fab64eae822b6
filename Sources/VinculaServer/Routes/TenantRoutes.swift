import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The paths of tenants, which answer that there are none.
extension Routes {
    static let tenants = [HTTPRequest.Method.get, .post, .patch, .delete].flatMap { method in
        [
            ("v1.any", "v1/projects/{project}/tenants/{tenant}/**"), ("v1", "v1/projects/{project}/tenants/{tenant}"),
            ("v2.any", "v2/projects/{project}/tenants/{tenant}/**"), ("v2", "v2/projects/{project}/tenants/{tenant}"),
        ].map { name, path in
            admin(method, path, noTenant("projects.tenants.\(name).\(method.rawValue.lowercased())")) { $0.tenant }
        }
    }

    static func noTenant(_ name: String) -> OpenAPIOperation {
        OpenAPIOperation(name, "Tenants are not supported: the response is always TENANT_NOT_FOUND.", gives: .nothing)
    }
}
