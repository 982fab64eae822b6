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

    struct Members: Decodable, Sendable {
        var tenantId: String?
        var idToken: String?
        /// The project, where an administrator's path names none.
        var targetProjectId: String?
    }

    /// Decides which tenant the request is about.
    ///
    /// - Parameters:
    ///   - project: The project that it is about.
    ///   - tokens: Reads ID tokens. Only a genuine one of this project counts; the endpoint checks the rest of it.
    /// - Throws: ``AuthError/tenantIDMismatch``, ``AuthError/invalidTenantID``.
    func choice(in project: String, tokens: TokenMint) throws(AuthError) -> TenantChoice {
        let token = body.idToken.flatMap { $0.isEmpty ? nil : tokens.scope(ofGenuine: $0) }
        return try TenantChoice(
            path: path, named: [query, body.tenantId].compactMap(\.self), token: token?.project == project ? token?.tenant : nil)
    }
}

extension ReceivedBody {
    /// The members of the top level by which a tenant is found. Almost no body of an app has one of them.
    var namingTenants: NamedTenants.Members {
        let names = ["tenantId", "tenant_id", "idToken", "id_token"]
        guard names.contains(where: mentions), let members = try? decode(NamedTenants.Members.self) else {
            return NamedTenants.Members()
        }
        return members
    }
}
