/// The request to v2 `accounts:revokeToken`, which has a provider revoke a token that it issued to an app.
public struct RevokeTokenRequest: Codable, Sendable {
    public var providerId: String?
    public var tokenType: TokenType?
    public var token: String?
    public var idToken: String?
    public var redirectUri: String?
    public var tenantId: String?

    public init() {}
}
