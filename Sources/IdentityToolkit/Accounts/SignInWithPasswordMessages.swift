/// `accounts:signInWithPassword`.
public struct SignInWithPasswordRequest: Codable, Sendable {
    public var email: String?
    public var password: String?
    public var returnSecureToken: Bool?
    /// With ``recaptchaVersion`` what a token of reCAPTCHA would be of; none is asked for.
    public var clientType: ClientType?
    public var recaptchaVersion: RecaptchaVersion?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:signInWithPassword`.
public struct SignInWithPasswordResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyPasswordResponse"
    @AlwaysSent public var registered: Bool? = true
    @AlwaysSent public var localId: String?
    @AlwaysSent public var email: String?
    public var displayName: String?
    public var profilePicture: String?
    /// What v3 of the API calls ``profilePicture``.
    public var photoUrl: String?
    public var idToken: String?
    public var refreshToken: String?
    /// Seconds from now.
    @Lenient public var expiresIn: Int64Text?
    /// Set instead of a session where a second factor is due: what ``StartMfaSignInRequest`` takes.
    public var mfaPendingCredential: String?
    /// The second factors to choose from.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init(localId: String, email: String) {
        self.localId = localId
        self.email = email
    }
}
