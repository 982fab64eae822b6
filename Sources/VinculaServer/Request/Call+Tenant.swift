import Foundation
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The places of a request that name a tenant.
struct NamedTenants: Sendable {
    /// The tenant in the path; `nil` if the path has none.
    var path: String?
    var query: String?
    /// The members of the body's top level; of a body that is not JSON, none.
    var body = Members()

    struct Members: Sendable {
        var tenantId: String?
        var idToken: String?
        /// The project, where an administrator's path names none.
        var targetProjectId: String?
    }

    /// Decides which tenant the request is about.
    ///
    /// - Parameters:
    ///   - project: The project that it is about.
    ///   - token: The scope of the ID token, if it is genuine. Only one of this project counts; the endpoint checks the rest of it.
    /// - Throws: ``AuthError/tenantIDMismatch``, ``AuthError/invalidTenantID``.
    func choice(in project: String, token: ProjectScope?) throws(AuthError) -> TenantChoice {
        try TenantChoice(
            path: path, named: [query, body.tenantId].compactMap(\.self), token: token?.project == project ? token?.tenant : nil)
    }
}

extension ReceivedBody {
    /// The members of the top level by which a tenant is found. Many bodies of apps have none of them.
    var namingTenants: NamedTenants.Members {
        // A long one is parsed only if need be.
        guard bytes.count <= Self.keptLimit || ["tenantId", "tenant_id", "idToken", "id_token"].contains(where: mentions),
            case .object(let members)? = value
        else { return NamedTenants.Members() }
        return NamedTenants.Members(members) ?? NamedTenants.Members()
    }
}

extension NamedTenants.Members {
    /// Reads the members, in either spelling.
    ///
    /// - Returns: `nil` if a member is not a string, or is there in both spellings: the endpoint refuses such a body.
    fileprivate init?(_ members: [String: JSONValue]) {
        func text(_ name: String, _ snakeCase: String) -> String?? {
            let value = members[name]
            let other = members[snakeCase]
            guard value == nil || other == nil else { return nil }
            return switch value ?? other {
            case .string(let text): .some(text)
            case .null, nil: .some(nil)
            default: nil
            }
        }
        guard let tenant = text("tenantId", "tenant_id"), let token = text("idToken", "id_token"),
            let project = text("targetProjectId", "target_project_id")
        else { return nil }
        self.init(tenantId: tenant, idToken: token, targetProjectId: project)
    }
}
