import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/account`: where people sign in and manage their accounts.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for programs; browsers get a page that says the same.
    func accountPage(_ call: Call) async throws -> Response {
        let wished = call.query.language ?? call.language
        do {
            let (project, key) = try await pageProject(call)
            let settings = try await engine.projects.settings(of: project)
            let arrival = try AccountPageArrival(call.query, key: key, settings: settings)
            return AccountPage(
                arrival: arrival, name: settings.pageName(of: project), settings: settings.page,
                language: wished ?? settings.email.language, marks: engine.catalogue.providers,
                isDevelopment: options.isDevelopment
            ).response()
        } catch let refusal as AccountPageArrival.Refusal {
            guard call.wantsHTML else { throw AuthError.invalidArgument(AccountTexts.of(.english)[refusal.rawValue]) }
            let language = wished ?? .english
            let texts = AccountTexts.of(language)
            return HostedPage(
                language: language, title: texts["refused.title"], body: "<p>\(texts[refusal.rawValue])</p>",
                banner: options.isDevelopment ? PageTexts.of(language).developmentServer : nil
            ).response(status: .badRequest)
        }
    }

    /// `/account/theme.css`: the project's colour.
    func accountPageTheme(_ call: Call) async throws -> Response {
        var text = ""
        if let (project, _) = try? await pageProject(call) {
            text = try await engine.projects.settings(of: project).page.color?.rules ?? ""
        }
        return EmbeddedFile(Array(text.utf8), type: "text/css; charset=utf-8").response(to: call)
    }

    /// `/account/style.css`
    func accountPageStyle(_ call: Call) async throws -> Response { AccountFiles.style.response(to: call) }

    /// `/account/scripts/{file}`
    func accountPageScript(_ call: Call) async throws -> Response {
        guard let file = AccountFiles.scripts[call.parameters.get("file") ?? ""] else { throw RequestRefusal.notFound }
        return file.response(to: call)
    }

    /// `/account/texts/{language}`
    func accountPageTexts(_ call: Call) async throws -> Response {
        guard let language = Language(rawValue: call.parameters.get("language") ?? "") else { throw RequestRefusal.notFound }
        return AccountTexts.of(language).file.response(to: call)
    }

    /// Returns the project of the page's API key, and the key. Under `--dev` any key belongs to the server's project.
    private func pageProject(_ call: Call) async throws -> (project: String, key: String) {
        guard call.query.all("key").count == 1, let key = QueryParameters.key(call.query["key"]) else {
            throw AccountPageArrival.Refusal.key
        }
        if options.isDevelopment { return (options.project, key) }
        do {
            return (try await engine.serviceAccess.project(ofAPIKey: key), key)
        } catch AuthError.invalidAPIKey {
            throw AccountPageArrival.Refusal.key
        }
    }
}
