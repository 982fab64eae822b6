/// An API key of a project; also the body of the requests that create and change one.
public struct APIKeyMessage: AdministratorRequest {
    /// Restrictions of a key. One that is absent or empty restricts nothing.
    public struct Restrictions: Codable, Sendable {
        /// The methods that may be called, by their `operationId`; a `*` at the end stands for any ending. At most 64.
        public var methods: [String]?
        /// The addresses and networks (`192.0.2.7`, `198.51.100.0/24`) that may call. At most 64.
        public var allowedIps: [String]?

        /// Creates a value with the given fields.
        public init(methods: [String]?, allowedIps: [String]?) {
            self.methods = methods
            self.allowedIps = allowedIps
        }
    }

    /// The key. When one is created, a key that apps have already; absent for a new one.
    public var keyString: String?
    /// The owner's name for the key, at most 100 bytes.
    public var displayName: String?
    /// The key's restrictions; absent if it has none.
    public var restrictions: Restrictions?
    /// When it was created. Set by the server.
    public var createTime: String?
    /// When it was last used, to the hour; absent if it never was. Set by the server.
    public var lastUseTime: String?

    /// Creates a message without any fields set.
    public init() {}

    /// `nil`: the type is not one of the Identity Toolkit's.
    public static let discovered: DiscoveredFields? = nil
}

/// The API keys of a project.
public struct ListAPIKeysResponse: Codable, Sendable {
    /// The keys, oldest first.
    public var apiKeys: [APIKeyMessage]

    /// Creates a response with the given keys.
    public init(apiKeys: [APIKeyMessage]) { self.apiKeys = apiKeys }
}
