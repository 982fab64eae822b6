/// `accounts:signInWithIdp`: sign in, link (with `idToken`) or reauthenticate (`autoCreate: false`) by a provider's word.
public struct SignInWithIdpRequest: Codable, Sendable {
    public var requestUri: String?
    /// A query string: `providerId`, `id_token`, `nonce`, `access_token`, …
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

/// The answer to `accounts:signInWithIdp`, success and collision alike.
public struct SignInWithIdpResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyAssertionResponse"
    @AlwaysSent public var context: String? = ""
    @AlwaysSent public var providerId: String?
    public var federatedId: String?
    public var displayName: String?
    public var fullName: String?
    public var firstName: String?
    public var lastName: String?
    /// At Twitter the handle, at GitHub the login; v3 of the API calls it `username`.
    public var screenName: String?
    public var nickName: String?
    public var language: String?
    public var timeZone: String?
    public var dateOfBirth: String?
    public var photoUrl: String?
    public var email: String?
    @Lenient public var emailVerified: Bool?
    /// What the provider said, a JSON object as text.
    @Lenient public var rawUserInfo: String?
    public var oauthIdToken: String?
    public var oauthAccessToken: String?
    public var oauthTokenSecret: String?
    /// Seconds; a number, where most of Google's numbers are texts.
    @Lenient public var oauthExpireIn: Int?
    @Lenient public var isNewUser: Bool?
    @Lenient public var emailRecycled: Bool?
    @Lenient public var needConfirmation: Bool?
    @Lenient public var verifiedProvider: [String]?
    public var pendingToken: String?
    /// `CODE` or `CODE : text`, of a collision that is no HTTP error because `returnIdpCredential` was set.
    public var errorMessage: String?
    public var localId: String?
    public var idToken: String?
    public var refreshToken: String?
    /// Seconds from now.
    @Lenient public var expiresIn: Int64Text?
    /// Set instead of a session where a second factor is due: what ``StartMfaSignInRequest`` takes.
    public var mfaPendingCredential: String?
    /// The second factors to choose from.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init(providerId: String) { self.providerId = providerId }
}
