/// The request to `accounts:signInWithCustomToken`, which signs in with a token issued by the project's own backend.
public struct SignInWithCustomTokenRequest: Codable, Sendable {
    /// A JWT signed by a service account.
    public var token: String?
    /// Ignored. Firebase's clients always send `true`.
    public var returnSecureToken: Bool?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:signInWithCustomToken`. Only the ID token identifies the user.
public struct SignInWithCustomTokenResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyCustomTokenResponse"
    /// Indicates whether the request created the account.
    @Lenient public var isNewUser: Bool?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    /// Creates an empty response.
    public init() {}
}
