import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// The texts of mails and text messages: all of them, and one with its form and preview.
extension ConsoleSite {
    private static let one = "/projects/{project}/settings/templates/{template}/{language}"

    static let templates: [ConsoleRoute] = [
        .page("/projects/{project}/settings/templates", .act(.seeSettings)) { .view(try await $0.templatesPage()) },
        .page(one, .act(.seeSettings)) { context in
            guard let template = context.template else { return .view(context.missing()) }
            return .view(try await context.templatePage(template))
        },
        .page("\(one)/frame", .act(.seeSettings)) { context in
            guard let template = context.template else { return .view(context.missing()) }
            let settings = try await context.engine.projects.settings(of: context.scope.project)
            return .raw(context.preview(template, settings))
        },
        .form("\(one)/preview", .act(.changeSettings), takesDocument: true) { context in
            guard let template = context.template else { return .view(context.missing()) }
            let saved = try await context.engine.projects.settings(of: context.scope.project)
            var settings = saved
            do {
                try context.apply(template, to: &settings)
            } catch let error as AuthError {
                return .raw(context.unreadable(context.reason(error)))
            }
            return .raw(context.preview(template, settings))
        },
        .form(one, .act(.changeSettings), takesDocument: true) { context in
            guard let template = context.template else { return .view(context.missing()) }
            let refusal = try await context.refusal {
                _ = try await context.engine.projects.updateSettings(of: context.scope.project) {
                    try context.apply(template, to: &$0)
                }
            }
            if let refusal { return .view(try await context.templatePage(template, reason: refusal)) }
            return .goTo(context.path(of: template), notice: .templateSaved)
        },
        .form("\(one)/reset", .act(.changeSettings)) { context in
            guard let template = context.template else { return .view(context.missing()) }
            _ = try await context.engine.projects.updateSettings(of: context.scope.project) { settings in
                switch template.message {
                case .mail(let kind): settings.email.set(EmailSettings.Template(), of: kind, in: template.language)
                case .text: settings.phone.templates[template.language.rawValue] = nil
                }
            }
            return .goTo(context.path(of: template), notice: .templateReset)
        },
    ]
}

/// A message in one language.
struct LocalTemplate: Hashable, Sendable {
    let message: MessageTemplate
    let language: Language
}

extension ConsoleContext {
    /// The names of the languages in themselves.
    static let languageNames: [Language: String] = [
        .english: "English", .spanish: "Español", .italian: "Italiano", .french: "Français", .german: "Deutsch",
        .portuguese: "Português",
    ]

    /// The languages with their names, for a choice.
    static let languages = Language.allCases.map { (value: $0.rawValue, label: languageNames[$0] ?? $0.rawValue) }

    fileprivate var template: LocalTemplate? {
        guard let message = MessageTemplate(name: part("template")), let language = Language(rawValue: part("language")) else {
            return nil
        }
        return LocalTemplate(message: message, language: language)
    }

    func path(of template: LocalTemplate) -> String {
        path("/settings/templates/\(template.message.name)/\(template.language.rawValue)")
    }

    /// Applies the form's texts.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    fileprivate func apply(_ template: LocalTemplate, to settings: inout ProjectSettings) throws(AuthError) {
        func typed(_ name: String) -> String? {
            let text = (fields[name] ?? "").replacing("\r\n", with: "\n")
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
        switch template.message {
        case .mail(let kind):
            let own = EmailSettings.Template(subject: typed("subject"), text: typed("text"), html: typed("html"))
            try engine.mailRenderer.check(own)
            settings.email.set(own, of: kind, in: template.language)
        case .text:
            guard let text = typed("text") else {
                settings.phone.templates[template.language.rawValue] = nil
                return
            }
            do {
                settings.phone.templates[template.language.rawValue] = try SMSTemplate(text)
            } catch {
                throw .invalidConfig(texts["template.fault.\(error.rawValue)"])
            }
        }
    }

    fileprivate func templatesPage() async throws -> ConsoleView {
        let settings = try await engine.projects.settings(of: scope.project)
        let rows = MessageTemplate.all.map { message -> [HTML] in
            let title = texts["template.\(message.name)"]
            let links = Language.allCases.map { language -> HTML in
                let name = Self.languageNames[language] ?? language.rawValue
                let own: HTML =
                    message.isOwn(in: language, settings) ? " <span class=\"badge own\">\(texts["template.own"])</span>" : ""
                let target = path(of: LocalTemplate(message: message, language: language))
                return """
                    <li><a href="\(target)" lang="\(language.rawValue)" aria-label="\(title): \(name)">\(name)</a>\(own)</li>
                    """
            }.joined()
            return ["\(title)", "<ul class=\"marks\">\(links)</ul>"]
        }
        return settingsView(
            texts["templates.title"],
            "<p>\(texts["templates.text"])</p>" + table(texts["templates.title"], ["template", "languages"], rows))
    }

    fileprivate func templatePage(_ template: LocalTemplate, reason: Reason? = nil) async throws -> ConsoleView {
        let settings = try await engine.projects.settings(of: scope.project)
        let title = "\(texts["template.\(template.message.name)"]) – \(Self.languageNames[template.language] ?? "")"
        let isOwn = template.message.isOwn(in: template.language, settings)
        let state = texts[isOwn ? "template.isOwn" : "template.isStandard"]
        var body: HTML = "<p>\(state)</p>"
        if allows(.changeSettings) { body += editor(template, settings, keepsTyped: reason != nil) }
        body += """
            <h2>\(texts["preview"])</h2>
            <iframe class="preview" name="preview" title="\(texts["preview"])" src="\(path(of: template))/frame" sandbox=""></iframe>
            """
        if isOwn, allows(.changeSettings) { body += form("\(path(of: template))/reset", texts["template.reset"]) }
        if case .mail(let kind) = template.message, allows(.testSettings) {
            body += form(
                path("/settings/delivery/test-mail"), texts["delivery.testMail"],
                """
                <input type="hidden" name="kind" value="\(kind.rawValue)">\
                <input type="hidden" name="language" value="\(template.language.rawValue)">
                """)
        }
        return settingsView(
            title, body, above: [(texts["templates.title"], path("/settings/templates"))], reason: reason, frames: true)
    }

    private func editor(_ template: LocalTemplate, _ settings: ProjectSettings, keepsTyped: Bool) -> HTML {
        func value(_ name: String, _ kept: String?) -> String { keepsTyped ? fields[name] ?? "" : kept ?? "" }
        let inputs: HTML
        switch template.message {
        case .mail(let kind):
            let own = settings.email.templates[kind.rawValue]?[template.language.rawValue]
            inputs = """
                <p>\(texts("template.mail.text", ["tag": "{{link}}"]))</p>\
                \(line("subject", label: texts["template.subject"], value: value("subject", own?.subject)))\
                \(area("text", label: texts["template.plain"], value: value("text", own?.text), rows: 8))\
                \(area("html", label: "HTML", value: value("html", own?.html), rows: 12))
                """
        case .text:
            let own = settings.phone.templates[template.language.rawValue]?.text
            inputs = """
                <p>\(marked(texts["template.text.text"]))</p>\
                \(area("text", label: texts["template.textMessage"], value: value("text", own), rows: 4))
                """
        }
        return """
            <form class="broad" method="post" action="\(path(of: template))" data-live="preview-button">\(tokenField)\(inputs)\
            <p class="tools"><button>\(texts["save"])</button> \
            <button class="quiet" id="preview-button" formaction="\(path(of: template))/preview" formtarget="preview">\
            \(texts["template.show"])</button></p></form>
            """
    }
}
