/// A project's configuration of a built-in provider, in v2 `projects/{p}/defaultSupportedIdpConfigs`.
public struct DefaultSupportedIdpConfig: AdministratorRequest {
    public struct AppleSignInConfig: Codable, Sendable {
        public struct CodeFlowConfig: Codable, Sendable {
            public var teamId: String?
            public var keyId: String?
            /// The private key in PEM format. It can be set; responses contain only a mask.
            public var privateKey: String?
            public init() {}
        }
        public var codeFlowConfig: CodeFlowConfig?
        public var bundleIds: [String]?
        public init() {}
    }

    /// Settings that Google's type has no fields for.
    public struct Own: Codable, Sendable {
        /// Additional client ids whose tokens are accepted.
        public var clientIds: [String]?
        public init(clientIds: [String]?) { self.clientIds = clientIds }
    }

    /// The resource name, `projects/{p}/defaultSupportedIdpConfigs/{id}`.
    public var name: String?
    public var enabled: Bool?
    public var clientId: String?
    /// The client secret. It can be set; responses contain only a mask.
    public var clientSecret: String?
    public var appleSignInConfig: AppleSignInConfig?
    public var vincula: Own?

    public init() {}

    public static let discovered = DiscoveredFields("AdminV2DefaultSupportedIdpConfig")
}

/// The response to listing `defaultSupportedIdpConfigs`.
public struct ListDefaultSupportedIdpConfigsResponse: Codable, Sendable {
    public var defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig]?
    public var nextPageToken: String?

    public init(defaultSupportedIdpConfigs: [DefaultSupportedIdpConfig], nextPageToken: String?) {
        self.defaultSupportedIdpConfigs = defaultSupportedIdpConfigs.isEmpty ? nil : defaultSupportedIdpConfigs
        self.nextPageToken = nextPageToken
    }
}

/// The response to listing v2 `defaultSupportedIdps`: all built-in providers.
public struct ListDefaultSupportedIdpsResponse: Codable, Sendable {
    public struct Idp: Codable, Sendable {
        public var idpId: String
        public var description: String
        public init(idpId: String, description: String) {
            self.idpId = idpId
            self.description = description
        }
    }

    public var defaultSupportedIdps: [Idp]?
    public var nextPageToken: String?

    public init(defaultSupportedIdps: [Idp], nextPageToken: String?) {
        self.defaultSupportedIdps = defaultSupportedIdps.isEmpty ? nil : defaultSupportedIdps
        self.nextPageToken = nextPageToken
    }
}
