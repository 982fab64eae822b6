/// v2 `projects/{p}/oauthIdpConfigs`: an OpenID Connect provider of a project.
public struct OAuthIdpConfig: AdministratorRequest {
    public struct ResponseType: Codable, Sendable {
        public var code: Bool?
        public var idToken: Bool?
        public init(code: Bool?, idToken: Bool?) {
            self.code = code
            self.idToken = idToken
        }
    }

    /// `projects/{p}/oauthIdpConfigs/{id}`.
    public var name: String?
    public var displayName: String?
    public var enabled: Bool?
    public var clientId: String?
    public var issuer: String?
    /// Taken; given as a mask.
    public var clientSecret: String?
    public var responseType: ResponseType?

    public init() {}

    public static let discovered = DiscoveredFields("AdminV2OAuthIdpConfig")
}

/// The answer to listing `oauthIdpConfigs`.
public struct ListOAuthIdpConfigsResponse: Codable, Sendable {
    public var oauthIdpConfigs: [OAuthIdpConfig]?
    public var nextPageToken: String?

    public init(oauthIdpConfigs: [OAuthIdpConfig], nextPageToken: String?) {
        self.oauthIdpConfigs = oauthIdpConfigs.isEmpty ? nil : oauthIdpConfigs
        self.nextPageToken = nextPageToken
    }
}
