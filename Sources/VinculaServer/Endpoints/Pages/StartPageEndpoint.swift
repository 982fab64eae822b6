import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/`: for browsers, a page that says what this server is, or a redirect to the operator's own; for programs under `--dev`,
    /// the response by which tools detect the emulator. The admin port's leads to the console.
    func start(_ call: Call) async throws -> Response {
        let paths = Set(Routes.all.filter { $0.isServed(options) }.flatMap(\.paths))
        guard !options.isAdminPort else {
            guard call.wantsHTML, paths.contains(StartPage.console) else { throw RequestRefusal.notFound }
            return Response(status: .seeOther, headers: [.location: StartPage.console, .cacheControl: "no-store"])
        }
        guard call.wantsHTML || !options.isDevelopment else {
            let answer: JSONValue = .object([
                "authEmulator": .object([
                    "ready": true, "docs": "https://firebase.google.com/docs/emulator-suite",
                    "apiSpec": "/emulator/openapi.json",
                ])
            ])
            return try Answer.json(answer)
        }
        if let startPage = options.startPage {
            return Response(status: .seeOther, headers: [.location: startPage, .cacheControl: "no-store"])
        }
        guard call.wantsHTML else { throw RequestRefusal.notFound }
        guard options.isDevelopment else { return try await publicStartPage(call).response() }
        let snippets = ClientSnippet.all(
            authority: call.authority ?? String(options.address.url.drop { $0 != "/" }.drop { $0 == "/" }),
            isSecure: options.address.isSecure)
        return StartPage(
            language: call.query.language ?? call.language ?? .english, project: options.project, snippets: snippets,
            paths: paths
        ).page.response()
    }

    /// The start page in production: the project's name and logo, and the account page where people can sign in there.
    private func publicStartPage(_ call: Call) async throws -> HostedPage {
        let scope = ProjectScope(project: options.project)
        let settings = try await engine.projects.settings(in: scope)
        let brand = PageBrand(settings, of: options.project)
        let language = call.query.language ?? call.language ?? settings.email.language
        let texts = StartTexts.of(language)
        let values = ["app": brand.name]
        guard let key = try await accountPageKey(settings, in: scope) else {
            return HostedPage(
                language: language, title: brand.name, body: "<p>\(filled(texts.nothingHere, values))</p>", brand: brand)
        }
        let link = AccountPagePaths.page + "?" + QueryText.encode([("key", key)])
        let body: HTML = """
            <p>\(texts.yourAccount.text)</p>
            <p><a class="button" href="\(link)">\(PageTexts.of(language).goToAccount)</a></p>
            """
        return HostedPage(
            language: language, title: filled(texts.yourAccount.title, values), body: body, brand: brand)
    }

    /// The API key that the account page gets from this server, as mails get it: the project's oldest.
    ///
    /// - Returns: `nil` if there is none, or no way to sign in at that page.
    private func accountPageKey(_ settings: ProjectSettings, in scope: ProjectScope) async throws -> String? {
        let mailsLinks = settings.emailLinkEnabled && engine.sendsMail(settings)
        var canSignIn = settings.passwordEnabled || mailsLinks || settings.phone.isEnabled
        if !canSignIn { canSignIn = try await !engine.flows.offered(in: scope).isEmpty }
        guard canSignIn else { return nil }
        return try await engine.serviceAccess.apiKeys(of: scope.project).first?.key
    }
}
