/// The request to `accounts:signInWithPassword`.
public struct SignInWithPasswordRequest: Codable, Sendable {
    /// The account's email.
    public var email: String?
    /// The password in plain text.
    public var password: String?
    /// Ignored. Firebase's clients always send `true`.
    public var returnSecureToken: Bool?
    /// The kind of client that a reCAPTCHA token would be for. No such token is required.
    public var clientType: ClientType?
    /// The version of reCAPTCHA that a token is from. Not required.
    public var recaptchaVersion: RecaptchaVersion?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:signInWithPassword`.
public struct SignInWithPasswordResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyPasswordResponse"
    /// Always `true`: the email belongs to an account.
    @AlwaysSent public var registered: Bool? = true
    /// The account's id.
    @AlwaysSent public var localId: String?
    /// The account's email.
    @AlwaysSent public var email: String?
    /// The account's display name. Absent if it has none.
    public var displayName: String?
    /// The URL of the account's photo. Absent if it has none.
    public var profilePicture: String?
    /// The same as ``profilePicture``, under its name in v3 of the API.
    public var photoUrl: String?
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

    /// Creates a response with the given fields.
    public init(localId: String, email: String) {
        self.localId = localId
        self.email = email
    }
}
