/// The request to `accounts:signInWithCustomToken`, which signs in with a token issued by the project's own backend.
public struct SignInWithCustomTokenRequest: Codable, Sendable {
    /// A JWT signed by a service account.
    public var token: String?
    public var returnSecureToken: Bool?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:signInWithCustomToken`. Only the ID token identifies the user.
public struct SignInWithCustomTokenResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyCustomTokenResponse"
    @Lenient public var isNewUser: Bool?
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    public init() {}
}
