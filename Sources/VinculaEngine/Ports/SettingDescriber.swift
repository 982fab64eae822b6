package import VinculaCore

/// The settings by the names and values that the API and commands have for them, as a port: the engine does not know the wire.
///
/// The audit log tells of changes by it.
package protocol SettingDescriber: Sendable {
    /// The settings of a project that have a value, by name.
    func facts(of settings: ProjectSettings, project: String) -> [String: SettingFact]

    /// A tenant's own settings that have a value, by name.
    func facts(of settings: TenantSettings) -> [String: SettingFact]
}

/// Knows no names, so that changes are recorded by those of the code.
struct NoSettingDescriber: SettingDescriber {
    func facts(of settings: ProjectSettings, project: String) -> [String: SettingFact] { [:] }
    func facts(of settings: TenantSettings) -> [String: SettingFact] { [:] }
}

extension SettingDescriber {
    /// The details of a record about a change of a project's settings.
    func details(from old: ProjectSettings, to new: ProjectSettings, project: String) -> [String: JSONValue] {
        let named = AuditDifference.details(from: facts(of: old, project: project), to: facts(of: new, project: project))
        // A change of what has no name there is recorded all the same.
        return named.isEmpty ? AuditDifference.details(from: old, to: new) : named
    }

    /// The details of a record about a change of a tenant's settings.
    ///
    /// - Parameter old: The earlier settings; `nil` for a new tenant.
    func details(from old: TenantSettings?, to new: TenantSettings) -> [String: JSONValue] {
        let named = AuditDifference.details(from: old.map(facts) ?? [:], to: facts(of: new))
        return named.isEmpty ? AuditDifference.details(from: old, to: new) : named
    }
}
