/// The response to `getProjects` (v1) and `getProjectConfig` (v3): the public settings of a project.
public struct ProjectConfigResponse: Codable, Sendable {
    /// The project's number, as in Google's response.
    @AlwaysSent public var projectId: String?
    /// The host names that links may have or continue to.
    @AlwaysSent public var authorizedDomains: [String]?

    /// Creates a response with the given fields.
    public init(projectId: String, authorizedDomains: [String]) {
        self.projectId = projectId
        self.authorizedDomains = authorizedDomains
    }
}
