import Foundation
import VinculaCore

/// The Microsoft tenants that are allowed to sign in, and those trusted about their domains.
package struct MicrosoftTenants: Hashable, Sendable {
    /// All tenants may sign in, and none is trusted: the default.
    package static let everybody = MicrosoftTenants(letsInPersons: true, letsInOrganizations: true, listed: [])

    private let letsInPersons: Bool
    private let letsInOrganizations: Bool
    private let listed: Set<String>

    private init(letsInPersons: Bool, letsInOrganizations: Bool, listed: Set<String>) {
        self.letsInPersons = letsInPersons
        self.letsInOrganizations = letsInOrganizations
        self.listed = listed
    }

    /// - Parameter names: `consumers` (personal accounts), `organizations` (all work and school accounts), `common` (both),
    ///   and tenant ids.
    /// - Returns: `nil` for anything else, or for an empty list.
    package init?(_ names: [String]) {
        let groups: Set<String> = ["consumers", "organizations", "common"]
        let ids = names.filter { !groups.contains($0) }
        guard !names.isEmpty, ids.allSatisfy({ UUID(uuidString: $0) != nil }) else { return nil }
        self.init(
            letsInPersons: names.contains("consumers") || names.contains("common"),
            letsInOrganizations: names.contains("organizations") || names.contains("common"),
            listed: Set(ids.map { $0.lowercased() }))
    }

    /// Indicates whether accounts of a tenant may sign in.
    func letsIn(_ tenant: String) -> Bool {
        tenant.lowercased() == ProviderTrust.microsoftConsumerTenant
            ? letsInPersons || isListed(tenant) : letsInOrganizations || isListed(tenant)
    }

    /// The tenant in the address of Microsoft's page: the only one that may sign in, or the group.
    var page: String {
        if !letsInPersons, !letsInOrganizations, listed.count == 1, let only = listed.first { return only }
        if letsInPersons, !letsInOrganizations, listed.isEmpty { return "consumers" }
        return letsInPersons || listed.contains(ProviderTrust.microsoftConsumerTenant) ? "common" : "organizations"
    }

    /// Indicates whether a tenant is listed by its id, and therefore trusted about the domains that it has proven to
    /// Microsoft.
    package func isListed(_ tenant: String) -> Bool { listed.contains(tenant.lowercased()) }
}
