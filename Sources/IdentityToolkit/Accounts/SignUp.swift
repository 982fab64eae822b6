/// The request to `accounts:signUp` by an end user: an anonymous account, or one with email and password, which with
/// `idToken` are linked to its account.
public struct SignUpRequest: EndUserRequest {
    public var email: String?
    public var password: String?
    public var displayName: String?
    public var idToken: String?
    public var returnSecureToken: Bool?
    /// The kind of client that a reCAPTCHA token would be for. No such token is required.
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

/// The response to `accounts:signUp`; without a session if an administrator sent the request.
public struct SignUpResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#SignupNewUserResponse"
    @AlwaysSent public var localId: String?
    public var displayName: String?
    public var email: String?
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    public init(localId: String, displayName: String?, email: String?) {
        self.localId = localId
        self.displayName = displayName
        self.email = email
    }
}
