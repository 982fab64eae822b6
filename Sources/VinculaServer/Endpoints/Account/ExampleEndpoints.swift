import HTTPTypes
import Hummingbird
import VinculaCore

extension Endpoints {
    /// `/example`: the page of Examples/WebApp.
    func examplePage(_ call: Call) async throws -> Response {
        var response = AccountFiles.examplePage.response(to: call)
        for field in ContentPolicy.scripted(connects: true).headers { response.headers[field.name] = field.value }
        return response
    }

    /// `/example/app.js`
    func exampleScript(_ call: Call) async throws -> Response { AccountFiles.exampleScript.response(to: call) }

    /// `/` for a developer's browser: what this server has to show.
    func startPage() -> Response {
        let links: [(String, String, String)] = [
            (AccountPagePaths.page + "?key=vincula", "The account page", "Sign in, link providers, manage the account."),
            (AccountPagePaths.example, "The example web app", "An app without a sign-in form of its own (Examples/WebApp)."),
            ("/emulator/inbox", "The inbox", "The emails that would have been sent."),
            ("/emulator/openapi.json", "The API", "An OpenAPI description of every path."),
        ]
        let list = links.map { "<li><a href=\"\($0.0)\">\($0.1)</a><br>\($0.2)</li>" as HTML }.joined()
        return HostedPage(
            language: .english, title: "Vincula", body: "<ul>\(list)</ul>", banner: PageTexts.english.developmentServer
        ).response()
    }
}
