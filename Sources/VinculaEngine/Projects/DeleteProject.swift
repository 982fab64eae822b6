import VinculaCore

extension ProjectAdministration {
    /// Deletes a project with everything that belongs to it: accounts and sessions, API keys, service accounts, settings,
    /// providers, and messages that wait. The audit log keeps its records.
    ///
    /// It is one transaction, so nothing is left behind, and other changes wait for it.
    ///
    /// - Returns: The project as it was.
    /// - Throws: ``Refusal/noSuchProject(_:)``.
    package func deleteProject(_ name: String) async throws -> ProjectSummary {
        guard try await knowsProject(name) else { throw Refusal.noSuchProject(name) }
        return try await write { work in
            let summary = try work.transaction.projectSummary(name)
            try work.transaction.deleteProject(name)
            work.about(ProjectScope(project: name)).record(
                .projectDelete, details: ["accounts": .integer(Int64(summary.accounts))])
            return summary
        }
    }
}
