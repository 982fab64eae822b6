/// The request to `accounts:createAuthUri`, which asks how an email can sign in.
public struct CreateAuthUriRequest: Codable, Sendable {
    /// The email to look up.
    public var identifier: String?
    /// The address that a provider would return to. Required, but not used here.
    public var continueUri: String?
    /// The provider to sign in with. Refused: this server has no pages for that.
    public var providerId: String?
    /// A session id chosen by the client. Generated if absent.
    public var sessionId: String?
    /// The tenant's id. Must be absent or empty: this server has no tenants.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:createAuthUri`; under email privacy, only the session id.
public struct CreateAuthUriResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#CreateAuthUriResponse"
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
