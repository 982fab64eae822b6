import VinculaCore

/// The page at `/` of a development server: where to go, and how to connect each client.
struct StartPage: Sendable {
    /// The path of the console, which not every server has.
    static let console = "/console"

    let language: Language
    let project: String
    /// The lines to copy.
    let snippets: [ClientSnippet]
    /// The paths that this server has.
    let paths: Set<String>

    private var texts: StartTexts { .of(language) }

    var page: HostedPage {
        var page = HostedPage(
            language: language, title: texts.title, body: body, banner: PageTexts.of(language).developmentServer, isWide: true)
        page.script = .devtools
        return page
    }

    private var places: [(path: String, place: StartTexts.Place)] {
        let all: [(path: String, place: StartTexts.Place)] = [
            ("/emulator/inbox", texts.inbox), (Self.console, texts.console),
            (AccountPagePaths.page, texts.account), (AccountPagePaths.example, texts.example),
            ("/emulator/openapi.json", texts.api),
        ]
        return all.filter { paths.contains($0.path) }
    }

    private var body: HTML {
        let list = places.map { path, place -> HTML in
            // Any API key works here.
            let address = path == AccountPagePaths.page ? path + "?key=vincula" : path
            return "<li><a href=\"\(address)\">\(place.title)</a><br>\(place.text)</li>\n"
        }.joined()
        return """
            <p>\(texts.text)</p>
            <ul class="places">\(list)</ul>
            <h2>\(texts.connect)</h2>
            <p>\(filled(texts.anyKey, ["project": project]))</p>
            \(snippets.map(row).joined())
            <p id="live" class="unseen" role="status"></p>
            """
    }

    private func row(_ snippet: ClientSnippet) -> HTML {
        let note: HTML = snippet.code.contains("10.0.2.2") ? "<p class=\"meta\">\(texts.android)</p>" : ""
        return """
            <h3 id="\(snippet.id)-client">\(snippet.client)</h3>
            <div class="snippet"><pre id="\(snippet.id)">\(snippet.code)</pre>\
            <button type="button" class="small quiet" hidden data-copy="\(snippet.id)" data-copied="\(texts.copied)" \
            aria-describedby="\(snippet.id)-client">\(texts.copy)</button></div>
            \(note)
            """
    }
}
