/// A project's own provider, by OpenID Connect or OAuth 2, in v2 `projects/{p}/oauthIdpConfigs`.
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

    /// The endpoints of a provider `oauth2.NAME`, which Google's type has no fields for.
    public struct Own: Codable, Sendable {
        /// Which members of the profile mean what: names, separated by dots if they are nested.
        public struct Members: Codable, Sendable {
            /// The member with the user's id, a string or a whole number.
            public var subject: String?
            /// The member with the email address.
            public var email: String?
            /// The member that says whether the email address is verified.
            public var emailVerified: String?
            /// The member with the person's name.
            public var name: String?
            /// The member with the URL of a picture.
            public var picture: String?
            /// Creates a value without any fields set.
            public init() {}
        }
        /// The URL of the page where people sign in.
        public var authorizationUrl: String?
        /// The URL at which codes are exchanged for tokens.
        public var tokenUrl: String?
        /// The URL that answers an access token with the person's profile.
        public var userInfoUrl: String?
        /// The scopes that a sign-in needs.
        public var scopes: [String]?
        /// The way in which the client's secret is sent to the token URL: `client_secret_post` or `client_secret_basic`.
        public var tokenAuthMethod: String?
        /// Which members of the profile mean what.
        public var members: Members?
        /// Creates a value without any fields set.
        public init() {}
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
    /// Vincula's own settings, for providers `oauth2.NAME`.
    public var vincula: Own?

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
