/// The request to v2 `accounts:revokeToken`, which has a provider revoke a token that it issued to an app.
public struct RevokeTokenRequest: Codable, Sendable {
    /// The provider's id. Only `apple.com` is supported.
    public var providerId: String?
    /// The kind of ``token``.
    public var tokenType: TokenType?
    /// The token or authorization code to revoke.
    public var token: String?
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The redirect URI that a code was issued for. Absent for a code that an app got without a browser.
    public var redirectUri: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}
