import VinculaCore
import VinculaEngine

/// How mails and text messages leave, with a test of each.
extension ConsoleSite {
    private static let place = "/projects/{project}/settings/delivery"

    static let delivery: [ConsoleRoute] = [
        .page(place, .act(.seeSettings)) { .view(try await $0.deliveryPage()) },
        .form("\(place)/mail", .act(.changeSettings)) { context in
            let refusal = try await context.refusal { try await context.saveMailServer() }
            if let refusal { return .view(try await context.deliveryPage(reason: refusal)) }
            return .goTo(context.path("/settings/delivery"), notice: .mailChanged)
        },
        .form("\(place)/mail/off", .act(.changeSettings)) { context in
            let refusal = try await context.refusal {
                try await context.settingsEditor(in: context.scope).set(
                    context.mailRows([("method", "DEFAULT")], in: "notification.sendEmail."))
            }
            if let refusal { return .view(try await context.deliveryPage(reason: refusal)) }
            return .goTo(context.path("/settings/delivery"), notice: .mailChanged)
        },
        .form("\(place)/test-mail", .act(.testSettings), limit: .consoleTest) { context in
            guard let account = context.visit?.account, let kind = MailKind(rawValue: context.fields["kind"] ?? "signIn"),
                let language = Language(rawValue: context.fields["language"] ?? context.language.rawValue)
            else { throw AuthError.invalidArgument("kind and language must name a mail.") }
            return .view(
                try await context.tested(.mail) {
                    try await context.engine.sendTestMail(
                        kind, in: language, to: account, label: ConsoleTexts.of(language)["test.label"],
                        notice: ConsoleTexts.of(language)["test.notice"], server: context.options.address.url, in: context.scope)
                })
        },
        .form("\(place)/test-text", .act(.testSettings), limit: .consoleTest) { context in
            guard let account = context.visit?.account,
                let language = Language(rawValue: context.fields["language"] ?? context.language.rawValue)
            else { throw AuthError.invalidArgument("language must be one that there is.") }
            let number = context.given("number")
            return .view(
                try await context.tested(.text) {
                    try await context.engine.sendTestText(to: number, in: language, by: account, in: context.scope)
                })
        },
    ]
}

extension ConsoleContext {
    fileprivate enum Channel { case mail, text }

    private static let smtp = "notification.sendEmail.smtp."

    /// The rows for settings below a name.
    fileprivate func mailRows(_ values: [(name: String, value: String)], in group: String) -> [(ProjectSetting, [String])] {
        values.compactMap { name, value in
            ProjectSettingsEditor.setting(group + name, inTenant: false).map { ($0, [value]) }
        }
    }

    /// Stores the form's mail server, and has the project use it. A password that is not typed is kept, unless it would go
    /// elsewhere; without a user name there is none.
    fileprivate func saveMailServer() async throws {
        var values = ["senderEmail", "host", "port", "securityMode", "username"].map { (name: $0, value: given($0)) }
        let password = fields["password"] ?? ""
        if !password.isEmpty {
            values.append((name: "password", value: password))
        } else if given("username").isEmpty {
            values.append((name: "password", value: ""))
        }
        try await settingsEditor(in: scope).set(
            mailRows(values, in: Self.smtp) + mailRows([("method", "CUSTOM_SMTP")], in: "notification.sendEmail."))
    }

    /// The page after a test, with what came of it.
    fileprivate func tested(_ channel: Channel, _ test: () async throws -> TestOutcome) async throws -> ConsoleView {
        do {
            switch try await test() {
            case .sent: return try await deliveryPage(said: texts[channel == .mail ? "test.mailSent" : "test.textSent"])
            case .kept: return try await deliveryPage(said: texts["test.kept"])
            case .failed(let text): return try await deliveryPage(reason: Reason(text: text, language: .english))
            }
        } catch let error as AuthError {
            return try await deliveryPage(reason: reason(error))
        }
    }

    /// - Parameters:
    ///   - said: What came of a test.
    ///   - reason: Why something was not done.
    fileprivate func deliveryPage(said: String? = nil, reason: Reason? = nil) async throws -> ConsoleView {
        let settings = try await engine.projects.settings(of: scope.project)
        let outcome: HTML = said.map { "<p class=\"notice\" role=\"status\">\($0)</p>" } ?? ""
        let body: HTML = """
            \(outcome)<h2>\(texts["delivery.mail"])</h2>\(mail(settings))
            <h2>\(texts["delivery.texts"])</h2>\(phone(settings))
            """
        return settingsView(texts["delivery.title"], body, reason: reason)
    }

    private func mail(_ settings: ProjectSettings) -> HTML {
        let (own, kept) = (settings.email.ownServer, settings.email.server)
        let servers = options.services.mail
        let state =
            own.map { texts("delivery.own", ["host": "\($0.host):\($0.port)", "sender": $0.sender.value]) }
            ?? servers.map { texts("delivery.servers", ["host": $0.host, "sender": $0.sender ?? ""]) }
            ?? texts[options.isDevelopment ? "delivery.inbox" : "delivery.noMail"]
        var body: HTML = "<p>\(state)</p>"
        if own == nil, let kept { body += "<p>\(texts("delivery.keptServer", ["host": "\(kept.host):\(kept.port)"]))</p>" }
        body += "<p>\(marked(texts["delivery.environment"]))</p>"
        if allows(.testSettings), engine.sendsMail(settings) {
            body += form(
                path("/settings/delivery/test-mail"), texts["delivery.testMail"], isQuiet: false,
                """
                <p>\(texts("delivery.testMail.text", ["email": visit?.account.email?.value ?? ""]))</p>\
                \(choice("kind", label: texts["template"], kinds, chosen: MailKind.signIn.rawValue))\
                \(choice("language", label: texts["language"], Self.languages, chosen: language.rawValue))
                """)
        }
        guard allows(.changeSettings) else { return body + (kept.map { shown($0) } ?? "") }
        body += """
            <h3>\(texts["delivery.ownServer"])</h3><form method="post" action="\(path("/settings/delivery/mail"))">\(tokenField)\
            \(line("senderEmail", label: texts["delivery.sender"], value: value("senderEmail", kept?.sender.value), type: "email", " required"))\
            \(line("host", label: texts["delivery.host"], value: value("host", kept?.host), " required placeholder=\"smtp.example.com\""))\
            \(line("port", label: texts["delivery.port"], value: value("port", "\(kept?.port ?? 587)"), type: "number", " min=\"1\" max=\"65535\" required"))\
            \(choice("securityMode", label: texts["delivery.security"], securities, chosen: value("securityMode", kept?.security.rawValue ?? "START_TLS")))\
            \(line("username", label: texts["delivery.username"], value: value("username", kept?.username), " maxlength=\"256\""))\
            \(secretField("password", label: texts["password"], isKept: kept?.sealedPassword != nil))\
            <button>\(texts["delivery.save"])</button></form>
            """
        if own != nil { body += form(path("/settings/delivery/mail/off"), texts["delivery.off"]) }
        return body
    }

    private func value(_ name: String, _ kept: String?) -> String { fields["host"] == nil ? kept ?? "" : given(name) }

    private var kinds: [(value: String, label: String)] {
        MailKind.allCases.map { (value: $0.rawValue, label: texts["template.\($0.rawValue)"]) }
    }

    private var securities: [(value: String, label: String)] {
        [(value: "START_TLS", label: texts["delivery.startTLS"]), (value: "SSL", label: texts["delivery.ssl"])]
    }

    private func shown(_ server: MailServerSettings) -> HTML {
        facts([
            (texts["delivery.sender"], "\(server.sender.value)"), (texts["delivery.host"], "\(server.host)"),
            (texts["delivery.port"], "\(String(server.port))"),
            (texts["delivery.username"], "\(server.username.isEmpty ? "–" : server.username)"),
            (texts["password"], "\(server.sealedPassword == nil ? "–" : texts["secret.set"])"),
        ])
    }

    private func phone(_ settings: ProjectSettings) -> HTML {
        let gateway = options.services.texts
        let state =
            gateway.map { texts("delivery.gateway", ["host": $0.host, "sender": $0.sender ?? "–"]) }
            ?? texts[options.isDevelopment ? "delivery.textInbox" : "delivery.noTexts"]
        let regions = ["allowlistOnly.allowedRegions", "allowByDefault.disallowedRegions"].map { "smsRegionConfig.\($0)" }
        let links = (regions + ["vincula.phone.messagesPerDay", "signIn.phoneNumber.testPhoneNumbers"]).map { name -> HTML in
            let help = ProjectSettingsEditor.setting(name, inTenant: false).map { SettingWords.of(language)[$0.help] } ?? ""
            let link: HTML = "<a href=\"\(path("/settings/one/\(name)"))\"><code>\(name)</code></a>"
            return "<li>\(link)<p class=\"meta\">\(marked(help))</p></li>"
        }.joined()
        var body: HTML = """
            <p>\(state)</p><p>\(marked(texts["delivery.textEnvironment"]))</p>
            <p>\(texts["delivery.regions"])</p><ul class="list">\(links)</ul>
            """
        if allows(.testSettings), gateway != nil || options.isDevelopment {
            body += form(
                path("/settings/delivery/test-text"), texts["delivery.testText"], isQuiet: false,
                "<p>\(texts["delivery.testText.text"])</p>"
                    + line(
                        "number", label: texts["phone"], value: String(given("number").prefix(32)), type: "tel",
                        " required placeholder=\"+14155550100\"")
                    + choice("language", label: texts["language"], Self.languages, chosen: language.rawValue, id: "text-language")
            )
        }
        return body
    }
}
