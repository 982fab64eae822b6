/// The member `vincula` of v2 `projects/{p}/config`: what Google's shape has no place for.
public struct VinculaConfig: Codable, Sendable {
    public struct Trust: Codable, Sendable {
        /// `domainOwner`, `assertsVerified` or `never`.
        public var level: String?
        public var domains: [String]?
        public init(level: String?, domains: [String]?) {
            self.level = level
            self.domains = domains
        }
    }

    /// What a provider's word on an email is worth, by provider.
    public var providerTrust: [String: Trust]?
    /// What every other provider's word is worth.
    public var defaultTrust: Trust?

    public init() {}
}
