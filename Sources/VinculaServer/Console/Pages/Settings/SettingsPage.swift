import HTTPTypes
import VinculaCore
import VinculaEngine

/// All settings of a project or tenant, by subject, with what they are and were at first.
extension ConsoleSite {
    /// The places of settings: a project, or a tenant of it.
    static let settingsPlaces = ["/projects/{project}", "/projects/{project}/tenants/{tenant}"]

    static let settings: [ConsoleRoute] = settingsPlaces.flatMap { place -> [ConsoleRoute] in
        [
            .page("\(place)/settings", .act(.seeSettings)) { .view(try await $0.settingsPage()) },
            .page("\(place)/settings/one/{setting}", .act(.seeSettings)) { context in
                let scope = try await context.settingsScope()
                guard let setting = context.setting(in: scope) else { return .view(context.unknownSetting(in: scope)) }
                return .view(try await context.settingPage(setting, in: scope))
            },
            .form("\(place)/settings/one/{setting}", .act(.changeSettings), takesDocument: true) { context in
                let scope = try await context.settingsScope()
                guard let setting = context.setting(in: scope) else { return .view(context.unknownSetting(in: scope)) }
                let editor = context.settingsEditor(in: scope)
                if setting.kind == .secret, context.given("value").isEmpty {
                    let reason = ConsoleContext.Reason(text: context.texts["error.noSecret"], language: nil)
                    return .view(try await context.settingPage(setting, in: scope, reason: reason))
                }
                let refusal = try await context.refusal { try await editor.set([(setting, context.typedTexts(for: setting))]) }
                if let refusal { return .view(try await context.settingPage(setting, in: scope, reason: refusal)) }
                return .goTo(context.place("/settings/one/\(setting.name(in: scope))"), notice: .settingChanged)
            },
            .form("\(place)/settings/one/{setting}/reset", .act(.changeSettings)) { context in
                let scope = try await context.settingsScope()
                guard let setting = context.setting(in: scope) else { return .view(context.unknownSetting(in: scope)) }
                let editor = context.settingsEditor(in: scope)
                if let refusal = try await context.refusal(of: { try await editor.unset(setting) }) {
                    return .view(try await context.settingPage(setting, in: scope, reason: refusal))
                }
                return .goTo(context.place("/settings/one/\(setting.name(in: scope))"), notice: .settingReset)
            },
        ]
    }
}

extension ProjectSetting {
    /// The name that it has in a project or tenant.
    func name(in scope: ProjectScope) -> String { scope.tenant.isEmpty ? name : tenantName ?? name }

    /// The settings of a subject that a page lists: mails' own texts have a page of theirs.
    fileprivate static func listed(_ settings: [ProjectSetting], in scope: ProjectScope) -> [ProjectSetting] {
        settings.flatMap(\.variants).filter {
            $0.place(inTenant: !scope.tenant.isEmpty) != nil && !$0.name.hasPrefix("vincula.email.templates.")
        }
    }
}

extension ConsoleContext {
    /// The longest search, in bytes.
    private static let longestSearch = 100
    /// The longest value that the list shows, in characters.
    private static let longestValue = 120

    fileprivate func setting(in scope: ProjectScope) -> ProjectSetting? {
        ProjectSettingsEditor.setting(part("setting"), inTenant: !scope.tenant.isEmpty)
    }

    fileprivate func settingsPage() async throws -> ConsoleView {
        let scope = try await settingsScope()
        let editor = settingsEditor(in: scope)
        let values = Dictionary(
            try await editor.values().map { ($0.setting.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        let wanted = String(decoding: (call.query["q"] ?? "").utf8.prefix(Self.longestSearch), as: UTF8.self)
        let words = SettingWords.of(language)
        let sought = wanted.lowercased()
        let groups = ProjectSetting.groups.map { group -> HTML in
            let found = ProjectSetting.listed(group.settings, in: scope).filter {
                sought.isEmpty || $0.name(in: scope).lowercased().contains(sought) || words[$0.help].lowercased().contains(sought)
            }
            guard !found.isEmpty else { return "" }
            let title = texts["settings.\(group.name)"]
            let rows = found.map { row($0, values[$0.name], in: scope, standard: editor.standard($0)) }
            let together: HTML =
                group.name == "migration" && scope.tenant.isEmpty
                ? "<p><a href=\"\(path("/settings/migration"))\">\(texts["settings.together"])</a></p>" : ""
            return "<h2>\(title)</h2>" + together + table(title, ["setting", "value"], rows)
        }.joined()
        return settingsView(
            texts["settings.title"], search(wanted) + (groups.text.isEmpty ? nothing(for: wanted, in: scope) : groups))
    }

    private func row(
        _ setting: ProjectSetting, _ value: String?, in scope: ProjectScope, standard: String?
    ) -> [HTML] {
        let name = setting.name(in: scope)
        let help = marked(SettingWords.of(language)[setting.help])
        let isNew = (value ?? "") == (standard ?? "")
        let first: HTML =
            isNew || setting.kind == .secret
            ? "" : "<p class=\"meta\">\(texts("setting.standard", ["value": shown(standard, of: setting)]))</p>"
        return [
            "<a href=\"\(place("/settings/one/\(name)"))\"><code>\(name)</code></a><p class=\"meta\">\(help)</p>",
            "\(shown(value, of: setting))\(first)",
        ]
    }

    /// A value as the list shows it: short, and without the codes of test numbers for those who change nothing.
    func shown(_ value: String?, of setting: ProjectSetting) -> String {
        guard let value, !value.isEmpty else { return "–" }
        switch setting.kind {
        case .truth: return texts[value == "true" ? "on" : "off"]
        case .secret: return texts["secret.set"]
        default: break
        }
        var text = value
        if setting.hasCodes, !allows(.changeSettings) {
            text = value.split(separator: " ").map { $0.prefix { $0 != "=" } + "=…" }.joined(separator: " ")
        }
        return text.count > Self.longestValue ? text.prefix(Self.longestValue) + "…" : text
    }

    private func search(_ wanted: String) -> HTML {
        """
        <form class="search" role="search" action="\(place("/settings"))">
        <div>\(field("q", "settings.search", type: "search", value: wanted, " maxlength=\"100\""))</div>
        <button>\(texts["users.find"])</button>
        </form>
        """
    }

    private func nothing(for wanted: String, in scope: ProjectScope) -> HTML {
        "<p>\(texts("settings.none", ["text": wanted]))</p>" + nearest(wanted, in: scope)
    }

    fileprivate func unknownSetting(in scope: ProjectScope) -> ConsoleView {
        let name = String(part("setting").prefix(100))
        var view = settingsView(
            texts["missing.title"], nearest(name, in: scope), above: [(texts["settings.title"], place("/settings"))],
            reason: Reason(text: texts("settings.none", ["text": name]), language: nil))
        view.status = .notFound
        return view
    }

    /// A link to the setting that was probably meant.
    private func nearest(_ wanted: String, in scope: ProjectScope) -> HTML {
        let names = ProjectSettingsEditor.settings(ofTenant: !scope.tenant.isEmpty).map { $0.name(in: scope) }
        guard let near = NearestName.of(wanted, among: names) else { return "" }
        return """
            <p>\(texts["settings.meant"]) <a href="\(place("/settings/one/\(near)"))"><code>\(near)</code></a></p>
            """
    }
}

extension ProjectSetting {
    /// Indicates whether the values are codes with which somebody can sign in.
    var hasCodes: Bool { name == "signIn.phoneNumber.testPhoneNumbers" }
}
