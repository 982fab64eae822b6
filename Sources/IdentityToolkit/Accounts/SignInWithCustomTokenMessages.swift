/// `accounts:signInWithCustomToken`: sign in by the word of the project's own backend.
public struct SignInWithCustomTokenRequest: Codable, Sendable {
    /// A JWT that a service account signed.
    public var token: String?
    public var returnSecureToken: Bool?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:signInWithCustomToken`. Who it is, only the ID token says.
public struct SignInWithCustomTokenResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyCustomTokenResponse"
    @Lenient public var isNewUser: Bool?
    public var idToken: String?
    public var refreshToken: String?
    /// Seconds from now.
    @Lenient public var expiresIn: Int64Text?

    public init() {}
}
