/// `accounts:signUp`, by an end user: anonymous, or with email and password, new or linked to `idToken`'s account.
public struct SignUpRequest: EndUserRequest {
    public var email: String?
    public var password: String?
    public var displayName: String?
    public var idToken: String?
    public var returnSecureToken: Bool?
    /// With ``recaptchaVersion`` what a token of reCAPTCHA would be of; none is asked for.
    public var clientType: ClientType?
    public var recaptchaVersion: RecaptchaVersion?
    public var tenantId: String?

    public init() {}

    public static let refusedFields = [
        (name: "localId", answer: "UNEXPECTED_PARAMETER : User ID"),
        (name: "mfaInfo", answer: "INSUFFICIENT_PERMISSION"),
        targetProject,
    ]
}

/// The answer to `accounts:signUp`; without a session when an administrator asked.
public struct SignUpResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#SignupNewUserResponse"
    @AlwaysSent public var localId: String?
    public var displayName: String?
    public var email: String?
    public var idToken: String?
    public var refreshToken: String?
    /// Seconds from now.
    @Lenient public var expiresIn: Int64Text?

    public init(localId: String, displayName: String?, email: String?) {
        self.localId = localId
        self.displayName = displayName
        self.email = email
    }
}
