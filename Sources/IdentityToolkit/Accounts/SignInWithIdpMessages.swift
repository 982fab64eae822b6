/// The request to `accounts:signInWithIdp`, which signs in, links (with `idToken`) or reauthenticates (`autoCreate: false`)
/// with a provider's credential.
public struct SignInWithIdpRequest: Codable, Sendable {
    /// The address that the provider returned to, whose query may hold the credential; otherwise `http://localhost`.
    public var requestUri: String?
    /// The credential as a query string: `providerId`, `id_token`, `nonce`, `access_token`, …
    public var postBody: String?
    /// The ID token of the account to link. Absent to sign in.
    public var idToken: String?
    /// The credential from an earlier response, instead of ``postBody``.
    public var pendingToken: String?
    /// The secret that a sign-in at a provider's page began with: the app's own, the one in the page's result, or the one in
    /// ``CreateAuthUriResponse``.
    public var sessionId: String?
    /// Indicates whether to create an account for an unknown identity; `true` if absent.
    public var autoCreate: Bool?
    /// Indicates whether to report a collision in ``SignInWithIdpResponse/errorMessage`` instead of as an HTTP error.
    public var returnIdpCredential: Bool?
    /// Indicates whether to return the provider's refresh token, if there is one.
    public var returnRefreshToken: Bool?
    /// Ignored. Firebase's clients always send `true`.
    public var returnSecureToken: Bool?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:signInWithIdp`, for both success and collision.
public struct SignInWithIdpResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#VerifyAssertionResponse"
    /// Always empty. Google returns an opaque string from `createAuthUri` here.
    @AlwaysSent public var context: String? = ""
    /// The provider's id.
    @AlwaysSent public var providerId: String?
    /// The person's id at the provider; for some providers in the form of a URL.
    public var federatedId: String?
    /// The person's display name at the provider.
    public var displayName: String?
    /// The person's full name at the provider.
    public var fullName: String?
    /// The person's first name at the provider.
    public var firstName: String?
    /// The person's last name at the provider.
    public var lastName: String?
    /// The person's Twitter handle or GitHub login, which v3 of the API calls `username`.
    public var screenName: String?
    /// The person's nickname at the provider.
    public var nickName: String?
    /// The person's language at the provider.
    public var language: String?
    /// The person's time zone at the provider.
    public var timeZone: String?
    /// The person's date of birth, in the provider's format.
    public var dateOfBirth: String?
    /// The URL of the person's photo at the provider.
    public var photoUrl: String?
    /// The person's email at the provider. Absent if the provider states none.
    public var email: String?
    /// Indicates whether the email is verified. Absent if there is no email.
    @Lenient public var emailVerified: Bool?
    /// The provider's own data about the person, a JSON object as a string.
    @Lenient public var rawUserInfo: String?
    /// The provider's ID token, if the credential contained one.
    public var oauthIdToken: String?
    /// The provider's access token, if the credential contained one.
    public var oauthAccessToken: String?
    /// The provider's refresh token. Set only if the request asks for it, after a sign-in at the provider's page.
    public var oauthRefreshToken: String?
    /// The OAuth 1.0a token secret. Set only for Twitter.
    public var oauthTokenSecret: String?
    /// The access token's lifetime in seconds, as a number, unlike most of Google's numbers.
    @Lenient public var oauthExpireIn: Int?
    /// Indicates whether the request created the account.
    @Lenient public var isNewUser: Bool?
    /// `true` if the account with this email had another identity at the provider, which the new one has replaced; otherwise
    /// absent.
    @Lenient public var emailRecycled: Bool?
    /// `true` if another account has the email, and the person must first sign in to it; there is no session then.
    @Lenient public var needConfirmation: Bool?
    /// The providers to sign in with for ``needConfirmation``.
    @Lenient public var verifiedProvider: [String]?
    /// The credential for repeating the request after a collision.
    public var pendingToken: String?
    /// `CODE` or `CODE : text` for a collision, returned with status 200 because `returnIdpCredential` was set.
    public var errorMessage: String?
    /// The account's id. Absent after a collision.
    public var localId: String?
    /// The tenant's id. Absent outside tenants.
    public var tenantId: String?
    /// The ID token of the new session. Absent without one.
    public var idToken: String?
    /// The refresh token of the new session. Absent without one.
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?
    /// The credential to pass to ``StartMfaSignInRequest``. Set instead of a session if a second factor is required.
    public var mfaPendingCredential: String?
    /// The second factors to choose from. Set together with ``mfaPendingCredential``.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    /// Creates a response with a provider and no other fields.
    public init(providerId: String) { self.providerId = providerId }
}
