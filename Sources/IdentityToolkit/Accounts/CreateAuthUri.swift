/// `accounts:createAuthUri`: how may this email sign in?
public struct CreateAuthUriRequest: Decodable, Sendable {
    public var identifier: String?
    public var continueUri: String?
    public var providerId: String?
    public var sessionId: String?
    public var tenantId: String?
}

/// The answer to `accounts:createAuthUri`; under email privacy nothing but the session's id.
public struct CreateAuthUriResponse: Codable, Sendable {
    public var kind = "identitytoolkit#CreateAuthUriResponse"
    public var registered: Bool?
    public var allProviders: [String]?
    public var signinMethods: [String]?
    public var sessionId: String

    public init(sessionId: String) { self.sessionId = sessionId }
}
