import VinculaCore
import VinculaEngine

/// One account: what opens it, where it is signed in, what happened to it, and what the operator may do.
extension ConsoleSite {
    private static let mostRecords = 50

    static let user: [ConsoleRoute] = [
        .page("/projects/{project}/users/{user}", .act(.seeAccounts)) { context in
            let (engine, scope) = (context.engine, context.scope)
            let account = try await engine.accounts.account(context.accountID, in: scope)
            let sessions = try await engine.accounts.openSessions(of: account.id, in: scope)
            let records = try await engine.auditLog.entries(
                AuditQuery(project: scope.project, tenant: scope.tenant, account: account.id, limit: mostRecords))
            let guesses = try await engine.limited.guesses(of: account.id, in: scope)
            let names = records.isEmpty ? [:] : try await engine.operators.names()
            let page = ConsoleUserPage(context: context, account: account)
            return .view(
                ConsoleView(
                    title: page.name,
                    body: page.facts + page.waysIn + page.factors + page.places(sessions) + page.limits(guesses)
                        + page.claims + page.history(records, names) + page.acts,
                    crumbs: context.crumbs(depth: 2)))
        }
    ]
}

/// The parts of the page of one account.
struct ConsoleUserPage: Sendable {
    let context: ConsoleContext
    let account: Account

    private var texts: ConsoleTexts { context.texts }
    private func path(_ act: String) -> String {
        ConsoleSite.path(of: account.id, in: context.scope, "/\(act)")
    }

    /// The name of the account on its page.
    var name: String { account.email?.value ?? account.phone?.value ?? account.displayName ?? account.id.value }

    var facts: HTML {
        func row(_ name: String, _ value: HTML) -> HTML { "<div><dt>\(texts[name])</dt><dd>\(value)</dd></div>" }
        let proven = texts[account.emailVerified ? "proven" : "notProven"]
        return """
            <dl class="facts">
            \(row("id", "<code>\(account.id.value)</code>"))
            \(row("state", "\(texts[account.isDisabled ? "disabled" : "active"])"))
            \(row("email", account.email.map { "\($0.value) (\(proven))" } ?? "–"))
            \(row("phone", account.phone.map { "\($0.value)" } ?? "–"))
            \(row("name", context.chosen(account.displayName)))
            \(row("photo", account.photoURL.map { "<code>\($0)</code>" } ?? "–"))
            \(row("created", context.time(account.createdAt)))
            \(row("lastSignIn", context.time(account.lastSignInAt)))
            </dl>
            """
    }

    var waysIn: HTML {
        var rows: [[HTML]] = []
        let mayUnlink = context.allows(.unlinkProvider)
        func add(_ provider: ProviderID, _ detail: String) {
            let title = context.engine.catalogue.title(of: provider)
            var row: [HTML] = [context.mark(of: provider) + "\(title)", context.chosen(detail)]
            if mayUnlink {
                let field: HTML = "<input type=\"hidden\" name=\"provider\" value=\"\(provider.value)\">"
                row.append(
                    context.form(path("unlink"), texts["unlink"], label: texts("unlink.label", ["provider": title]), field))
            }
            rows.append(row)
        }
        if account.hasPasswordProvider { add(.password, account.email?.value ?? "") }
        for identity in account.federatedIdentities {
            let shown = identity.email?.value ?? identity.profile.screenName
            add(identity.key.provider, [shown, identity.key.subject].compactMap(\.self).joined(separator: ", "))
        }
        if let phone = account.phone { add(.phone, phone.value) }
        let table: HTML =
            rows.isEmpty
            ? "<p>\(texts[account.isAnonymous ? "anonymous" : "noWayIn"])</p>"
            : context.table(texts["waysIn"], ["method", "person"] + (mayUnlink ? [""] : []), rows)
        return "<h2>\(texts["waysIn"])</h2>" + table
    }

    var factors: HTML {
        let rows = account.secondFactors.map { factor -> [HTML] in
            [
                context.chosen(factor.displayName ?? texts[factor.phone == nil ? "factor.app" : "factor.phone"]),
                "\(factor.phone?.value ?? texts["factor.app"])", context.time(factor.enrolledAt),
            ]
        }
        guard !rows.isEmpty else { return "<h2>\(texts["factors"])</h2><p>\(texts["factors.none"])</p>" }
        let remove: HTML = context.allows(.removeFactors) ? context.form(path("remove-factors"), texts["factors.remove"]) : ""
        return "<h2>\(texts["factors"])</h2>" + context.table(texts["factors"], ["name", "kind", "added"], rows) + remove
    }

    func places(_ sessions: [OwnSession]) -> HTML {
        let mayEnd = context.allows(.revokeSessions)
        let rows = sessions.map { session -> [HTML] in
            let device = session.place.device ?? texts["unknownDevice"]
            var row: [HTML] = [
                "\(device)", "\(session.place.network ?? "–")", method(of: session), context.time(session.openedAt),
                context.time(session.lastUsedAt),
            ]
            if mayEnd {
                let field: HTML = "<input type=\"hidden\" name=\"session\" value=\"\(session.handle)\">"
                row.append(
                    context.form(
                        path("end-session"), texts["session.end"], label: texts("session.end.label", ["device": device]), field))
            }
            return row
        }
        guard !rows.isEmpty else { return "<h2>\(texts["sessions"])</h2><p>\(texts["sessions.none"])</p>" }
        let end: HTML = mayEnd ? context.form(path("revoke"), texts["sessions.end"]) : ""
        let columns = ["device", "network", "method", "opened", "lastUsed"] + (mayEnd ? [""] : [])
        return "<h2>\(texts["sessions"])</h2>" + context.table(texts["sessions"], columns, rows) + end
    }

    /// The way in of a session, with its second factor and whether it is bound to its device.
    private func method(of session: OwnSession) -> HTML {
        let first =
            session.firstFactor == "emailLink"
            ? texts["session.emailLink"] : context.engine.catalogue.title(of: ProviderID(session.firstFactor))
        let parts = [
            first, session.secondFactor.map { texts["session.\($0)"] }, session.isBound ? texts["session.bound"] : nil,
        ]
        return "\(parts.compactMap(\.self).joined(separator: ", "))"
    }

    var claims: HTML {
        let text = account.customClaims?.text ?? ""
        guard context.allows(.setClaims) else {
            return "<h2>\(texts["claims"])</h2><p>\(text.isEmpty ? texts["claims.none"] : text)</p>"
        }
        let field: HTML = """
            <label for="claims">\(texts["claims.label"])</label>\
            <textarea id="claims" name="claims" rows="3" maxlength="1000" spellcheck="false">\(text)</textarea>
            """
        return "<h2>\(texts["claims"])</h2>" + context.form(path("claims"), texts["claims.save"], field)
    }

    /// The records of the account.
    ///
    /// - Parameters:
    ///   - records: The records, newest first.
    ///   - names: The operators' emails by their ids.
    func history(_ records: [AuditEntry], _ names: [String: String]) -> HTML {
        guard !records.isEmpty else { return "<h2>\(texts["history"])</h2><p>\(texts["history.none"])</p>" }
        let rows = records.map { record -> [HTML] in
            [
                context.time(record.time), context.words(for: record.action), "\(context.who(record.actor, names))",
                "\(record.clientAddress ?? "–")",
            ]
        }
        let all: HTML =
            context.scope.tenant.isEmpty
            ? "<p><a href=\"\(context.path("/audit"))?account=\(QueryText.escaped(account.id.value))\">\(texts["history.all"])</a></p>"
            : ""
        return "<h2>\(texts["history"])</h2>" + context.table(texts["history"], ["time", "what", "who", "from"], rows) + all
    }

    var acts: HTML {
        var forms: [HTML] = []
        if account.isDisabled, context.allows(.enableAccount) { forms.append(context.form(path("enable"), texts["enable"])) }
        if !account.isDisabled, context.allows(.disableAccount) { forms.append(context.form(path("disable"), texts["disable"])) }
        if context.allows(.editAccount) {
            forms.append("<a class=\"button quiet\" href=\"\(path("edit"))\">\(texts["edit.title"])</a>")
        }
        if account.email != nil, context.allows(.setPassword) {
            forms.append("<a class=\"button quiet\" href=\"\(path("password"))\">\(texts["setPassword.title"])</a>")
        }
        if account.email != nil, context.allows(.sendReset) { forms.append(context.form(path("reset"), texts["reset"])) }
        let delete: HTML =
            context.allows(.deleteAccount)
            ? context.deletion(path("delete"), "delete", word: account.email?.value ?? account.id.value) : ""
        guard !forms.isEmpty || !delete.text.isEmpty else { return "" }
        return "<h2>\(texts["acts"])</h2><div class=\"row\">\(forms.joined())</div>" + delete
    }
}
