import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// API keys, with which apps name their project, and service accounts, with which programs administer it.
extension ConsoleSite {
    static let keys: [ConsoleRoute] = [
        .page("/projects/{project}/keys", .act(.seeKeys)) { context in .view(try await context.keysView()) },
        .form("/projects/{project}/keys/create", .act(.manageKeys)) { context in
            let given = (context.fields["key"] ?? "").trimmingCharacters(in: .whitespaces)
            do {
                let key = try await context.engine.serviceAccess.createAPIKey(
                    given.isEmpty ? nil : given, label: context.fields["label"] ?? "", of: context.scope.project)
                return .view(
                    context.shownOnce(
                        title: context.texts["keys.created"], text: context.texts["keys.createdText"], key.key, file: nil))
            } catch let refusal as AdministrationError {
                return .view(try await context.keysView(try context.problem(refusal)))
            }
        },
        .form("/projects/{project}/keys/delete", .act(.manageKeys)) { context in
            try await context.engine.serviceAccess.deleteAPIKey(context.fields["key"] ?? "", of: context.scope.project)
            return .goTo(context.path("/keys"), notice: .keyDeleted)
        },
        .form("/projects/{project}/service-accounts/create", .act(.manageKeys)) { context in
            guard let role = context.fields["role"].flatMap(ServiceAccount.Role.init) else {
                throw AuthError.invalidArgument("role must be owner or viewer.")
            }
            do {
                let made = try await context.engine.serviceAccess.createServiceAccount(
                    named: context.fields["name"] ?? "", role: role, of: context.scope.project)
                return .view(try context.keyFileView(made))
            } catch let refusal as AdministrationError {
                return .view(try await context.keysView(try context.problem(refusal)))
            }
        },
        .form("/projects/{project}/service-accounts/add-key", .act(.manageKeys)) { context in
            let made = try await context.engine.serviceAccess.createServiceAccountKey(
                of: context.fields["account"] ?? "", in: context.scope.project)
            return .view(try context.keyFileView(made))
        },
        .form("/projects/{project}/service-accounts/delete-key", .act(.manageKeys)) { context in
            try await context.engine.serviceAccess.deleteServiceAccountKey(
                context.fields["id"] ?? "", of: context.fields["account"] ?? "", in: context.scope.project)
            return .goTo(context.path("/keys"), notice: .keyDeleted)
        },
        .form("/projects/{project}/service-accounts/state", .act(.manageKeys)) { context in
            guard let isOn = ["yes": true, "no": false][context.fields["on"] ?? ""] else {
                throw AuthError.invalidArgument("on must be yes or no.")
            }
            _ = try await context.engine.serviceAccess.setServiceAccount(
                context.fields["account"] ?? "", isDisabled: !isOn, in: context.scope.project)
            return .goTo(context.path("/keys"), notice: .serviceAccountChanged)
        },
        .form("/projects/{project}/service-accounts/delete", .act(.manageKeys)) { context in
            _ = try await context.engine.serviceAccess.deleteServiceAccount(
                context.fields["account"] ?? "", in: context.scope.project)
            return .goTo(context.path("/keys"), notice: .serviceAccountDeleted)
        },
    ]
}

extension ConsoleContext {
    /// - Parameter problem: What is wrong with what was typed; `nil` if nothing was.
    fileprivate func keysView(_ problem: FieldProblem? = nil) async throws -> ConsoleView {
        let keys = try await engine.serviceAccess.apiKeys(of: scope.project)
        let accounts = try await engine.serviceAccess.serviceAccounts(of: scope.project)
        let mayChange = allows(.manageKeys)
        let keyRows = keys.map { key -> [HTML] in
            let hidden: HTML = "<input type=\"hidden\" name=\"key\" value=\"\(key.key)\">"
            let name = key.label.isEmpty ? key.key : key.label
            let delete = form(
                path("/keys/delete"), texts["keys.delete"], label: texts("keys.delete.label", ["name": name]), hidden)
            let restrict: HTML = """
                <p><a href="\(pathOfRestrictions(of: key.key))" \
                aria-label="\(texts("keys.restrict.label", ["name": name]))">\(texts["keys.restrict"])</a></p>
                """
            return [
                "<code>\(key.key)</code>", "\(key.label)", time(key.createdAt), time(key.lastUsedAt),
                shown(key.restrictions),
            ] + (mayChange ? [restrict + delete] : [])
        }
        let list: HTML =
            keys.isEmpty
            ? "<p>\(texts["keys.none"])</p>"
            : table(
                texts["keys.api"],
                ["keys.key", "keys.label", "created", "keys.lastUse", "keys.restrictions"] + (mayChange ? [""] : []),
                keyRows)
        let isKey = problem.map { $0.field != "name" } ?? false
        let labelled = field(
            "label", "keys.label", value: isKey ? given("label") : "", " autocomplete=\"off\" maxlength=\"100\"", problem: problem
        )
        let own = field(
            "key", "keys.own", value: isKey ? given("key") : "",
            " autocomplete=\"off\" spellcheck=\"false\" maxlength=\"39\"", problem: problem)
        let create: HTML =
            mayChange
            ? "<h3>\(texts["keys.createTitle"])</h3>"
                + form(path("/keys/create"), texts["keys.create"], isQuiet: false, labelled + own) : ""
        return ConsoleView(
            title: texts["keys.title"],
            body: "<h2>\(texts["keys.api"])</h2><p>\(texts["keys.apiText"])</p>" + list + create
                + "<h2>\(texts["keys.service"])</h2><p>\(texts["keys.serviceText"])</p>" + serviceAccounts(accounts, problem),
            crumbs: crumbs(depth: 1), status: problem == nil ? .ok : .badRequest)
    }

    private func serviceAccounts(
        _ accounts: [(account: ServiceAccount, keys: [ServiceAccountKey])], _ problem: FieldProblem?
    ) -> HTML {
        let mayChange = allows(.manageKeys)
        let rows = accounts.map { account, keys -> [HTML] in
            let hidden: HTML = "<input type=\"hidden\" name=\"account\" value=\"\(account.email)\">"
            func act(_ name: String, _ text: String, _ more: HTML = "") -> HTML {
                form(
                    path("/service-accounts/\(name)"), texts[text],
                    label: texts("keys.of", ["act": texts[text], "name": account.email]), hidden + more)
            }
            let own = keys.map { key -> HTML in
                let id: HTML = "<input type=\"hidden\" name=\"id\" value=\"\(key.id)\">"
                let delete: HTML =
                    mayChange
                    ? form(
                        path("/service-accounts/delete-key"), texts["keys.delete"],
                        label: texts("keys.delete.label", ["name": key.id]), hidden + id) : ""
                return "<li><code>\(key.id)</code> (\(time(key.createdAt)))\(delete)</li>"
            }.joined()
            let state: HTML = account.isDisabled ? " <span class=\"badge\">\(texts["disabled"])</span>" : ""
            let turn: HTML = "<input type=\"hidden\" name=\"on\" value=\"\(account.isDisabled ? "yes" : "no")\">"
            let acts =
                act("add-key", "keys.addKey") + act("state", account.isDisabled ? "turnOn" : "turnOff", turn)
                + act("delete", "keys.delete")
            let listed: HTML = keys.isEmpty ? "–" : "<ul class=\"list\">\(own)</ul>"
            return ["<code>\(account.email)</code>\(state)", "\(texts["keys.role.\(account.role.rawValue)"])", listed]
                + (mayChange ? [acts] : [])
        }
        let list: HTML =
            accounts.isEmpty
            ? "<p>\(texts["keys.noService"])</p>"
            : table(texts["keys.service"], ["account", "role", "keys.keys"] + (mayChange ? [""] : []), rows)
        guard mayChange else { return list }
        let options = ServiceAccount.Role.allCases.map { role -> HTML in
            let chosen: HTML = problem?.field == "name" && given("role") == role.rawValue ? " selected" : ""
            return "<option value=\"\(role.rawValue)\"\(chosen)>\(texts["keys.role.\(role.rawValue)"])</option>"
        }.joined()
        let inputs: HTML = """
            \(field("name", "keys.name", value: problem?.field == "name" ? given("name") : "",
                " autocomplete=\"off\" spellcheck=\"false\" maxlength=\"63\" required", problem: problem))\
            <label for="role">\(texts["role"])</label><select id="role" name="role">\(options)</select>
            """
        return list + "<h3>\(texts["keys.createService"])</h3>"
            + form(path("/service-accounts/create"), texts["keys.create"], isQuiet: false, inputs)
    }

    fileprivate func keyFileView(_ made: ServiceAccountCredentials) throws -> ConsoleView {
        shownOnce(
            title: texts["keys.fileCreated"], text: texts["keys.fileText"],
            try made.file(publicURL: options.address.url), file: "\(made.serviceAccount.project)-\(made.keyID.prefix(10)).json")
    }

    /// A page with something that is not shown again.
    ///
    /// - Parameters:
    ///   - title: The page's title.
    ///   - text: What it is, and what to do with it.
    ///   - secret: What is shown. The script can copy and save it; it is in no address.
    ///   - file: The name of the file that it is saved as; `nil` for something short.
    fileprivate func shownOnce(title: String, text: String, _ secret: String, file: String?) -> ConsoleView {
        let save: HTML =
            file.map { "<button class=\"quiet\" type=\"button\" data-save=\"\($0)\" hidden>\(texts["keys.save"])</button>" } ?? ""
        let body: HTML = """
            <p>\(text)</p><pre class="secret" id="secret" tabindex="0">\(secret)</pre>\
            <p class="row"><button class="quiet" type="button" data-copy="secret" data-copied="\(texts["keys.copied"])" hidden>\
            \(texts["keys.copy"])</button>\(save)</p>\
            <p><a class="button" href="\(path("/keys"))">\(texts["keys.back"])</a></p>
            """
        return ConsoleView(title: title, body: body, crumbs: crumbs(depth: 1) + [(texts["keys.title"], path("/keys"))])
    }
}
