/// The request to `accounts:signInWithIdp`, which signs in, links (with `idToken`) or reauthenticates (`autoCreate: false`)
/// with a provider's credential.
public struct SignInWithIdpRequest: Codable, Sendable {
    public var requestUri: String?
    /// The credential as a query string: `providerId`, `id_token`, `nonce`, `access_token`, …
    public var postBody: String?
    public var idToken: String?
    public var pendingToken: String?
    public var sessionId: String?
    public var autoCreate: Bool?
    public var returnIdpCredential: Bool?
    public var returnSecureToken: Bool?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:signInWithIdp`, for both success and collision.
public struct SignInWithIdpResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyAssertionResponse"
    @AlwaysSent public var context: String? = ""
    @AlwaysSent public var providerId: String?
    public var federatedId: String?
    public var displayName: String?
    public var fullName: String?
    public var firstName: String?
    public var lastName: String?
    /// The person's Twitter handle or GitHub login, which v3 of the API calls `username`.
    public var screenName: String?
    public var nickName: String?
    public var language: String?
    public var timeZone: String?
    public var dateOfBirth: String?
    public var photoUrl: String?
    public var email: String?
    @Lenient public var emailVerified: Bool?
    /// The provider's own data about the person, a JSON object as a string.
    @Lenient public var rawUserInfo: String?
    public var oauthIdToken: String?
    public var oauthAccessToken: String?
    public var oauthTokenSecret: String?
    /// The access token's lifetime in seconds, as a number, unlike most of Google's numbers.
    @Lenient public var oauthExpireIn: Int?
    @Lenient public var isNewUser: Bool?
    @Lenient public var emailRecycled: Bool?
    @Lenient public var needConfirmation: Bool?
    @Lenient public var verifiedProvider: [String]?
    public var pendingToken: String?
    /// `CODE` or `CODE : text` for a collision, returned with status 200 because `returnIdpCredential` was set.
    public var errorMessage: String?
    public var localId: String?
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?
    /// The credential to pass to ``StartMfaSignInRequest``. Set instead of a session if a second factor is required.
    public var mfaPendingCredential: String?
    /// The second factors to choose from. Set together with ``mfaPendingCredential``.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init(providerId: String) { self.providerId = providerId }
}
