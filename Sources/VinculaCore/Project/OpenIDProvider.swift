/// A provider that a project configured: OpenID Connect (`oauthIdpConfigs/oidc.*`), plain OAuth 2 (`oauth2.*`), or SAML
/// (`inboundSamlConfigs/saml.*`).
package struct OpenIDProvider: Hashable, Sendable, Codable {
    package let id: ProviderID
    package var displayName: String?
    package var isEnabled: Bool
    /// The client at the provider; for `saml.*` this server's entity ID.
    package var clientID: String
    /// The provider's issuer URL, exactly as in its tokens; for `saml.*` its entity ID; for `oauth2.*` what its user ids are told by
    /// (``OAuth2Endpoints/subjectSource``; in configurations of earlier versions, the origin of the user-info endpoint).
    package var issuer: String
    /// The client secret, sealed; never returned to anyone. For `saml.*`, the private key that signs requests.
    package var sealedClientSecret: String?
    package var allowsCode: Bool
    package var allowsIDToken: Bool
    /// The endpoints of `oauth2.*`; `nil` for `oidc.*`, whose are found by discovery.
    package var endpoints: OAuth2Endpoints?
    /// The rest of the configuration of `saml.*`; `nil` for others.
    package var saml: SAMLConnection?

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
