import Foundation
package import VinculaCore

extension ProjectAdministration {
    /// Carries out a decision about the password of a project's mail server.
    ///
    /// - Parameters:
    ///   - change: The decision.
    ///   - sealed: The password as it is stored now.
    ///   - project: The project's ID.
    /// - Returns: The password as it is to be stored.
    package func sealMailPassword(_ change: SecretChange, kept sealed: String?, of project: String) throws -> String? {
        try sealer.apply(change, to: sealed, place: MailServerSettings.passwordPlace(of: project))
    }

    /// Stores the settings of a project that has none yet, and records it; a project that has some stays as it is.
    package func initialize(_ project: String) async throws {
        let scope = ProjectScope(project: project)
        let isKnown = try await read(in: scope) { try $0.reads.settings(of: project) != nil }
        guard !isKnown else { return }
        try await write(in: scope) { work in
            guard try work.reads.settings(of: project) == nil else { return }
            try work.transaction.save(try work.settings(), of: project)
            // Nothing differs from before, and yet a default that changes later applies no more.
            let details: [String: JSONValue] = ["settings": .object(["from": .null, "to": "default"])]
            work.transaction.record(AuditEvent(.configUpdate, in: scope, details: details))
        }
    }

    /// The settings of a project.
    package func settings(of project: String) async throws -> ProjectSettings {
        try await read(in: ProjectScope(project: project)) { try $0.settings() }
    }

    /// Changes the settings of a project. If they stay as they are, nothing is recorded.
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
            guard settings != old else {
                // A project without settings gets those that it has had by default.
                if try work.reads.settings(of: project) == nil { try work.transaction.save(settings, of: project) }
                return settings
            }
            try work.transaction.save(settings, of: project)
            if settings.secondFactors.isMandatory, !old.secondFactors.isMandatory {
                // Cookies from before would outlive the change; apps get new ID tokens, which are enrolment tokens.
                work.transaction.journal.noteEnd(of: .everybodyWithoutSecondFactor(in: work.scope))
            }
            let details = describer.details(from: old, to: settings, project: project)
            work.transaction.record(AuditEvent(.configUpdate, in: ProjectScope(project: project), details: details))
            return settings
        }
    }
}
