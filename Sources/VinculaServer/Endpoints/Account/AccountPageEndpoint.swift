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
            let (scope, key) = try await pageScope(call)
            let settings = try await engine.projects.settings(in: scope)
            let arrival = try AccountPageArrival(call.query, key: key, settings: settings)
            return AccountPage(
                arrival: arrival, name: settings.pageName(of: scope.project), settings: settings.page,
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
        if let (scope, _) = try? await pageScope(call) {
            text = try await engine.projects.settings(in: scope).page.color?.rules ?? ""
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

    /// Returns the project of the page's API key, or the tenant of it that the page is for, and the key.
    private func pageScope(_ call: Call) async throws -> (scope: ProjectScope, key: String) {
        guard call.query.all("key").count == 1, call.query.all("tenantId").count <= 1,
            let key = QueryParameters.key(call.query["key"])
        else { throw AccountPageArrival.Refusal.key }
        do {
            let choice = try TenantChoice(path: nil, named: [call.query["tenantId"]].compactMap(\.self), token: nil)
            let tenant = choice.tenant.isEmpty ? nil : choice.tenant
            return (try await flowScope(apiKey: key, calling: "account.page", tenant: tenant, call), key)
        } catch AuthError.invalidAPIKey, AuthError.apiKeyRefused {
            throw AccountPageArrival.Refusal.key
        } catch AuthError.invalidTenantID, AuthError.tenantNotFound, AuthError.projectDisabled {
            throw AccountPageArrival.Refusal.tenant
        }
    }
}
