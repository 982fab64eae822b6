import Foundation
import VinculaCore

/// Which of Microsoft's tenants are let in, and which are believed about their domains.
public struct MicrosoftTenants: Hashable, Sendable {
    /// Everybody, and no tenant believed: the default.
    public static let everybody = MicrosoftTenants(letsInPersons: true, letsInOrganizations: true, listed: [])

    private let letsInPersons: Bool
    private let letsInOrganizations: Bool
    private let listed: Set<String>

    private init(letsInPersons: Bool, letsInOrganizations: Bool, listed: Set<String>) {
        self.letsInPersons = letsInPersons
        self.letsInOrganizations = letsInOrganizations
        self.listed = listed
    }

    /// - Parameter names: `consumers` (personal accounts), `organizations` (all work and school accounts), `common` (both),
    ///   and ids of tenants.
    /// - Returns: `nil` for anything else, and for nothing.
    public init?(_ names: [String]) {
        let groups: Set<String> = ["consumers", "organizations", "common"]
        let ids = names.filter { !groups.contains($0) }
        guard !names.isEmpty, ids.allSatisfy({ UUID(uuidString: $0) != nil }) else { return nil }
        self.init(
            letsInPersons: names.contains("consumers") || names.contains("common"),
            letsInOrganizations: names.contains("organizations") || names.contains("common"),
            listed: Set(ids.map { $0.lowercased() }))
    }

    /// Whether accounts of a tenant are let in.
    func letsIn(_ tenant: String) -> Bool {
        tenant.lowercased() == ProviderTrust.microsoftConsumerTenant
            ? letsInPersons || isListed(tenant) : letsInOrganizations || isListed(tenant)
    }

    /// Whether a tenant is listed by its id, and so believed about the domains that it has proven to Microsoft.
    public func isListed(_ tenant: String) -> Bool { listed.contains(tenant.lowercased()) }
}
