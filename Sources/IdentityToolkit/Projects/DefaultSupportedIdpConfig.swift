/// A project's configuration of a built-in provider, in v2 `projects/{p}/defaultSupportedIdpConfigs`.
public struct DefaultSupportedIdpConfig: AdministratorRequest {
    /// The settings of Sign in with Apple.
    public struct AppleSignInConfig: Codable, Sendable {
        /// The key that signs client secrets for Apple.
        public struct CodeFlowConfig: Codable, Sendable {
            /// The id of the developer team.
            public var teamId: String?
            /// The id of the private key.
            public var keyId: String?
            /// The private key in PEM format. It can be set; responses contain only a mask.
            public var privateKey: String?
            /// Creates a value without any fields set.
            public init() {}
        }
        /// The key for requests to Apple, such as those that revoke tokens.
        public var codeFlowConfig: CodeFlowConfig?
        /// The bundle ids of apps whose tokens are accepted.
        public var bundleIds: [String]?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// Settings that Google's type has no fields for.
    public struct Own: Codable, Sendable {
        /// Additional client ids whose tokens are accepted.
        public var clientIds: [String]?
        /// Creates a value with the given fields.
        public init(clientIds: [String]?) { self.clientIds = clientIds }
    }

    /// The resource name, `projects/{p}/defaultSupportedIdpConfigs/{id}`.
    public var name: String?
    /// Indicates whether people may sign in with the provider.
    public var enabled: Bool?
    /// The client id at the provider.
    public var clientId: String?
    /// The client secret. It can be set; responses contain only a mask.
    public var clientSecret: String?
    /// The settings of Sign in with Apple. Absent for other providers.
    public var appleSignInConfig: AppleSignInConfig?
    /// Vincula's own settings.
    public var vincula: Own?

    /// Creates a configuration without any fields set.
    public init() {}

    /// The fields of Google's type `AdminV2DefaultSupportedIdpConfig`.
    public static let discovered = DiscoveredFields("AdminV2DefaultSupportedIdpConfig")
}

/// The response to listing `defaultSupportedIdpConfigs`.
public struct ListDefaultSupportedIdpConfigsResponse: Codable, Sendable {
    /// The configurations. Absent if there are none.
    public var defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig]?
    /// The token for the next page. Absent on the last page.
    public var nextPageToken: String?

    /// Creates a response with the given fields.
    public init(defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig], nextPageToken: String?) {
        self.defaultSupportedIdpConfigs = defaultSupportedIdpConfigs.isEmpty ? nil : defaultSupportedIdpConfigs
        self.nextPageToken = nextPageToken
    }
}

/// The response to listing v2 `defaultSupportedIdps`: all built-in providers.
public struct ListDefaultSupportedIdpsResponse: Codable, Sendable {
    /// A built-in provider.
    public struct Idp: Codable, Sendable {
        /// The provider's id, such as `google.com`.
        public var idpId: String
        /// The provider's name.
        public var description: String
        /// Creates a value with the given fields.
        public init(idpId: String, description: String) {
            self.idpId = idpId
            self.description = description
        }
    }

    /// The providers. Absent if there are none.
    public var defaultSupportedIdps: [Idp]?
    /// The token for the next page. Absent on the last page.
    public var nextPageToken: String?

    /// Creates a response with the given fields.
    public init(defaultSupportedIdps: [Idp], nextPageToken: String?) {
        self.defaultSupportedIdps = defaultSupportedIdps.isEmpty ? nil : defaultSupportedIdps
        self.nextPageToken = nextPageToken
    }
}
