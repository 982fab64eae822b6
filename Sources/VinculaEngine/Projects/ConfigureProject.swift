public import VinculaCore

extension AuthEngine {
    /// The settings of a project.
    public func settings(of project: String) async throws -> ProjectSettings {
        try await read { try self.settings(of: project, in: $0) }
    }

    /// Changes the settings of a project.
    ///
    /// - Parameter change: Changes the settings in place, or throws; it may run more than once.
    /// - Returns: The settings after the change.
    public func updateSettings(
        of project: String, _ change: @escaping @Sendable (inout ProjectSettings) throws -> Void
    ) async throws -> ProjectSettings {
        try await write { transaction in
            var settings = try self.settings(of: project, in: transaction)
            let old = settings
            try change(&settings)
            try transaction.save(settings, of: project)
            let details = AuditDifference.details(from: old, to: settings)
            transaction.record(AuditEvent(.configUpdate, in: ProjectScope(project: project), details: details))
            return settings
        }
    }
}
