import VinculaCore

extension AuthEngine {
    /// Indicates whether a project exists: it has an API key, a service account, settings, a provider or an account.
    public func knowsProject(_ project: String) async throws -> Bool {
        let scope = ProjectScope(project: project)
        return try await read { transaction in
            if try transaction.settings(of: project) != nil { return true }
            if try !transaction.apiKeys(of: project).isEmpty { return true }
            if try !transaction.serviceAccounts(of: project).isEmpty { return true }
            if try !transaction.openIDProviders(in: scope).isEmpty { return true }
            if try !transaction.supportedProviders(in: scope).isEmpty { return true }
            return try transaction.projects().contains(project)
        }
    }

    /// Indicates whether anybody can sign in to a project: one of its own methods or a provider is enabled.
    public func hasWayIn(to project: String) async throws -> Bool {
        let scope = ProjectScope(project: project)
        return try await read { transaction in
            let settings = try self.settings(of: project, in: transaction)
            if settings.emailEnabled || settings.anonymousEnabled { return true }
            let configured = try transaction.supportedProviders(in: scope)
            // A project's own configuration of a provider overrides the server's.
            if configured.contains(where: \.isEnabled) { return true }
            if !self.serverProviders.subtracting(configured.map(\.id)).isEmpty { return true }
            return try transaction.openIDProviders(in: scope).contains(where: \.isEnabled)
        }
    }
}
