import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// The frame around every page of the console: how to get anywhere, and what was just done.
struct ConsoleShell: Sendable {
    /// The number of projects that the choice of one lists.
    private static let mostProjects = 200

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
            \(view.refreshSeconds.map { "<meta http-equiv=\"refresh\" content=\"\("\($0)")\">" as HTML } ?? "")\
            <title>\(view.title) – \(texts["console"])</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(ConsoleFile.style.path)">
            <script type="module" src="\(ConsoleFile.script.path)"></script>
            </head>
            <body class="console">
            <a class="skip" href="#main">\(texts["skip"])</a>
            <header class="top"><a class="home" href="\(ConsoleSite.root)">\(texts["console"])</a>\(navigation)\(leaving)</header>
            \(crumbs)
            <main id="main" class="wide">
            <h1>\(view.title)</h1>
            <div role="status">\(notice.map { "<p class=\"notice\">\(texts["notice.\($0.rawValue)"])</p>" as HTML } ?? "")</div>
            \(view.error.map { "<p class=\"error\" role=\"alert\" id=\"error\"\(errorLanguage)>\($0)</p>" as HTML } ?? "")
            \(view.body)
            </main>
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

    private var navigation: HTML {
        guard let visit = context.visit, !visit.isForEnrollment else { return "" }
        var links: [(String, String)] = []
        if let project = context.project {
            links = [
                ("overview", ConsoleSite.path(of: project)), ("users", ConsoleSite.path(of: project, "/users")),
                ("methods", ConsoleSite.path(of: project, "/methods")),
            ]
            if context.allows(.seeSettings) {
                links.append(("providers", ConsoleSite.path(of: project, "/providers")))
                links.append(("settings", ConsoleSite.path(of: project, "/settings")))
            }
        }
        if let project = context.project {
            if context.allows(.changeTenants) { links.append(("tenants", ConsoleSite.path(of: project, "/tenants"))) }
            if context.allows(.seeKeys) { links.append(("keys", ConsoleSite.path(of: project, "/keys"))) }
            if context.allows(.importAccounts) { links.append(("imports", ConsoleSite.path(of: project, "/imports"))) }
        }
        if let project = context.project {
            let pages: [(String, ConsoleAct)] = [
                ("usage", .seeUsage), ("audit", .seeHistory), ("limits", .seeLimits), ("explain", .explainSignIn),
            ]
            links += pages.filter { context.allows($0.1) }.map { ($0.0, ConsoleSite.path(of: project, "/\($0.0)")) }
        }
        if context.allows(.seeFindings, in: nil) { links.append(("findings", "\(ConsoleSite.root)/findings")) }
        if context.allows(.seeServerHistory, in: nil) { links.append(("serverAudit", "\(ConsoleSite.root)/audit")) }
        if context.allows(.seeOperators, in: nil) { links.append(("operators", "\(ConsoleSite.root)/operators")) }
        links.append(("ownAccount", "\(ConsoleSite.root)/account"))
        let list = links.map { name, path -> HTML in
            let current: HTML = context.call.path == path ? " aria-current=\"page\"" : ""
            return "<li><a href=\"\(path)\"\(current)>\(texts["nav.\(name)"])</a></li>"
        }.joined()
        return "<nav aria-label=\"\(texts["nav"])\"><ul>\(list)</ul></nav>\(switcher)"
    }

    private var switcher: HTML {
        guard projects.count > 1 else { return "" }
        let options = projects.prefix(Self.mostProjects).map { name -> HTML in
            let selected: HTML = name == context.project ? " selected" : ""
            return "<option\(selected)>\(name)</option>"
        }.joined()
        return """
            <form class="switch" action="\(ConsoleSite.root)/switch"><label for="switch">\(texts["project"])</label>\
            <select id="switch" name="project">\(options)</select><button class="quiet">\(texts["show"])</button></form>
            """
    }

    private var leaving: HTML {
        guard let visit = context.visit else { return "" }
        return "<div class=\"who\"><span>\(visit.account.email?.value ?? "")</span>"
            + context.form("\(ConsoleSite.root)/sign-out", texts["signOut"]) + "</div>"
    }

    private var crumbs: HTML {
        guard !view.crumbs.isEmpty else { return "" }
        let list = view.crumbs.map { "<li><a href=\"\($0.path)\">\($0.title)</a></li>" as HTML }.joined()
        return
            "<nav class=\"crumbs\" aria-label=\"\(texts["crumbs"])\"><ol>\(list)<li aria-current=\"page\">\(view.title)</li></ol></nav>"
    }
}

extension HTML {
    static func + (left: HTML, right: HTML) -> HTML {
        var sum = left
        sum += right
        return sum
    }
}
