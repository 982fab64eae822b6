/// An OpenID Connect provider that a project configured (`oauthIdpConfigs/oidc.*`).
public struct OpenIDProvider: Hashable, Sendable, Codable {
    public let id: ProviderID
    public var displayName: String?
    public var isEnabled: Bool
    public var clientID: String
    /// The provider's issuer URL, exactly as in its tokens.
    public var issuer: String
    /// The client secret, sealed; never returned to anyone.
    public var sealedClientSecret: String?
    public var allowsCode: Bool
    public var allowsIDToken: Bool

    public init(
        id: ProviderID, displayName: String? = nil, isEnabled: Bool, clientID: String, issuer: String,
        sealedClientSecret: String? = nil, allowsCode: Bool = false, allowsIDToken: Bool = true
    ) {
        self.id = id
        self.displayName = displayName
        self.isEnabled = isEnabled
        self.clientID = clientID
        self.issuer = issuer
        self.sealedClientSecret = sealedClientSecret
        self.allowsCode = allowsCode
        self.allowsIDToken = allowsIDToken
    }
}
