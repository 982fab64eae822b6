/// The request to `accounts:signInWithEmailLink`, which signs in, or links (with `idToken`), with a mailed link.
public struct SignInWithEmailLinkRequest: Codable, Sendable {
    public var email: String?
    /// The code from the link.
    public var oobCode: String?
    public var idToken: String?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#EmailLinkSigninResponse"
    public var email: String?
    public var localId: String?
    @Lenient public var isNewUser: Bool?
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?
    /// The credential to pass to ``StartMfaSignInRequest``. Set instead of a session if a second factor is required.
    public var mfaPendingCredential: String?
    /// The second factors to choose from. Set together with ``mfaPendingCredential``.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init() {}
}
