package import VinculaCore
import VinculaEngine

/// The settings of projects and tenants for the audit log: by the names and with the values that `vincula config get` has.
///
/// Truth values and numbers stay what they are in JSON. Of a secret only is known that it is set.
package struct ProjectSettingFacts: SettingDescriber {
    package init() {}

    package func facts(of settings: ProjectSettings, project: String) -> [String: SettingFact] {
        var facts = Self.facts(ProjectSettingsEditor.shown(settings, of: project), inTenant: false)
        // What the API shows of them is the same for every secret.
        facts["notification.sendEmail.smtp.password"] = (settings.email.server?.sealedPassword).map(SettingFact.secret)
        facts["vincula.migration.firebase.apiKey"] = (settings.migration.firebase?.sealedAPIKey).map(SettingFact.secret)
        return facts
    }

    package func facts(of settings: TenantSettings) -> [String: SettingFact] {
        Self.facts(ProjectSettingsEditor.shown(settings), inTenant: true)
    }

    private static func facts(_ shown: JSONValue, inTenant: Bool) -> [String: SettingFact] {
        ProjectSettingsEditor.settings(ofTenant: inTenant).reduce(into: [:]) { facts, setting in
            guard setting.kind != .secret, let place = setting.place(inTenant: inTenant),
                let value = shown.value(at: place.path), value != .null
            else { return }
            switch value {
            case .bool, .integer: facts[place.name] = SettingFact(value)
            default: facts[place.name] = SettingFact(.string(setting.kind.text(value)))
            }
        }
    }
}
