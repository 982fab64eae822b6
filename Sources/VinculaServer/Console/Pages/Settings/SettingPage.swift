import VinculaCore
import VinculaEngine

/// One setting, with the form that changes it.
extension ConsoleContext {
    /// - Parameters:
    ///   - setting: The setting.
    ///   - scope: The project or tenant.
    ///   - reason: Why a change was refused, if one was: the form then has what was typed.
    func settingPage(
        _ setting: ProjectSetting, in scope: ProjectScope, reason: Reason? = nil
    ) async throws -> ConsoleView {
        let editor = settingsEditor(in: scope)
        let value = try await editor.value(of: setting)
        let name = setting.name(in: scope)
        var rows: [(name: String, value: HTML)] = [(texts["value"], "\(shown(value, of: setting))")]
        if setting.kind != .secret {
            rows.append((texts["setting.first"], "\(shown(editor.standard(setting), of: setting))"))
        }
        if let words = allowed(setting) { rows.append((texts["setting.allowed"], "\(words)")) }
        var body: HTML = "<p>\(marked(SettingWords.of(language)[setting.help]))</p>" + facts(rows)
        body += try await cautions(about: setting, in: scope)
        if let page = setting.page {
            body += "<p><a href=\"\(path(page.path))\">\(texts("setting.page", ["page": texts[page.title]]))</a></p>"
        }
        if allows(.changeSettings) {
            let typed = reason == nil || setting.kind == .secret ? nil : fields["value"]
            body += """
                <form method="post" action="\(place("/settings/one/\(name)"))">\(tokenField)\
                \(input(for: setting, value: value, typed: typed))<button>\(texts["save"])</button></form>
                \(form(place("/settings/one/\(name)/reset"), texts["setting.reset"]))
                """
        }
        return settingsView(
            name, body, above: [(texts["settings.title"], place("/settings"))], reason: reason)
    }

    /// What somebody should know before they turn a setting on, and while it is.
    private func cautions(about setting: ProjectSetting, in scope: ProjectScope) async throws -> HTML {
        guard scope.tenant.isEmpty, SettingCaution.settings.contains(setting.name) else { return "" }
        let settings = try await engine.projects.settings(of: scope.project)
        guard !SettingCaution.mails.contains(setting.name) else {
            guard !engine.sendsMail(settings) else { return "" }
            return """
                <p class="caution">\(texts["caution.noMail"]) \
                <a href="\(path("/settings/delivery"))">\(texts["delivery.title"])</a></p>
                """
        }
        var lines: [HTML] = ["\(texts["caution.keys"])"]
        let caution = SettingCaution.about(setting.name, in: settings, sendsMail: true)
        if case .refusesOtherClients(let until) = caution {
            let now = engine.clock.now
            if let until {
                let words = texts[until > now ? "caution.keysUntil" : "caution.keysEnded"]
                lines.append("\(words) \(time(until))")
            } else {
                lines.append("\(texts["caution.keysNow"])")
            }
        }
        return lines.map { "<p class=\"caution\">\($0)</p>" as HTML }.joined()
    }

    /// Returns the field of a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - value: Its value.
    ///   - typed: What was typed, after a refusal.
    ///   - field: The field's name.
    ///   - title: Its label; `nil` for a form of this setting only.
    func input(
        for setting: ProjectSetting, value: String?, typed: String?, field: String = "value", title: String? = nil
    ) -> HTML {
        let label = title ?? texts["setting.new"]
        let isAlone = title == nil
        let text = typed ?? value ?? ""
        switch setting.kind {
        case .truth:
            let none: [(value: String, label: String)] = value == nil ? [(value: "", label: "–")] : []
            return choice(
                field, label: label, none + [(value: "true", label: texts["on"]), (value: "false", label: texts["off"])],
                chosen: text)
        case .choice(let names):
            let none: [(value: String, label: String)] = value == nil ? [(value: "", label: "–")] : []
            return choice(field, label: label, none + names.map { (value: $0, label: $0) }, chosen: text)
        case .number(let range, _):
            return line(
                field, label: label, value: text, type: "number",
                " min=\"\(String(range.lowerBound))\" max=\"\(String(range.upperBound))\" inputmode=\"numeric\"\(isAlone ? " required" as HTML : "")"
            )
        case .text:
            return setting.isLong
                ? area(field, label: label, value: text, rows: 8) : line(field, label: label, value: text)
        case .list, .pairs, .trust:
            let items = typed ?? text.replacing(setting.separator, with: "\n")
            return area(field, label: title ?? texts["setting.lines"], value: items, rows: 6)
        case .secret: return secretField(field, label: label, isKept: value != nil)
        }
    }

    /// What the form says a setting shall be, as arguments of `vincula config set`.
    func typedTexts(for setting: ProjectSetting, field: String = "value") -> [String] {
        switch setting.kind {
        case .list, .pairs, .trust: lines(field)
        case .text where setting.isLong: [(fields[field] ?? "").replacing("\r\n", with: "\n")]
        case .truth, .choice, .number, .text, .secret: [given(field)]
        }
    }
}

extension ProjectSetting {
    /// Indicates whether the value may have several lines.
    fileprivate var isLong: Bool {
        name == "vincula.page.logo" || name.hasSuffix(".body") || name.hasSuffix(".html") || name.hasSuffix(".text")
    }

    /// The text between a value's items.
    fileprivate var separator: String { if case .list = kind { "," } else { " " } }

    /// The page that has the setting beside those that it belongs to.
    fileprivate var page: (title: String, path: String)? {
        let pages: [(String, String, String)] = [
            ("authorizedDomains", "domains.title", "/settings/domains"), ("vincula.page.", "look.title", "/settings/look"),
            ("notification.sendEmail.smtp.", "delivery.title", "/settings/delivery"),
            ("notification.sendEmail.method", "delivery.title", "/settings/delivery"),
            ("vincula.email.templates.", "templates.title", "/settings/templates"),
            ("vincula.phone.templates.", "templates.title", "/settings/templates"),
            ("vincula.migration.", "settings.migration", "/settings/migration"), ("signIn.", "methods.title", "/methods"),
            ("mfa.", "methods.title", "/methods"),
        ]
        guard place != nil else { return nil }
        return pages.first { name.hasPrefix($0.0) }.map { (title: $0.1, path: $0.2) }
    }
}
