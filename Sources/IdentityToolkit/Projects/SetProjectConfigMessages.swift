/// The request to v3 `setProjectConfig`, as far as it is supported; the rest is in v2 `projects/{p}/config`.
public struct SetProjectConfigRequest: AdministratorRequest {
    /// Indicates whether email sign-in is allowed.
    public var allowPasswordUser: Bool?
    /// Indicates whether anonymous accounts may be created.
    public var enableAnonymousUser: Bool?
    /// The host names that links may have or continue to.
    public var authorizedDomains: [String]?

    /// Creates an empty request.
    public init() {}

    /// None: the discovery documents have no v3.
    public static var discovered: DiscoveredFields? { nil }
}

/// The response to v3 `setProjectConfig`.
public struct SetProjectConfigResponse: Codable, Sendable {
    /// The project's number, as in Google's response.
    @AlwaysSent public var projectId: String?

    /// Creates a response with the given field.
    public init(projectId: String) { self.projectId = projectId }
}
