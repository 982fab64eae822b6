/// `accounts:signInWithIdp`: sign in, link (with `idToken`) or reauthenticate (`autoCreate: false`) by a provider's word.
public struct SignInWithIdpRequest: Decodable, Sendable {
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
}

/// The answer to `accounts:signInWithIdp`, success and collision alike.
public struct SignInWithIdpResponse: Codable, Sendable {
    public var kind = "identitytoolkit#VerifyAssertionResponse"
    public var context = ""
    public var providerId: String
    public var federatedId: String?
    public var displayName: String?
    public var fullName: String?
    public var firstName: String?
    public var lastName: String?
    public var screenName: String?
    public var nickName: String?
    public var language: String?
    public var timeZone: String?
    public var dateOfBirth: String?
    public var photoUrl: String?
    public var email: String?
    public var emailVerified: Bool?
    public var rawUserInfo: String?
    public var oauthIdToken: String?
    public var oauthAccessToken: String?
    public var oauthTokenSecret: String?
    /// Seconds; a number, where most of Google's numbers are texts.
    public var oauthExpireIn: Int?
    public var isNewUser: Bool?
    public var emailRecycled: Bool?
    public var needConfirmation: Bool?
    public var verifiedProvider: [String]?
    public var pendingToken: String?
    public var errorMessage: String?
    public var localId: String?
    public var idToken: String?
    public var refreshToken: String?
    public var expiresIn: Int64Text?

    public init(providerId: String) { self.providerId = providerId }
}
