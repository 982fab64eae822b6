/// The request to `accounts:createAuthUri`, which asks how an email can sign in, or for the address of a provider's page.
public struct CreateAuthUriRequest: Codable, Sendable {
    /// The email to look up. With a provider: the address that the provider's page may fill in.
    public var identifier: String?
    /// The address that the provider sends the browser back to: one of the project's authorized domains. Required, but not
    /// used without a provider.
    public var continueUri: String?
    /// The provider to sign in with.
    public var providerId: String?
    /// The secret that redeems the provider's answer; with a provider, at least 16 characters. Generated if absent.
    public var sessionId: String?
    /// Additional scopes for the provider, separated by spaces.
    public var oauthScope: String?
    /// Additional parameters for the provider's page.
    public var customParameter: [String: String]?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:createAuthUri`; under email privacy, only the session id, and the provider's page.
public struct CreateAuthUriResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#CreateAuthUriResponse"
    /// The address of the provider's page. Set only if the request names a provider.
    public var authUri: String?
    /// The provider. Set only if the request names one.
    public var providerId: String?
    /// Indicates whether the email belongs to an account. Absent under email privacy.
    @Lenient public var registered: Bool?
    /// The ids of the account's providers. Absent under email privacy.
    @Lenient public var allProviders: [String]?
    /// The account's sign-in methods: `password`, `emailLink` or provider ids. Absent under email privacy.
    @Lenient public var signinMethods: [String]?
    /// The session id from the request, or a generated one.
    @AlwaysSent public var sessionId: String?

    /// Creates a response with the given fields.
    public init(sessionId: String) { self.sessionId = sessionId }
}
