import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// The frame around every page of the console: how to get anywhere, and what was just done.
struct ConsoleShell: Sendable {
    let context: ConsoleContext
    let view: ConsoleView
    let projects: [String]
    let notice: ConsoleNotice?

    private var texts: ConsoleTexts { context.texts }

    func response() -> Response {
        let text: HTML = """
            <!doctype html>
            <html lang="\(context.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="robots" content="noindex,nofollow">
            \(view.refreshSeconds.map { "<meta http-equiv=\"refresh\" content=\"\("\($0)"); url=\(context.addressOfRefresh)\">" as HTML } ?? "")\
            <title>\(view.title) – \(texts["console"])</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(ConsoleFile.style.path)">
            <script type="module" src="\(ConsoleFile.script.path)"></script>
            </head>
            <body class="console">
            <a class="skip" href="#main">\(texts["skip"])</a>
            <header class="top"><a class="home" href="\(ConsoleSite.root)">\(texts["console"])</a>\(switcher)\(leaving)</header>
            <div class="frame">
            \(navigation)
            <div class="content">
            \(crumbs)
            <main id="main" class="wide">
            <h1>\(HTML.breakable(view.title))</h1>
            \(tabs)
            <div role="status">\(notice.map { "<p class=\"notice\">\(texts["notice.\($0.rawValue)"])</p>" as HTML } ?? "")</div>
            \(view.error.map { "<p class=\"error\" role=\"alert\" id=\"error\"\(errorLanguage)>\($0)</p>" as HTML } ?? "")
            \(view.body)
            </main>
            </div>
            </div>
            </body>
            </html>

            """
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: headers, status: view.status)
    }

    private var headers: HTTPFields {
        var policy = ContentPolicy.scripted(connects: view.uploads)
        policy.frames = view.frames
        var headers = policy.headers
        for (name, value) in Self.headers { if let name = HTTPField.Name(name) { headers[name] = value } }
        let cookies = view.cookies + (notice == nil ? [] : [context.cookie.set(.notice, to: nil)])
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return headers
    }

    /// Forms must say where they come from, which they do only to their own origin; no other window may hold this one.
    static let headers = [
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    private var errorLanguage: HTML { view.errorLanguage.map { " lang=\"\($0.rawValue)\"" } ?? "" }

    /// Indicates whether the page is one of the project and tenant in its path, rather than a refusal.
    private var isThere: Bool { view.status != .notFound && view.status != .forbidden || !view.crumbs.isEmpty }

    private var isInside: Bool { context.visit.map { !$0.isForEnrollment } ?? false }

    private var navigation: HTML {
        // Who has one project only is never without a way to it.
        let only = projects.count == 1 ? projects.first : nil
        let here = context.project.flatMap { isThere || projects.contains($0) ? $0 : nil }
        return isInside ? ConsoleNavigation(context: context, project: here ?? only).html : ""
    }

    private var tabs: HTML {
        guard isThere, let tenant = context.tenant else { return "" }
        return ConsoleNavigation.ofTenant(tenant, context)
    }

    private var switcher: HTML {
        isInside ? ConsoleSwitcher(context: context, projects: projects, isThere: isThere).html : ""
    }

    private var leaving: HTML {
        guard let visit = context.visit else { return "" }
        let own: HTML =
            isInside
            ? "<a href=\"\(ConsoleSite.root)/account\"\(ownPage)>\(texts["nav.ownAccount"])</a>" : ""
        return "<div class=\"who\"><span>\(visit.account.email?.value ?? "")</span>" + own
            + context.form("\(ConsoleSite.root)/sign-out", texts["signOut"]) + "</div>"
    }

    private var ownPage: HTML {
        context.call.path == "\(ConsoleSite.root)/account" ? " aria-current=\"page\"" : ""
    }

    private var crumbs: HTML {
        guard !view.crumbs.isEmpty else { return "" }
        let list = view.crumbs.map { "<li><a href=\"\($0.path)\">\($0.title)</a></li>" as HTML }.joined()
        return
            "<nav class=\"crumbs\" aria-label=\"\(texts["crumbs"])\"><ol>\(list)<li aria-current=\"page\">\(view.title)</li></ol></nav>"
    }
}

extension HTML {
    /// Returns a text that lines may break in at the signs of an address, rather than anywhere.
    static func breakable(_ text: String) -> HTML {
        guard text.contains("@") || text.contains(".") else { return "\(text)" }
        var parts: [HTML] = []
        var part = ""
        for character in text {
            if "@._".contains(character), !part.isEmpty {
                parts.append("\(part)<wbr>")
                part = ""
            }
            part.append(character)
        }
        return parts.joined() + "\(part)"
    }

    static func + (left: HTML, right: HTML) -> HTML {
        var sum = left
        sum += right
        return sum
    }
}
