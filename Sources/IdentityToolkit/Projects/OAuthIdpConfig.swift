/// A project's OpenID Connect provider, in v2 `projects/{p}/oauthIdpConfigs`.
public struct OAuthIdpConfig: AdministratorRequest {
    public struct ResponseType: Codable, Sendable {
        public var code: Bool?
        public var idToken: Bool?
        public init(code: Bool?, idToken: Bool?) {
            self.code = code
            self.idToken = idToken
        }
    }

    /// The resource name, `projects/{p}/oauthIdpConfigs/{id}`.
    public var name: String?
    public var displayName: String?
    public var enabled: Bool?
    public var clientId: String?
    public var issuer: String?
    /// The client secret. It can be set; responses contain only a mask.
    public var clientSecret: String?
    public var responseType: ResponseType?

    public init() {}

    public static let discovered = DiscoveredFields("AdminV2OAuthIdpConfig")
}

/// The response to listing `oauthIdpConfigs`.
public struct ListOAuthIdpConfigsResponse: Codable, Sendable {
    public var oauthIdpConfigs: [OAuthIdpConfig]?
    public var nextPageToken: String?

    public init(oauthIdpConfigs: [OAuthIdpConfig], nextPageToken: String?) {
        self.oauthIdpConfigs = oauthIdpConfigs.isEmpty ? nil : oauthIdpConfigs
        self.nextPageToken = nextPageToken
    }
}
