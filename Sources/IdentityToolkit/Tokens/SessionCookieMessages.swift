/// The request to `projects:createSessionCookie`, which exchanges an ID token for a session cookie.
public struct CreateSessionCookieRequest: AdministratorRequest {
    /// The ID token of the person whose cookie it is.
    public var idToken: String?
    /// The cookie's lifetime in seconds, from 300 to 1209600. Absent or 0 for the longest.
    public var validDuration: Int64Text?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1CreateSessionCookieRequest`.
    public static let discovered = DiscoveredFields("V1CreateSessionCookieRequest")
}

/// The response to `projects:createSessionCookie`.
public struct CreateSessionCookieResponse: Codable, Sendable {
    /// The cookie's value, a JWT.
    public var sessionCookie: String

    /// Creates a response with a cookie.
    public init(sessionCookie: String) { self.sessionCookie = sessionCookie }
}
