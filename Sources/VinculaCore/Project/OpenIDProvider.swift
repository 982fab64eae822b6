/// A provider that a project configured: OpenID Connect (`oauthIdpConfigs/oidc.*`), or plain OAuth 2 (`oauth2.*`).
package struct OpenIDProvider: Hashable, Sendable, Codable {
    package let id: ProviderID
    package var displayName: String?
    package var isEnabled: Bool
    package var clientID: String
    /// The provider's issuer URL, exactly as in its tokens; for `oauth2.*` what its user ids are told by
    /// (``OAuth2Endpoints/subjectSource``; in configurations of earlier versions, the origin of the user-info endpoint).
    package var issuer: String
    /// The client secret, sealed; never returned to anyone.
    package var sealedClientSecret: String?
    package var allowsCode: Bool
    package var allowsIDToken: Bool
    /// The endpoints of `oauth2.*`; `nil` for `oidc.*`, whose are found by discovery.
    package var endpoints: OAuth2Endpoints?

    package init(
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
