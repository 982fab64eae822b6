/// The request to `accounts:signInWithPassword`.
public struct SignInWithPasswordRequest: Codable, Sendable {
    public var email: String?
    public var password: String?
    public var returnSecureToken: Bool?
    /// The kind of client that a reCAPTCHA token would be for. No such token is required.
    public var clientType: ClientType?
    public var recaptchaVersion: RecaptchaVersion?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:signInWithPassword`.
public struct SignInWithPasswordResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyPasswordResponse"
    @AlwaysSent public var registered: Bool? = true
    @AlwaysSent public var localId: String?
    @AlwaysSent public var email: String?
    public var displayName: String?
    public var profilePicture: String?
    /// The same as ``profilePicture``, under its name in v3 of the API.
    public var photoUrl: String?
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?
    /// The credential to pass to ``StartMfaSignInRequest``. Set instead of a session if a second factor is required.
    public var mfaPendingCredential: String?
    /// The second factors to choose from. Set together with ``mfaPendingCredential``.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init(localId: String, email: String) {
        self.localId = localId
        self.email = email
    }
}
