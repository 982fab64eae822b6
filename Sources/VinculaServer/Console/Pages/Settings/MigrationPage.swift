import VinculaCore
import VinculaEngine

/// The settings of a move from Firebase, which make sense together only.
extension ConsoleSite {
    static let migration: [ConsoleRoute] = [
        .page("/projects/{project}/settings/migration", .act(.seeSettings)) { .view(try await $0.migrationPage()) },
        .form("/projects/{project}/settings/migration", .act(.changeSettings)) { context in
            let editor = context.settingsEditor(in: context.scope)
            let refusal = try await context.refusal {
                let rows = ConsoleContext.moving.compactMap { setting -> (ProjectSetting, [String])? in
                    context.given(setting.name).isEmpty ? nil : (setting, context.typedTexts(for: setting, field: setting.name))
                }
                try await editor.set(rows)
            }
            if let refusal { return .view(try await context.migrationPage(reason: refusal)) }
            return .goTo(context.path("/settings/migration"), notice: .settingChanged)
        },
        .form("/projects/{project}/settings/migration/clear", .act(.changeSettings)) { context in
            let editor = context.settingsEditor(in: context.scope)
            let refusal = try await context.refusal { try await editor.clear(group: "vincula.migration.firebase") }
            if let refusal { return .view(try await context.migrationPage(reason: refusal)) }
            return .goTo(context.path("/settings/migration"), notice: .settingReset)
        },
    ]
}

extension ConsoleContext {
    /// The settings of a move.
    fileprivate static let moving = ProjectSetting.groups.first { $0.name == "migration" }?.settings ?? []

    fileprivate func migrationPage(reason: Reason? = nil) async throws -> ConsoleView {
        let values = Dictionary(
            try await settingsEditor(in: scope).values().map { ($0.setting.name, $0.text) },
            uniquingKeysWith: { first, _ in first })
        let words = SettingWords.of(language)
        let rows = Self.moving.map { (name: $0.name, value: "\(shown(values[$0.name], of: $0))" as HTML) }
        var body: HTML = "<p>\(texts["settings.together.text"])</p>"
        if allows(.changeSettings) {
            let inputs = Self.moving.map { setting -> HTML in
                let typed = reason == nil || setting.kind == .secret ? nil : fields[setting.name]
                let title = words[setting.help].replacing("`", with: "")
                return input(for: setting, value: values[setting.name], typed: typed, field: setting.name, title: title)
            }.joined()
            body += """
                <form class="broad" method="post" action="\(path("/settings/migration"))">\(tokenField)\(inputs)\
                <button>\(texts["save"])</button></form>
                \(form(path("/settings/migration/clear"), texts["settings.clear"]))
                """
        } else {
            body += facts(rows)
        }
        return settingsView(
            texts["settings.migration"], body, above: [(texts["settings.title"], path("/settings"))], reason: reason)
    }
}
