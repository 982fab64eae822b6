/// The tenant that a request is about.
///
/// Clients name it in several places, and some of their requests name it only by the ID token. Places that name different
/// tenants are never reconciled.
package struct TenantChoice: Hashable, Sendable {
    /// The tenant's id; empty for the project itself.
    package let tenant: String

    /// Decides which tenant a request is about.
    ///
    /// - Parameters:
    ///   - path: The tenant in the path; `nil` if the path has none.
    ///   - named: The tenants that the query and the body name; an empty text names none.
    ///   - token: The tenant of a genuine ID token of the project, empty for a token of none; `nil` without such a token.
    /// - Throws: ``AuthError/tenantIDMismatch``, ``AuthError/invalidTenantID``.
    package init(path: String?, named: [String], token: String?) throws(AuthError) {
        let all = [path].compactMap(\.self) + named.filter { !$0.isEmpty }
        for id in all where !TenantID.isWellFormed(id) { throw .invalidTenantID }
        guard Set(all).count <= 1 else { throw .tenantIDMismatch }
        guard let id = all.first else {
            tenant = token ?? ""
            return
        }
        if let token, token != id { throw .tenantIDMismatch }
        tenant = id
    }
}
