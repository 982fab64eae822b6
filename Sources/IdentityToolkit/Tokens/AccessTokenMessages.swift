/// The response to a service account's assertion (RFC 6749 §5.1).
public struct AccessTokenResponse: Codable, Sendable {
    /// The access token.
    public var access_token: String
    /// The access token's lifetime in seconds, as a number, unlike in Google's other APIs.
    public var expires_in: Int64
    /// Always `Bearer`.
    public var token_type = "Bearer"

    /// Creates a response with a bearer token and its lifetime in seconds.
    public init(accessToken: String, expiresIn: Int64) {
        access_token = accessToken
        expires_in = expiresIn
    }
}

/// An error of the token endpoint (RFC 6749 §5.2).
public struct OAuthErrorBody: Codable, Sendable {
    /// The error code, such as `invalid_grant`.
    public var error: String
    /// A description for developers.
    public var error_description: String

    /// Creates an error with the given fields.
    public init(error: String, description: String) {
        self.error = error
        error_description = description
    }
}
