import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore

/// A page for people, about one thing and without a script.
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

    func response(status: HTTPResponse.Status = .ok) -> Response {
        let text: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="robots" content="noindex,nofollow">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(PageStyle.path)">
            </head>
            <body>
            \(banner.map { "<header class=\"banner\">\($0)</header>" as HTML } ?? "")
            <main\(isWide ? " class=\"wide\"" as HTML : "")>
            <h1>\(title)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: headers, status: status)
    }

    /// The header fields, which allow nothing from other origins, no scripts, and no framing.
    private var headers: HTTPFields {
        var headers = HTTPFields()
        let policy = [
            "default-src 'none'", "style-src 'self'", "img-src data:", "base-uri 'none'", "frame-ancestors 'none'",
            "form-action 'self'" + (formTarget.map { " \($0)" } ?? ""),
        ]
        headers[.contentSecurityPolicy] = (policy + (frames ? ["frame-src 'self'"] : [])).joined(separator: "; ")
        if let name = HTTPField.Name("X-Frame-Options") { headers[name] = "DENY" }
        return headers
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
