import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore

/// A page for people, about one thing. Hardly any has a script.
struct HostedPage: Sendable {
    var language: Language
    var title: String
    var body: HTML
    /// The notice on every page of a development server.
    var banner: String?
    /// Indicates whether the page uses the wide layout.
    var isWide = false
    /// The origin, besides this server's, that the page's form may lead to by a redirect.
    var formTarget: String?
    var frames = false
    /// Indicates whether its script calls this server.
    var connects = false
    /// Indicates whether its forms name the page's origin to this server, as paths of developers require.
    var namesOrigin = false
    /// The script of this server that the page runs.
    var script: PageScript?
    /// The project whose look the page has.
    var brand: PageBrand?

    func response(status: HTTPResponse.Status = .ok) -> Response {
        let text: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="robots" content="noindex,nofollow">\(namesOrigin ? Self.referrer : "")
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(PageStyle.path(color: brand?.settings.color))">\(script?.tag ?? "")
            </head>
            <body>
            \(banner.map { "<header class=\"banner\">\($0)</header>" as HTML } ?? "")\(brand?.header ?? "")
            <main\(isWide ? " class=\"wide\"" as HTML : "")>
            <h1>\(title)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: headers, status: status)
    }

    /// Only this server learns the page's address.
    private static let referrer: HTML = "\n<meta name=\"referrer\" content=\"same-origin\">"

    private var headers: HTTPFields {
        var policy = script == nil ? ContentPolicy() : .scripted(connects: connects)
        policy.frames = frames
        if let origin = brand?.settings.logoOrigin { policy.pictures.append(origin) }
        if let formTarget { policy.formTargets.append(formTarget) }
        return policy.headers
    }
}

/// The look that a project gave its pages.
struct PageBrand: Sendable {
    let name: String
    let settings: PageSettings

    init(_ settings: ProjectSettings, of project: String) {
        name = settings.pageName(of: project)
        self.settings = settings.page
    }

    /// The project's name and logo above the page; empty if it set neither, as the page's text names the app.
    var header: HTML {
        guard settings.name != nil || settings.logo != nil else { return "" }
        let logo: HTML = settings.logo.map { "<img src=\"\($0)\" alt=\"\" height=\"48\">" } ?? ""
        return "<header class=\"brand\">\(logo)<span>\(name)</span></header>"
    }
}

/// Returns a text with its `{{variables}}` filled in; the values themselves are not expanded.
func filled(_ text: String, _ values: [String: String]) -> String {
    var rest = text[...]
    var result = ""
    while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
        result += rest[..<start.lowerBound]
        result += values[String(rest[start.upperBound..<end.lowerBound])] ?? ""
        rest = rest[end.upperBound...]
    }
    return result + rest
}
