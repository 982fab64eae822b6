import VinculaCore
import VinculaEngine

/// The hosts that links and redirects may lead to.
extension ConsoleSite {
    static let domains: [ConsoleRoute] = [
        .page("/projects/{project}/settings/domains", .act(.seeSettings)) { .view(try await $0.domainsPage()) },
        .form("/projects/{project}/settings/domains", .act(.changeSettings)) { context in
            let text = context.given("domain")
            let refusal = try await context.refusal {
                try await context.editDomains { try await $0.edit($1, adding: [AuthorizedDomains.host(text) ?? text]) }
            }
            if let refusal { return .view(try await context.domainsPage(reason: refusal)) }
            return .goTo(context.path("/settings/domains"), notice: .domainAdded)
        },
        .form("/projects/{project}/settings/domains/remove", .act(.changeSettings)) { context in
            let text = context.given("domain")
            let refusal = try await context.refusal {
                try await context.editDomains { try await $0.edit($1, removing: [text]) }
            }
            if let refusal { return .view(try await context.domainsPage(reason: refusal)) }
            return .goTo(context.path("/settings/domains"), notice: .domainRemoved)
        },
    ]
}

extension ConsoleContext {
    private static let domainSetting = ProjectSettingsEditor.setting("authorizedDomains", inTenant: false)

    fileprivate func editDomains(_ change: (ProjectSettingsEditor, ProjectSetting) async throws -> Void) async throws {
        guard let setting = Self.domainSetting else { return }
        try await change(settingsEditor(in: scope), setting)
    }

    fileprivate func domainsPage(reason: Reason? = nil) async throws -> ConsoleView {
        let domains = try await engine.projects.settings(of: scope.project).authorizedDomains
        let mayChange = allows(.changeSettings)
        let rows = domains.map { domain -> [HTML] in
            let note: HTML = AuthorizedDomains.isPublic(domain) ? "" : "<p class=\"meta\">\(texts["domains.local"])</p>"
            guard mayChange else { return ["\(domain)\(note)"] }
            let remove = form(
                path("/settings/domains/remove"), texts["remove"], label: texts("remove.label", ["what": domain]),
                "<input type=\"hidden\" name=\"domain\" value=\"\(domain)\">")
            return ["\(domain)\(note)", remove]
        }
        let list: HTML =
            domains.isEmpty
            ? "<p>\(texts["domains.none"])</p>" : table(texts["domains.title"], ["domain"] + (mayChange ? [""] : []), rows)
        let typed = reason == nil ? "" : String(given("domain").prefix(253))
        let add: HTML =
            mayChange
            ? "<h2>\(texts["domains.add"])</h2>"
                + form(
                    path("/settings/domains"), texts["add"], isQuiet: false,
                    field(
                        "domain", "domains.host", value: typed,
                        " autocomplete=\"off\" maxlength=\"253\" required placeholder=\"app.example.com\""))
            : ""
        let development: HTML = options.isDevelopment ? "<p>\(texts["domains.development"])</p>" : ""
        return settingsView(
            texts["domains.title"],
            "<p>\(texts["domains.text"])</p><p>\(texts["domains.localhost"])</p>" + development + list + add,
            reason: reason)
    }
}
