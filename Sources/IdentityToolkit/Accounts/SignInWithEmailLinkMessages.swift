/// The request to `accounts:signInWithEmailLink`, which signs in, or links (with `idToken`), with a mailed link.
public struct SignInWithEmailLinkRequest: Codable, Sendable {
    /// The email that the link was sent to.
    public var email: String?
    /// The code from the link.
    public var oobCode: String?
    /// The ID token of the account to link the email to. Absent to sign in.
    public var idToken: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#EmailLinkSigninResponse"
    /// The account's email.
    public var email: String?
    /// The account's id.
    public var localId: String?
    /// Indicates whether the request created the account.
    @Lenient public var isNewUser: Bool?
    /// The ID token of the new session. Absent if a second factor is required.
    public var idToken: String?
    /// The refresh token of the new session. Absent if a second factor is required.
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?
    /// The credential to pass to ``StartMfaSignInRequest``. Set instead of a session if a second factor is required.
    public var mfaPendingCredential: String?
    /// The second factors to choose from. Set together with ``mfaPendingCredential``.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    /// Creates an empty response.
    public init() {}
}
