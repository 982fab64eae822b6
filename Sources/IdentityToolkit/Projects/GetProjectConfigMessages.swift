/// The response to `getProjects` (v1) and `getProjectConfig` (v3): the public settings of a project.
public struct ProjectConfigResponse: Codable, Sendable {
    /// The member `vincula`, with settings that Google's response has no fields for.
    public struct Vincula: Codable, Sendable {
        /// The settings of sign-ins at a provider's page.
        public var signIn: VinculaConfig.SignIn?
        /// Creates a value with the given fields.
        public init(signIn: VinculaConfig.SignIn?) { self.signIn = signIn }
    }

    /// The project's number, as in Google's response.
    @AlwaysSent public var projectId: String?
    /// The host names that links may have or continue to.
    @AlwaysSent public var authorizedDomains: [String]?
    /// The settings of a Vincula server; absent with other servers.
    public var vincula: Vincula?

    /// Creates a response with the given fields.
    public init(projectId: String, authorizedDomains: [String], vincula: Vincula? = nil) {
        self.projectId = projectId
        self.authorizedDomains = authorizedDomains
        self.vincula = vincula
    }
}
