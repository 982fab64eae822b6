/// The answer to `getProjects` (v1) and `getProjectConfig` (v3): what clients may know of the project.
public struct ProjectConfigResponse: Codable, Sendable {
    /// The project's number, as Google answers it.
    @AlwaysSent public var projectId: String?
    @AlwaysSent public var authorizedDomains: [String]?

    public init(projectId: String, authorizedDomains: [String]) {
        self.projectId = projectId
        self.authorizedDomains = authorizedDomains
    }
}
