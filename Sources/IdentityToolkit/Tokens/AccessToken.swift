/// The response to a service account's assertion (RFC 6749 §5.1).
public struct AccessTokenResponse: Codable, Sendable {
    public var access_token: String
    /// The access token's lifetime in seconds, as a number, unlike in Google's other APIs.
    public var expires_in: Int64
    public var token_type = "Bearer"

    public init(accessToken: String, expiresIn: Int64) {
        access_token = accessToken
        expires_in = expiresIn
    }
}

/// An error of the token endpoint (RFC 6749 §5.2).
public struct OAuthErrorBody: Codable, Sendable {
    public var error: String
    public var error_description: String

    public init(error: String, description: String) {
        self.error = error
        error_description = description
    }
}
