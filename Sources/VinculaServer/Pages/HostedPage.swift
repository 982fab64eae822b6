import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore

/// A page for users: a single column, without scripts.
struct HostedPage: Sendable {
    var language: Language
    var title: String
    var body: HTML
    /// The banner on every page of a development server.
    var banner: String?
    /// Indicates whether the page needs a wide layout.
    var isWide = false
    /// The origin that its form may lead to besides this server, by a redirect.
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

    /// Allows nothing from elsewhere, no scripts, and no framing.
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

/// A text with its `{{variables}}` filled in, in one pass: variables in the values are not expanded.
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

extension Timestamp {
    /// The time in the format of a language, in UTC.
    func text(_ language: Language) -> String {
        var style = Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: language.locale))
        style.timeZone = .gmt
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style) + " UTC"
    }
}

extension Language {
    /// The locale for dates.
    fileprivate var locale: String { self == .english ? "en_GB" : rawValue }
}
