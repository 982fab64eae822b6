import HTTPTypes
import Hummingbird
import VinculaCore

/// The account page before its script fills it.
struct AccountPage: Sendable {
    let arrival: AccountPageArrival
    let name: String
    let settings: PageSettings
    let language: Language
    let isDevelopment: Bool

    func response() -> Response {
        let texts = AccountTexts.of(language)
        let modules = AccountFiles.scripts.keys.sorted().map { file -> HTML in
            "<link rel=\"modulepreload\" href=\"\(AccountPagePaths.scripts)/\(file)\">\n"
        }.joined()
        let logo: HTML = settings.logo.map { "<img src=\"\($0)\" alt=\"\" height=\"48\">" } ?? ""
        let banner: HTML =
            isDevelopment ? "<p class=\"banner\">\(PageTexts.of(language).developmentServer)</p>" : ""
        let text: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="robots" content="noindex,nofollow">
            <title>\(name)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(AccountPagePaths.style)">
            <link rel="stylesheet" href="\(AccountPagePaths.theme)?\(QueryText.encode([("key", arrival.key)]))">
            \(modules)<script type="module" src="\(AccountPagePaths.scripts)/account-main.js"></script>
            </head>
            <body>
            \(banner)
            <header class="brand">\(logo)<span>\(name)</span></header>
            <div id="status" role="status"></div>
            <main id="main"><noscript><h1>\(name)</h1><p>\(texts["noScript"])</p></noscript></main>
            <nav id="languages" aria-label="\(texts["languages"])"><ul>\(languageLinks)</ul></nav>
            </body>
            </html>

            """
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: headers)
    }

    private var languageLinks: HTML {
        Language.allCases.map { other -> HTML in
            let current: HTML = other == language ? " aria-current=\"true\"" : ""
            let address = AccountAddress.make(arrival, language: other)
            return """
                <li><a href="\(address)" hreflang="\(other.rawValue)" lang="\(other.rawValue)"\(current)>\(other.ownName)</a></li>
                """
        }.joined()
    }

    /// The header fields, which allow this server's own files, the project's logo, and nothing else.
    private var headers: HTTPFields {
        var headers = HTTPFields()
        let pictures = ["img-src 'self' data:", settings.logoOrigin].compactMap(\.self).joined(separator: " ")
        headers[.contentSecurityPolicy] = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", pictures, "connect-src 'self'", "base-uri 'none'",
            "frame-ancestors 'none'", "form-action 'self'",
        ].joined(separator: "; ")
        if let name = HTTPField.Name("X-Frame-Options") { headers[name] = "DENY" }
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { headers[name] = "same-origin" }
        return headers
    }
}

/// The page's own address in another language.
private enum AccountAddress {
    static func make(_ arrival: AccountPageArrival, language: Language) -> String {
        var fields = [("key", arrival.key), ("hl", language.rawValue)]
        if let url = arrival.continueURL { fields.append(("continueUrl", url)) }
        if let challenge = arrival.codeChallenge { fields.append(("codeChallenge", challenge)) }
        if let state = arrival.state { fields.append(("state", state)) }
        return AccountPagePaths.page + "?" + QueryText.encode(fields)
    }
}
