/// The request to `accounts:signUp` by an end user: an anonymous account, or one with email and password, which with
/// `idToken` are linked to its account.
public struct SignUpRequest: EndUserRequest {
    /// The email, with ``password``. Absent for an anonymous account.
    public var email: String?
    /// The password in plain text.
    public var password: String?
    /// The display name of the new account.
    public var displayName: String?
    /// The ID token of the account to link email and password to. Absent to create an account.
    public var idToken: String?
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

    /// The fields that are refused because only administrators may set them.
    public static let refusedFields = [
        (name: "localId", answer: "UNEXPECTED_PARAMETER : User ID"),
        (name: "mfaInfo", answer: "INSUFFICIENT_PERMISSION"),
        targetProject,
    ]
}

/// The response to `accounts:signUp`; without a session if an administrator sent the request.
public struct SignUpResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#SignupNewUserResponse"
    /// The account's id.
    @AlwaysSent public var localId: String?
    /// The account's display name. Absent if it has none.
    public var displayName: String?
    /// The account's email. Absent for an anonymous account.
    public var email: String?
    /// The ID token of the new session. Absent if an administrator sent the request.
    public var idToken: String?
    /// The refresh token of the new session. Absent if an administrator sent the request.
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    /// Creates a response with the given fields.
    public init(localId: String, displayName: String?, email: String?) {
        self.localId = localId
        self.displayName = displayName
        self.email = email
    }
}
