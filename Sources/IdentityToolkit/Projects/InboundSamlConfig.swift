/// A project's SAML provider, in v2 `projects/{p}/inboundSamlConfigs`.
public struct InboundSamlConfig: AdministratorRequest {
    /// The identity provider's side.
    public struct IdpConfig: Codable, Sendable {
        /// A certificate of the identity provider's.
        public struct Certificate: Codable, Sendable {
            /// The certificate in PEM.
            public var x509Certificate: String?
            /// Creates a value with the given field.
            public init(x509Certificate: String?) { self.x509Certificate = x509Certificate }
        }

        /// The identity provider's entity ID.
        public var idpEntityId: String?
        /// The address of the page where people sign in.
        public var ssoUrl: String?
        /// The certificates of the keys that sign assertions.
        public var idpCertificates: [Certificate]?
        /// Indicates whether requests are signed.
        public var signRequest: Bool?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// This server's side.
    public struct SpConfig: Codable, Sendable {
        /// A certificate of this server's.
        public struct Certificate: Codable, Sendable {
            /// The certificate in PEM.
            public var x509Certificate: String?
            /// The end of its validity.
            public var expiresAt: String?
            /// Creates a value with the given fields.
            public init(x509Certificate: String?, expiresAt: String?) {
                self.x509Certificate = x509Certificate
                self.expiresAt = expiresAt
            }
        }

        /// This server's entity ID at the identity provider.
        public var spEntityId: String?
        /// The address that answers are posted to.
        public var callbackUri: String?
        /// The certificates of the keys that sign requests; in responses only.
        public var spCertificates: [Certificate]?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// The resource name, `projects/{p}/inboundSamlConfigs/{id}`.
    public var name: String?
    /// The configuration's name for people.
    public var displayName: String?
    /// Indicates whether people may sign in with the provider.
    public var enabled: Bool?
    /// The identity provider's side.
    public var idpConfig: IdpConfig?
    /// This server's side.
    public var spConfig: SpConfig?

    /// Creates a configuration without any fields set.
    public init() {}

    /// The fields of Google's type `AdminV2InboundSamlConfig`.
    public static let discovered = DiscoveredFields("AdminV2InboundSamlConfig")
}

/// The response to listing `inboundSamlConfigs`.
public struct ListInboundSamlConfigsResponse: Codable, Sendable {
    /// The configurations. Absent if there are none.
    public var inboundSamlConfigs: [InboundSamlConfig]?
    /// The token for the next page. Absent on the last page.
    public var nextPageToken: String?

    /// Creates a response with the given fields.
    public init(inboundSamlConfigs: [InboundSamlConfig], nextPageToken: String?) {
        self.inboundSamlConfigs = inboundSamlConfigs.isEmpty ? nil : inboundSamlConfigs
        self.nextPageToken = nextPageToken
    }
}
