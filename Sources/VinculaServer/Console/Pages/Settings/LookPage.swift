import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// The name, logo and colour of a project's pages and mails, with a preview.
extension ConsoleSite {
    private static let place = "/projects/{project}/settings/look"

    static let look: [ConsoleRoute] = [
        .page(place, .act(.seeSettings)) { .view(try await $0.lookPage()) },
        .form(place, .act(.changeSettings), takesDocument: true) { context in
            let refusal = try await context.refusal { try await context.saveLook() }
            if let refusal { return .view(try await context.lookPage(reason: refusal)) }
            return .goTo(context.path("/settings/look"), notice: .lookChanged)
        },
        .page("\(place)/frame", .act(.seeSettings)) { context in
            let settings = try await context.engine.projects.settings(of: context.scope.project)
            return .raw(context.sample(settings))
        },
        .form("\(place)/preview", .act(.changeSettings), takesDocument: true) { context in
            var settings = try await context.engine.projects.settings(of: context.scope.project)
            settings.page.name = context.given("name").isEmpty ? nil : String(context.given("name").prefix(200))
            let logo = context.given("logo")
            let isLogo = !logo.isEmpty && (try? PageSettings.checkLogo(logo)) != nil
            settings.page.logo = isLogo ? logo : nil
            settings.page.color = PageColor(context.given("color"))
            return .raw(context.sample(settings))
        },
        // The frame's stylesheet: a proxy in front of the console forwards nothing but its own paths.
        .page("/look.css", .member) { context in
            let color = context.call.query["color"].flatMap(PageColor.init)
            return .raw(
                Answer.text(PageStyle.text + (color?.rules ?? ""), type: "text/css; charset=utf-8"))
        },
    ]
}

extension ConsoleContext {
    fileprivate func saveLook() async throws {
        let rows = ["name", "logo", "color"].compactMap { name in
            ProjectSettingsEditor.setting("vincula.page.\(name)", inTenant: false).map { ($0, [given(name)]) }
        }
        try await settingsEditor(in: scope).set(rows)
    }

    fileprivate func lookPage(reason: Reason? = nil) async throws -> ConsoleView {
        let page = try await engine.projects.settings(of: scope.project).page
        func value(_ name: String, _ kept: String?) -> String { reason == nil ? kept ?? "" : given(name) }
        var body: HTML = "<p>\(texts["look.text"])</p>"
        if allows(.changeSettings) {
            body += """
                <form class="broad" method="post" action="\(path("/settings/look"))" data-live="preview-button">\(tokenField)\
                \(line("name", label: texts["look.name"], value: value("name", page.name), " maxlength=\"200\""))\
                \(area("logo", label: texts["look.logo"], value: value("logo", page.logo), rows: 3))\
                \(line("color", label: texts["look.color"], value: value("color", page.color?.text), " maxlength=\"7\" placeholder=\"#1a4fba\""))\
                <p class="tools"><button>\(texts["save"])</button> \
                <button class="quiet" id="preview-button" formaction="\(path("/settings/look/preview"))" formtarget="preview">\
                \(texts["template.show"])</button></p></form>
                """
        } else {
            body += facts([
                (texts["look.name"], "\(page.name ?? "–")"),
                (texts["look.logo"], "\(page.logo.map { String($0.prefix(120)) } ?? "–")"),
                (texts["look.color"], "\(page.color?.text ?? "–")"),
            ])
        }
        body += """
            <h2>\(texts["preview"])</h2>
            <iframe class="preview short" name="preview" title="\(texts["preview"])" src="\(path("/settings/look/frame"))"></iframe>
            """
        return settingsView(texts["look.title"], body, reason: reason, frames: true)
    }

    /// A page like those that people see, for the frame: the server's own HTML, without a script and a form.
    fileprivate func sample(_ settings: ProjectSettings) -> Response {
        let brand = PageBrand(settings, of: scope.project)
        var style = "\(ConsoleSite.root)/look.css"
        if let color = settings.page.color { style += "?" + QueryText.encode([("color", color.text)]) }
        let text: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
            <title>\(texts["preview"])</title><link rel="stylesheet" href="\(style)"></head>
            <body>\(brand.header)<main><h1>\(texts("look.sample", ["app": brand.name]))</h1>
            <p>\(texts["look.sample.text"])</p><p><a class="button" href="#top">\(texts["continue"])</a></p></main></body>
            </html>

            """
        var policy = ContentPolicy()
        policy.ancestors = ["'self'"]
        policy.formTargets = ["'none'"]
        if let origin = settings.page.logoOrigin { policy.pictures.append(origin) }
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: policy.headers)
    }
}
