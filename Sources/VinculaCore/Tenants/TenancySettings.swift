/// A project's settings for tenants.
package struct TenancySettings: Hashable, Sendable, Codable {
    /// True if tenants may be created.
    package var allowsTenants = false
    /// True if tenants have the built-in providers that the server is configured with, as under `--dev`; otherwise a tenant has
    /// those that it configures itself.
    package var haveServerProviders = false

    package init() {}
}
