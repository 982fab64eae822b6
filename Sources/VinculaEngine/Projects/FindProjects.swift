import VinculaCore

extension ProjectAdministration {
    /// The ids of all projects that were created, or have settings or accounts.
    package func listProjects() async throws -> [String] { try await read { try $0.reads.projects() } }

    /// Every project that exists, with its size, sorted by id.
    package func projectSummaries() async throws -> [ProjectSummary] {
        var summaries: [ProjectSummary] = []
        for name in try await knownProjects() { summaries.append(try await summary(name)) }
        return summaries
    }

    /// Indicates whether any project exists.
    package func hasProjects() async throws -> Bool { try await !knownProjects().isEmpty }

    private func knownProjects() async throws -> [String] {
        try await read { reading in
            let keyed = try reading.reads.apiKeys(of: nil).map(\.project)
            return Set(try reading.reads.projects() + keyed).sorted()
        }
    }

    private func summary(_ name: String) async throws -> ProjectSummary {
        let accounts = try await countAccounts(ProjectScope(project: name), withTenants: true)
        return try await read { try $0.reads.projectSummary(name, accounts: accounts) }
    }

    /// A project's size.
    ///
    /// - Throws: ``Refusal/noSuchProject(_:)``.
    package func projectSummary(_ name: String) async throws -> ProjectSummary {
        guard try await knowsProject(name) else { throw Refusal.noSuchProject(name) }
        return try await summary(name)
    }

    /// Indicates whether a project exists: it was created, or under `--dev` has an API key, a service account, settings, a
    /// provider or an account.
    package func knowsProject(_ project: String) async throws -> Bool {
        let scope = ProjectScope(project: project)
        return try await read(in: scope) { reading in
            if try reading.reads.hasProject(project) { return true }
            if try reading.reads.settings(of: project) != nil { return true }
            if try !reading.reads.apiKeys(of: project).isEmpty { return true }
            if try !reading.reads.serviceAccounts(of: project).isEmpty { return true }
            if try !reading.reads.openIDProviders(in: scope).isEmpty { return true }
            if try !reading.reads.supportedProviders(in: scope).isEmpty { return true }
            return try reading.reads.projects().contains(project)
        }
    }

    /// Indicates whether anybody can sign in to a project: one of its own methods or a provider is enabled.
    package func hasWayIn(to project: String) async throws -> Bool {
        let scope = ProjectScope(project: project)
        return try await read(in: scope) { reading in
            let settings = try reading.settings()
            if settings.emailEnabled || settings.anonymousEnabled || settings.phone.isEnabled { return true }
            let configured = try reading.reads.supportedProviders(in: scope)
            // A project's own configuration of a provider overrides the server's.
            if configured.contains(where: \.isEnabled) { return true }
            if !self.serverProviders.subtracting(configured.map(\.id)).isEmpty { return true }
            return try reading.reads.openIDProviders(in: scope).contains(where: \.isEnabled)
        }
    }
}
