import HTTPTypes
import Hummingbird
import VinculaCore

/// The account page before its script fills it.
struct AccountPage: Sendable {
    let arrival: AccountPageArrival
    let name: String
    let settings: PageSettings
    let language: Language
    /// The providers whose marks the page may show.
    let marks: [ProviderDescription]
    let isDevelopment: Bool

    func response() -> Response {
        let texts = AccountTexts.of(language)
        let modules = AccountFiles.scripts.keys.sorted().map { file -> HTML in
            "<link rel=\"modulepreload\" href=\"\(AccountPagePaths.scripts)/\(file)\">\n"
        }.joined()
        let logo: HTML = settings.logo.map { "<img src=\"\($0)\" alt=\"\" height=\"48\">" } ?? ""
        let banner: HTML = isDevelopment ? "<p class=\"banner\" id=\"banner\">\(texts["banner"])</p>" : ""
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
            <header class="brand">\(logo)<span>\(name)</span>\(languageChoice)</header>
            <div id="status" role="status"></div>
            <main id="main" data-title="\(name)" data-text="\(texts["error.NO_CONNECTION"])"><noscript><h1>\(name)</h1><p>\(texts["noScript"])</p></noscript></main>
            <template id="marks">\(drawings)</template>
            </body>
            </html>

            """
        return Answer.text(text.text, type: "text/html; charset=utf-8", headers: headers)
    }

    /// The choice of a language, which the script acts on.
    private var languageChoice: HTML {
        let options = Language.allCases.map { other -> HTML in
            let current: HTML = other == language ? " selected" : ""
            return "<option value=\"\(other.rawValue)\" lang=\"\(other.rawValue)\"\(current)>\(other.ownName)</option>"
        }.joined()
        let label = AccountTexts.of(language)["languages"]
        return "<select id=\"language\" aria-label=\"\(label)\" autocomplete=\"off\">\(options)</select>"
    }

    /// The providers' marks, which the script copies: it makes no HTML from text.
    private var drawings: HTML {
        marks.compactMap { provider -> HTML? in
            guard let mark = provider.mark else { return nil }
            return "<span data-provider=\"\(provider.id.value)\">\(HTML(stringLiteral: mark))</span>"
        }.joined()
    }

    /// The header fields, which allow this server's own files, the project's logo, and nothing else.
    private var headers: HTTPFields {
        var policy = ContentPolicy.scripted(connects: true)
        policy.pictures = ["'self'", "data:", settings.logoOrigin].compactMap(\.self)
        var headers = policy.headers
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { headers[name] = "same-origin" }
        return headers
    }
}
