import IdentityToolkit
import VinculaCore

extension ProjectConfig.MultiTenant {
    /// Creates the administrators' view of a project's settings for tenants.
    init(_ settings: TenancySettings) { self.init(allowTenants: settings.allowsTenants) }

    /// Applies the fields that the mask covers. Tenants that exist stay, and can be used, when no more are allowed.
    func apply(to settings: inout TenancySettings, mask: FieldMask) {
        if mask.covers("multiTenant.allowTenants"), let allowTenants { settings.allowsTenants = allowTenants }
    }
}
