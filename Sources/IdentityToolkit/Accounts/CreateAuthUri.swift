/// The request to `accounts:createAuthUri`, which asks how an email can sign in.
public struct CreateAuthUriRequest: Codable, Sendable {
    public var identifier: String?
    public var continueUri: String?
    public var providerId: String?
    public var sessionId: String?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:createAuthUri`; under email privacy, only the session id.
public struct CreateAuthUriResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#CreateAuthUriResponse"
    @Lenient public var registered: Bool?
    @Lenient public var allProviders: [String]?
    @Lenient public var signinMethods: [String]?
    @AlwaysSent public var sessionId: String?

    public init(sessionId: String) { self.sessionId = sessionId }
}
