public import VinculaCore

extension AuthEngine {
    /// What a project allows.
    public func settings(of project: String) async throws -> ProjectSettings {
        try await read { try self.settings(of: project, in: $0) }
    }

    /// Changes what a project allows.
    ///
    /// - Parameter change: Changes the settings in place, or throws; it may run more than once.
    /// - Returns: The settings as they stand then.
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
