extension ProjectConfig {
    /// The settings for tenants.
    public struct MultiTenant: Codable, Sendable {
        /// Indicates whether tenants may be created.
        public var allowTenants: Bool?
        /// Creates a value with the given fields.
        public init(allowTenants: Bool?) { self.allowTenants = allowTenants }
    }
}
