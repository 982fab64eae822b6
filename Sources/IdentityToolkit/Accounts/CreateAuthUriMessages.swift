/// `accounts:createAuthUri`: how may this email sign in?
public struct CreateAuthUriRequest: Codable, Sendable {
    public var identifier: String?
    public var continueUri: String?
    public var providerId: String?
    public var sessionId: String?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:createAuthUri`; under email privacy nothing but the session's id.
public struct CreateAuthUriResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#CreateAuthUriResponse"
    @Lenient public var registered: Bool?
    @Lenient public var allProviders: [String]?
    @Lenient public var signinMethods: [String]?
    @AlwaysSent public var sessionId: String?

    public init(sessionId: String) { self.sessionId = sessionId }
}
