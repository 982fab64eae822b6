/// v2 `accounts:revokeToken`: have a provider take back what it gave to an app.
public struct RevokeTokenRequest: Codable, Sendable {
    public var providerId: String?
    public var tokenType: TokenType?
    public var token: String?
    public var idToken: String?
    public var redirectUri: String?
    public var tenantId: String?

    public init() {}
}
