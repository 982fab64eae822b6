/// A project's OpenID Connect provider, in v2 `projects/{p}/oauthIdpConfigs`.
public struct OAuthIdpConfig: AdministratorRequest {
    /// The OAuth response types that a provider may use.
    public struct ResponseType: Codable, Sendable {
        /// Indicates whether an authorization code is allowed.
        public var code: Bool?
        /// Indicates whether an ID token is allowed.
        public var idToken: Bool?
        /// Creates a value with the given fields.
        public init(code: Bool?, idToken: Bool?) {
            self.code = code
            self.idToken = idToken
        }
    }

    /// The resource name, `projects/{p}/oauthIdpConfigs/{id}`.
    public var name: String?
    /// The configuration's name for administrators.
    public var displayName: String?
    /// Indicates whether people may sign in with the provider.
    public var enabled: Bool?
    /// The client id at the provider, which its ID tokens must have as audience.
    public var clientId: String?
    /// The provider's issuer URL.
    public var issuer: String?
    /// The client secret. It can be set; responses contain only a mask.
    public var clientSecret: String?
    /// The OAuth response types that the provider may use.
    public var responseType: ResponseType?

    /// Creates a configuration without any fields set.
    public init() {}

    /// The fields of Google's type `AdminV2OAuthIdpConfig`.
    public static let discovered = DiscoveredFields("AdminV2OAuthIdpConfig")
}

/// The response to listing `oauthIdpConfigs`.
public struct ListOAuthIdpConfigsResponse: Codable, Sendable {
    /// The configurations. Absent if there are none.
    public var oauthIdpConfigs: [OAuthIdpConfig]?
    /// The token for the next page. Absent on the last page.
    public var nextPageToken: String?

    /// Creates a response with the given fields.
    public init(oauthIdpConfigs: [OAuthIdpConfig], nextPageToken: String?) {
        self.oauthIdpConfigs = oauthIdpConfigs.isEmpty ? nil : oauthIdpConfigs
        self.nextPageToken = nextPageToken
    }
}
