import VinculaCore
import VinculaEngine
import VinculaServer

/// What the doctor says about projects' settings that work in another way than they look.
enum SettingFindings {
    /// A finding with the setting that it is about.
    struct Found {
        let setting: String
        let finding: Finding
    }

    static func all(
        _ project: String, _ engine: AuthEngine, _ configuration: ServerConfiguration, now: Timestamp
    ) async -> [Found] {
        // Unreadable settings are reported elsewhere.
        guard let settings = try? await engine.projects.settings(of: project) else { return [] }
        let sendsMail = DataDirectory.isDevelopment(configuration) || engine.sendsMail(settings)
        var seen: Set<SettingCaution> = []
        return SettingCaution.settings.compactMap { name in
            guard let caution = SettingCaution.about(name, in: settings, sendsMail: sendsMail),
                seen.insert(caution).inserted
            else { return nil }
            let text = "Project \(project), \(name): \(caution.words(now: now))"
            return Found(setting: name, finding: caution.isOver(now: now) ? .good(text) : .note(text))
        }
    }
}
