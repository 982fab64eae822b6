package import VinculaCore

extension ProjectAdministration {
    /// The settings of a project.
    package func settings(of project: String) async throws -> ProjectSettings {
        try await read(in: ProjectScope(project: project)) { try $0.settings() }
    }

    /// Changes the settings of a project.
    ///
    /// - Parameters:
    ///   - project: The project's ID.
    ///   - change: Changes the settings in place, or throws; it may run more than once.
    /// - Returns: The settings after the change.
    package func updateSettings(
        of project: String, _ change: @escaping @Sendable (inout ProjectSettings) throws -> Void
    ) async throws -> ProjectSettings {
        try await write(in: ProjectScope(project: project)) { work in
            var settings = try work.settings()
            let old = settings
            try change(&settings)
            try work.transaction.save(settings, of: project)
            let details = AuditDifference.details(from: old, to: settings)
            work.transaction.record(AuditEvent(.configUpdate, in: ProjectScope(project: project), details: details))
            return settings
        }
    }
}
