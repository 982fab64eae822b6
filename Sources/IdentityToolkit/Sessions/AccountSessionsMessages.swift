/// The request to `accounts:sessions`, by which an administrator lists where a person is signed in.
public struct AccountSessionsRequest: AdministratorRequest {
    /// The id of the account.
    public var localId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// `nil`: the type is not one of the Identity Toolkit's.
    public static let discovered: DiscoveredFields? = nil
}

/// The request to `accounts:endSessions`, by which an administrator ends some of a person's sessions.
public struct EndAccountSessionsRequest: AdministratorRequest {
    /// The id of the account.
    public var localId: String?
    /// The handles of the sessions to end: 1 to 100.
    public var handles: [String]?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// `nil`: the type is not one of the Identity Toolkit's.
    public static let discovered: DiscoveredFields? = nil
}

/// The response to `accounts:endSessions`.
public struct EndAccountSessionsResponse: Codable, Sendable {
    /// The number of sessions that ended. Those that were over already are not counted.
    @AlwaysSent public var ended: Int?

    /// Creates a response with the given number.
    public init(ended: Int) { self.ended = ended }
}
