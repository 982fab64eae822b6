import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// A setting of a tenant that has a switch.
enum ConsoleTenantSwitch: String, CaseIterable, Sendable {
    case email, emailLink, anonymous, signUp, authenticators, phoneFactors, mandatoryFactor, disabled

    func isOn(in settings: TenantSettings) -> Bool {
        switch self {
        case .email: settings.passwordEnabled
        case .emailLink: settings.emailLinkEnabled
        case .anonymous: settings.anonymousEnabled
        case .signUp: !settings.disabledUserSignUp
        case .authenticators: settings.secondFactors.authenticatorsEnabled
        case .phoneFactors: settings.secondFactors.phonesEnabled
        case .mandatoryFactor: settings.secondFactors.isMandatory
        case .disabled: settings.isDisabled
        }
    }

    func set(_ isOn: Bool, in settings: inout TenantSettings) {
        switch self {
        case .email: settings.passwordEnabled = isOn
        case .emailLink: settings.emailLinkEnabled = isOn
        case .anonymous: settings.anonymousEnabled = isOn
        case .signUp: settings.disabledUserSignUp = !isOn
        case .authenticators: settings.secondFactors.authenticatorsEnabled = isOn
        case .phoneFactors: settings.secondFactors.phonesEnabled = isOn
        case .mandatoryFactor: settings.secondFactors.isMandatory = isOn
        case .disabled: settings.isDisabled = isOn
        }
    }

    /// The name of its text.
    var text: String { self == .disabled ? "tenants.off" : "method.\(rawValue)" }
}

/// The tenants of a project: separate sets of accounts, each with its own sign-in methods.
extension ConsoleSite {
    /// The number of tenants on a page.
    private static let tenantsOnPage = 100

    static let tenants: [ConsoleRoute] = [
        .page("/projects/{project}/tenants", .act(.seeProject)) { context in
            let after = String((context.call.query["after"] ?? "").prefix(128))
            let found = try await context.engine.projects.tenants(
                of: context.scope.project, after: after, limit: tenantsOnPage + 1)
            let settings = try await context.engine.projects.settings(of: context.scope.project)
            return .view(
                context.tenantsView(
                    Array(found.prefix(tenantsOnPage)), isAllowed: settings.tenants.allowsTenants,
                    next: found.count > tenantsOnPage ? found[tenantsOnPage - 1].id : nil, isFirst: after.isEmpty))
        },
        .form("/projects/{project}/tenants/allow", .act(.changeTenants)) { context in
            guard let isAllowed = ["yes": true, "no": false][context.fields["on"] ?? ""] else {
                throw AuthError.invalidArgument("on must be yes or no.")
            }
            _ = try await context.engine.projects.updateSettings(of: context.scope.project) {
                $0.tenants.allowsTenants = isAllowed
            }
            return .goTo(context.path("/tenants"), notice: isAllowed ? .tenantsAllowed : .tenantsForbidden)
        },
        .form("/projects/{project}/tenants/create", .act(.changeTenants)) { context in
            var settings = TenantSettings()
            settings.displayName = (context.fields["name"] ?? "").trimmingCharacters(in: .whitespaces)
            let tenant = try await context.engine.projects.createTenant(settings, of: context.scope.project)
            return .goTo(path(of: tenant.scope), notice: .tenantCreated)
        },
        .page("/projects/{project}/tenants/{tenant}", .act(.seeProject)) { context in
            .view(context.tenantView(try await context.engine.projects.tenant(context.scope)))
        },
        .form("/projects/{project}/tenants/{tenant}/name", .act(.changeTenants)) { context in
            let name = (context.fields["name"] ?? "").trimmingCharacters(in: .whitespaces)
            _ = try await context.engine.projects.updateTenant(context.scope) { settings, _ in
                if settings.displayName ?? "" != name { settings.displayName = name.isEmpty ? nil : name }
            }
            return .goTo(path(of: context.scope), notice: .tenantChanged)
        },
        .form("/projects/{project}/tenants/{tenant}/switch", .act(.changeTenants)) { context in
            guard let choice = context.fields["method"].flatMap(ConsoleTenantSwitch.init),
                let isOn = ["yes": true, "no": false][context.fields["on"] ?? ""]
            else { throw AuthError.invalidArgument("method and on must name a switch and its state.") }
            _ = try await context.engine.projects.updateTenant(context.scope) { settings, _ in
                choice.set(isOn, in: &settings)
                if settings.secondFactors.isMandatory, !settings.secondFactors.hasKind {
                    throw AuthError.operationNotAllowed("A second factor cannot be required while none can be enrolled.")
                }
            }
            return .goTo(path(of: context.scope), notice: .tenantChanged)
        },
        .form("/projects/{project}/tenants/{tenant}/delete", .act(.deleteTenant)) { context in
            let tenant = try await context.engine.projects.tenant(context.scope)
            guard context.confirms(tenant.id) else {
                var view = context.tenantView(tenant)
                (view.error, view.status) = (context.texts["error.confirmation"], .badRequest)
                return .view(view)
            }
            try await context.engine.projects.deleteTenant(tenant.scope)
            await context.imports.removeAll(of: tenant.scope)
            return .goTo(context.path("/tenants"), notice: .tenantDeleted)
        },
    ]
}

extension ConsoleContext {
    /// Indicates whether the form has the word that is to be typed before something is deleted.
    func confirms(_ word: String) -> Bool {
        let typed = (fields["confirmation"] ?? "").trimmingCharacters(in: .whitespaces)
        return typed.utf8.count <= 254 && typed.lowercased() == word.lowercased()
    }

    /// A form that deletes something, for which a word is to be typed.
    func deletion(_ path: String, _ button: String, word: String) -> HTML {
        form(
            path, texts[button], isDanger: true,
            """
            <label for="confirmation">\(texts("delete.confirm", ["word": word]))</label>\
            <input id="confirmation" name="confirmation" autocomplete="off" required>
            """)
    }

    fileprivate func tenantsView(_ tenants: [Tenant], isAllowed: Bool, next: String?, isFirst: Bool) -> ConsoleView {
        let rows = tenants.map { tenant -> [HTML] in
            let methods = ConsoleTenantSwitch.allCases.prefix(3).filter { $0.isOn(in: tenant.settings) }.map { texts[$0.text] }
            let state: HTML = tenant.settings.isDisabled ? " <span class=\"badge\">\(texts["disabled"])</span>" : ""
            return [
                "<a href=\"\(ConsoleSite.path(of: tenant.scope))\">\(tenant.id)</a>\(state)",
                chosen(tenant.settings.displayName), "\(methods.isEmpty ? "–" : methods.joined(separator: ", "))",
                time(tenant.createdAt), "<a href=\"\(ConsoleSite.path(of: tenant.scope, "/users"))\">\(texts["nav.users"])</a>",
            ]
        }
        let list: HTML =
            rows.isEmpty
            ? "<p>\(texts["tenants.none"])</p>"
            : table(texts["tenants.title"], ["id", "name", "method", "created", ""], rows)
        var links: [HTML] = []
        if !isFirst { links.append("<a href=\"\(path("/tenants"))\">\(texts["pager.first"])</a>") }
        if let next {
            let query = QueryText.encode([("after", next)])
            links.append("<a href=\"\(path("/tenants"))?\(query)\">\(texts["pager.next"])</a>")
        }
        let pager: HTML =
            links.isEmpty ? "" : "<nav class=\"pager\" aria-label=\"\(texts["pager"])\">\(links.joined())</nav>"
        var acts: HTML = ""
        if allows(.changeTenants) {
            let turn: HTML = "<input type=\"hidden\" name=\"on\" value=\"\(isAllowed ? "no" : "yes")\">"
            if isAllowed {
                acts =
                    "<h2>\(texts["tenants.createTitle"])</h2>"
                    + form(
                        path("/tenants/create"), texts["newUser.create"], isQuiet: false,
                        field("name", "tenants.name", " autocomplete=\"off\" maxlength=\"20\" required"))
            }
            acts += form(path("/tenants/allow"), texts[isAllowed ? "tenants.forbid" : "tenants.allow"], turn)
        }
        return ConsoleView(
            title: texts["tenants.title"], body: "<p>\(texts["tenants.text"])</p>" + list + pager + acts,
            crumbs: Array(crumbs(depth: 2).prefix(2)))
    }

    fileprivate func tenantView(_ tenant: Tenant) -> ConsoleView {
        let settings = tenant.settings
        let mayChange = allows(.changeTenants)
        let rows = ConsoleTenantSwitch.allCases.map { choice -> [HTML] in
            let isOn = choice.isOn(in: settings)
            let row: [HTML] = ["\(texts[choice.text])", "\(texts[isOn ? "on" : "off"])"]
            guard mayChange else { return row }
            let button = form(
                accountsPath("/switch"), texts[isOn ? "turnOff" : "turnOn"],
                label: texts(isOn ? "turnOff.label" : "turnOn.label", ["method": texts[choice.text]]),
                """
                <input type="hidden" name="method" value="\(choice.rawValue)">\
                <input type="hidden" name="on" value="\(isOn ? "no" : "yes")">
                """)
            return row + [button]
        }
        let rename: HTML =
            mayChange
            ? form(
                accountsPath("/name"), texts["edit.save"],
                field(
                    "name", "tenants.name", value: settings.displayName ?? "", " autocomplete=\"off\" maxlength=\"20\""))
            : ""
        let delete: HTML =
            allows(.deleteTenant)
            ? "<h2>\(texts["tenants.delete"])</h2>"
                + deletion(accountsPath("/delete"), "tenants.delete", word: tenant.id) : ""
        let body: HTML = """
            <dl class="facts">
            <div><dt>\(texts["id"])</dt><dd><code>\(tenant.id)</code></dd></div>
            <div><dt>\(texts["name"])</dt><dd>\(chosen(settings.displayName))</dd></div>
            <div><dt>\(texts["created"])</dt><dd>\(time(tenant.createdAt))</dd></div>
            </dl>
            \(table(texts["methods.title"], ["method", "state"] + (mayChange ? [""] : []), rows))
            <p>\(texts["tenants.rest"])</p>
            \(rename)\(delete)
            """
        return ConsoleView(
            title: tenant.id, body: body,
            crumbs: [
                (texts["projects.title"], ConsoleSite.root), (scope.project, path()), (texts["nav.tenants"], path("/tenants")),
            ])
    }
}
