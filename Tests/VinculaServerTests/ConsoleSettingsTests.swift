import Foundation
import IdentityToolkit
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

@testable import VinculaServer

/// The console's pages of settings by HTTP; in a browser, `Tests/Fixtures/console_settings.py` goes through them.
@Suite("Console: settings")
struct ConsoleSettingsTests {
    private static let base = "/console/projects/example"

    @Test("Every setting is listed and has a page; it is changed as vincula config set changes it, and set back")
    func settings() async throws {
        try await TestServer.with(settings: .production, isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let editor = ProjectSettingsEditor(server.engine, in: ProjectScope(project: "example"), isDevelopment: false)
            let list = try await browser.get("\(Self.base)/settings")
            for setting in ProjectSettingsEditor.settings(ofTenant: false) {
                let isListed = list.text.contains("<code>\(setting.name)</code>")
                #expect(isListed != setting.name.hasPrefix("vincula.email.templates."), "\(setting.name)")
                guard setting.kind != .secret else { continue }
                let page = try await browser.get("\(Self.base)/settings/one/\(setting.name)")
                #expect(page.status == 200 && page.text.contains("name=\"value\""), "\(setting.name)")
            }
            for (name, typed, stored) in [
                ("signIn.anonymous.enabled", "true", "true"), ("passwordPolicyConfig.minPasswordLength", "12", "12"),
                ("mfa.state", "ENABLED", "ENABLED"), ("vincula.email.appName", " Shop ", "Shop"),
                ("authorizedDomains", "app.example.com\r\nlocalhost\r\n", "app.example.com,localhost"),
                ("vincula.providerTrust", "github.com=never\n", "github.com=never"),
                ("signIn.phoneNumber.testPhoneNumbers", "+16505550100=123456", "+16505550100=123456"),
                ("vincula.email.templates.signIn.en.text", "Hello\r\n{{link}}", "Hello\n{{link}}"),
            ] {
                let setting = try #require(ProjectSettingsEditor.setting(name, inTenant: false))
                let changed = try await browser.post("\(Self.base)/settings/one/\(name)", ["value": typed])
                #expect(changed.status == 303, "\(name): \(changed.text)")
                let value = try await editor.value(of: setting)
                #expect(value == stored, "\(name)")
                let page = try await browser.get("\(Self.base)/settings/one/\(name)")
                #expect(page.text.contains("The setting is changed."), "\(name)")
                let back = try await browser.post("\(Self.base)/settings/one/\(name)/reset")
                #expect(back.status == 303, "\(name): \(back.text)")
                let first = try await editor.value(of: setting)
                #expect((first ?? "") == (setting.kind == .secret ? "" : editor.standard(setting) ?? ""), "\(name)")
            }
        }
    }

    @Test("Before somebody requires keys, or turns mails on that cannot be sent, the form says what comes of it")
    func cautions() async throws {
        try await TestServer.with(settings: .production, isProduction: true, mail: .none) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            @Sendable func page(_ name: String) async throws -> String {
                try await browser.get("\(Self.base)/settings/one/vincula.sessions.\(name)").text
            }
            #expect(try await page("keys").contains("Firebase’s own SDKs have no key"))
            #expect(try await !page("keys").contains("at their next refresh"))
            for name in ["keyNotices", "newDeviceNotices"] {
                #expect(try await page(name).contains("No mail can be sent, so nobody would be told."), "\(name)")
            }
            #expect(try await !page("keyNonce").contains("class=\"caution\""))
            let path = "\(Self.base)/settings/one/vincula.sessions."
            #expect(try await browser.post(path + "keys", ["value": "required"]).status == 303)
            #expect(try await page("keys").contains("sessions without a key end at their next refresh"))
            #expect(try await browser.post(path + "unboundUntil", ["value": "2099-01-01T00:00:00Z"]).status == 303)
            for name in ["keys", "unboundUntil"] {
                #expect(try await page(name).contains("go on until this time, and end then: <span class=\"time\">"), "\(name)")
            }
            #expect(try await browser.post(path + "unboundUntil", ["value": "2020-01-01T00:00:00Z"]).status == 303)
            #expect(try await page("keys").contains("Sessions without a key ended at this time:"))
        }
    }

    @Test("The settings of a move from Firebase are set together, then one by one, and cleared")
    func migration() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let path = "\(Self.base)/settings/migration"
            let group = "vincula.migration.firebase"
            @Sendable func project() async throws -> String? {
                try await server.engine.projects.settings(of: "example").migration.firebase?.id
            }
            let alone = try await browser.post("\(Self.base)/settings/one/\(group).projectId", ["value": "older-app"])
            #expect(alone.status == 400 && alone.text.contains("is missing"), "\(alone.text)")
            let until = Date(timeIntervalSinceNow: 86_400).formatted(.iso8601)
            let fields = [
                "\(group).projectId": "older-app", "\(group).apiKey": "AIzaHush", "\(group).until": until,
                "\(group).acceptRefreshTokens": "true",
            ]
            let lacking = try await browser.post(path, fields.filter { !$0.key.hasSuffix("until") })
            #expect(lacking.status == 400 && lacking.text.contains("value=\"older-app\""), "\(lacking.text)")
            #expect(!lacking.text.contains("AIzaHush"))
            let set = try await browser.post(path, fields)
            #expect(set.status == 303, "\(set.text)")
            #expect(try await project() == "older-app")
            let key = try await browser.post("\(Self.base)/settings/one/\(group).apiKey", ["value": "AIzaOther"])
            #expect(key.status == 303, "\(key.text)")
            let cleared = try await browser.post("\(path)/clear")
            #expect(cleared.status == 303, "\(cleared.text)")
            #expect(try await project() == nil)
        }
    }

    @Test("A value that cannot be is refused in the words of vincula config, and what was typed stays in the form")
    func refusals() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            for (name, typed, words) in [
                ("passwordPolicyConfig.minPasswordLength", "many", "must be a whole number from"),
                ("passwordPolicyConfig.minPasswordLength", "99", "minPasswordLength"),
                ("mfa.state", "ENABLE", "Did you mean ENABLED?"), ("signIn.anonymous.enabled", "", "must be true or false"),
                ("vincula.page.color", "blue", "must have the form #1a4fba"),
                ("signIn.phoneNumber.testPhoneNumbers", "nonsense", "must have the form NAME=VALUE"),
                ("vincula.migration.firebase.apiKey", "", "Nothing was entered."),
            ] {
                let answer = try await browser.post("\(Self.base)/settings/one/\(name)", ["value": typed])
                #expect(answer.status == 400 && answer.text.contains(words), "\(name): \(answer.text)")
                #expect(answer.text.contains("role=\"alert\""))
                let isKept =
                    typed.isEmpty || name == "mfa.state" || answer.text.contains(">\(typed)")
                    || answer.text.contains("\"\(typed)\"")
                #expect(isKept || answer.text.contains("\n\(typed)"), "\(name): \(answer.text)")
            }
            let unknown = try await browser.get("\(Self.base)/settings/one/vincula.page.colour")
            #expect(unknown.status == 404 && unknown.text.contains("<code>vincula.page.color</code>"), "\(unknown.text)")
            for (query, found, missing) in [
                ("COLOR", "vincula.page.color", "signIn.anonymous.enabled"), ("commonest", "refuseCommonPasswords", "mfa.state"),
                ("vincula.page.colour", "Did you mean this one?", "mfa.state"),
            ] {
                let page = try await browser.get("\(Self.base)/settings?q=\(query)")
                #expect(page.text.contains(found) && !page.text.contains(missing), "\(query)")
            }
            let german = try await browser.get(
                "\(Self.base)/settings?q=Ziffer", headers: ["Accept-Language": "de"])
            #expect(german.text.contains("passwordPolicyConfig.containsNumericCharacter"), "\(german.text)")
        }
    }

    @Test("The help of every setting is in every language")
    func words() {
        let sentences = Set(ProjectSetting.all.flatMap(\.sentences))
        #expect(sentences.count > 90)
        for language in Language.allCases where language != .english {
            let words = SettingWords.of(language).byEnglish
            #expect(Set(words.keys) == sentences, "\(language): \(Set(words.keys).symmetricDifference(sentences))")
            #expect(words.values.allSatisfy { !$0.isEmpty })
        }
        let texts = ConsoleTexts.of(.english).byName
        for group in ProjectSetting.groups { #expect(texts["settings.\(group.name)"] != nil, "\(group.name)") }
        for message in MessageTemplate.all { #expect(texts["template.\(message.name)"] != nil, "\(message.name)") }
        for fault in SMSTemplate.Fault.allCases { #expect(texts["template.fault.\(fault.rawValue)"] != nil, "\(fault)") }
    }

    @Test("Domains are added and removed by the rules of their setting")
    func domains() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let path = "\(Self.base)/settings/domains"
            @Sendable func domains() async throws -> [String] {
                try await server.engine.projects.settings(of: "example").authorizedDomains
            }
            let added = try await browser.post(path, ["domain": " App.Example.com "])
            #expect(added.status == 303, "\(added.text)")
            #expect(try await domains() == ["localhost", "app.example.com"])
            for wrong in ["https://app.example.com/x", "", "a b"] {
                let refused = try await browser.post(path, ["domain": wrong])
                #expect(refused.status == 400 && refused.text.contains("role=\"alert\""), "\(wrong): \(refused.text)")
            }
            let removed = try await browser.post("\(path)/remove", ["domain": "localhost"])
            #expect(removed.status == 303)
            #expect(try await domains() == ["app.example.com"])
        }
    }

    @Test("A text of each message is saved, shown as its recipient gets it, and set back")
    func templates() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let list = try await browser.get("\(Self.base)/settings/templates")
            for message in MessageTemplate.all {
                for language in Language.allCases {
                    let path = "\(Self.base)/settings/templates/\(message.name)/\(language.rawValue)"
                    #expect(list.text.contains(path), "\(path)")
                    let frame = try await browser.get("\(path)/frame")
                    #expect(frame.status == 200 && frame.text.count > 40, "\(path)")
                }
            }
            let path = "\(Self.base)/settings/templates/signIn/fr"
            let fields = ["subject": "Bonjour {{displayName}}", "text": "", "html": ""]
            let preview = try await browser.post("\(path)/preview", fields)
            #expect(preview.text.contains("Bonjour Ada Lovelace"), "\(preview.text)")
            #expect(try await server.engine.projects.settings(of: "example").email.templates.isEmpty, "A preview stores nothing.")
            let saved = try await browser.post(path, fields)
            #expect(saved.status == 303, "\(saved.text)")
            let template = try await server.engine.projects.settings(of: "example").email.template(.signIn, .french)
            #expect(template == EmailSettings.Template(subject: "Bonjour {{displayName}}"))
            for wrong in ["{{password}}", "{{#link}}"] {
                let refused = try await browser.post(path, ["subject": "Kept", "text": wrong])
                #expect(refused.status == 400 && refused.text.contains("value=\"Kept\""), "\(refused.text)")
                let shown = try await browser.post("\(path)/preview", ["text": wrong])
                #expect(shown.status == 200 && shown.text.contains("<p lang=\"en\">"), "\(shown.text)")
            }
            let reset = try await browser.post("\(path)/reset")
            #expect(reset.status == 303)
            #expect(try await server.engine.projects.settings(of: "example").email.templates.isEmpty)

            let text = "\(Self.base)/settings/templates/textMessage/it"
            let refused = try await browser.post(text, ["text": "Ciao"])
            #expect(refused.status == 400 && refused.text.contains("%LOGIN_CODE% once"), "\(refused.text)")
            let kept = try await browser.post(text, ["text": "Codice: %LOGIN_CODE%"])
            #expect(kept.status == 303)
            let frame = try await browser.get("\(text)/frame")
            #expect(frame.text.contains("Codice: 123456") && frame.text.contains("Billed as messages: 1"), "\(frame.text)")
            let unknown = try await browser.get("\(Self.base)/settings/templates/nothing/it")
            #expect(unknown.status == 404)
        }
    }

    @Test("The project's mail server is set without its password being shown, tested, and left again")
    func delivery() async throws {
        let tester = AnsweringTester()
        try await TestServer.with(
            mail: .smtp, texts: .gateway, tester: tester,
            options: { $0.services.mail = ConfiguredServices.Service(host: "mail.example.net:25", sender: "all@example.net") }
        ) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let path = "\(Self.base)/settings/delivery"
            let before = try await browser.get(path)
            #expect(before.text.contains("mail.example.net:25") && before.text.contains("all@example.net"), "\(before.text)")
            #expect(before.text.contains("Test numbers, at most 10."))
            var form = [
                "senderEmail": "shop@example.com", "host": "smtp.example.com", "port": "465", "securityMode": "SSL",
                "username": "user", "password": "hush",
            ]
            let saved = try await browser.post("\(path)/mail", form)
            #expect(saved.status == 303, "\(saved.text)")
            let own = try await server.engine.projects.settings(of: "example").email.ownServer
            #expect(own?.host == "smtp.example.com" && own?.port == 465 && own?.sealedPassword != nil)
            form["password"] = ""
            form["senderEmail"] = "other@example.com"
            let kept = try await browser.post("\(path)/mail", form)
            #expect(kept.status == 303, "The password stays: \(kept.text)")
            form["host"] = "smtp.evil.example"
            let elsewhere = try await browser.post("\(path)/mail", form)
            #expect(elsewhere.status == 400 && elsewhere.text.contains("smtp.evil.example"), "\(elsewhere.text)")

            let sent = try await browser.post("\(path)/test-mail", ["kind": "verifyEmail", "language": "de"])
            #expect(sent.status == 200 && sent.text.contains("The mail server accepted the email."), "\(sent.text)")
            let mail = try #require(tester.mails.first)
            #expect(
                mail.mail.subject.hasPrefix("[Test] ") && mail.mail.text.hasPrefix("[Das ist ein Test"), "\(mail.mail.subject)")
            #expect(mail.server?.password == "hush" && mail.server?.settings.sender.value == "other@example.com")
            tester.answer = .failed("The mail server is asleep")
            let failed = try await browser.post("\(path)/test-mail", [:])
            #expect(
                failed.status == 400
                    && failed.text.contains(
                        "<p class=\"error\" role=\"alert\" id=\"error\" lang=\"en\">The mail server is asleep")
            )
            let off = try await browser.post("\(path)/mail/off")
            #expect(off.status == 303)
            let after = try await server.engine.projects.settings(of: "example").email
            #expect(after.ownServer == nil && after.server?.host == "smtp.example.com")

            _ = try await server.engine.projects.updateSettings(of: "example") { $0.phone.regions = .off }
            let nowhere = try await browser.post("\(path)/test-text", ["number": "+14155552671"])
            #expect(nowhere.status == 400 && nowhere.text.contains("sends no text messages to this country"), "\(nowhere.text)")
            let wrong = try await browser.post("\(path)/test-text", ["number": "12"])
            #expect(wrong.status == 400 && wrong.text.contains("country code"), "\(wrong.text)")
        }
    }

    @Test("A development server keeps test messages in its inbox; one without mail says so")
    func inbox() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let path = "\(Self.base)/settings/delivery"
            let kept = try await browser.post("\(path)/test-mail", ["kind": "signIn", "language": "en"])
            #expect(kept.status == 200 && kept.text.contains("inbox"), "\(kept.text)")
            let mails = try await server.mails(to: "op@example.com")
            #expect(mails.map(\.kind) == [.signIn])
        }
        try await TestServer.with(mail: .none) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let refused = try await browser.post("\(Self.base)/settings/delivery/test-mail", [:])
            #expect(refused.status == 400 && refused.text.contains("does not send email"), "\(refused.text)")
            let methods = try await browser.get("\(Self.base)/methods")
            #expect(methods.text.contains("Needs mail, which is not set up") && methods.text.contains("/settings/delivery"))
        }
    }

    @Test("The look is saved as a whole, or refused; its preview shows what was typed")
    func look() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let path = "\(Self.base)/settings/look"
            let preview = try await browser.post("\(path)/preview", ["name": "Shop & Co", "color": "#aa0000", "logo": ""])
            #expect(preview.text.contains("Sign in to Shop &amp; Co") && preview.text.contains("look.css?color=%23aa0000"))
            let style = try await browser.get("/console/look.css?color=%23aa0000")
            #expect(style.status == 200 && style.text.contains("--action:#aa0000"), "\(style.text)")
            let refused = try await browser.post(path, ["name": "Shop", "color": "red", "logo": ""])
            #expect(refused.status == 400 && refused.text.contains("value=\"Shop\""), "\(refused.text)")
            #expect(try await server.engine.projects.settings(of: "example").page == PageSettings())
            let logo = "https://shop.example/logo.svg"
            let saved = try await browser.post(path, ["name": "Shop", "color": "#aa0000", "logo": logo])
            #expect(saved.status == 303, "\(saved.text)")
            let page = try await server.engine.projects.settings(of: "example").page
            #expect(page.name == "Shop" && page.logo == logo && page.color == PageColor("#aa0000"))
            let frame = try await browser.get("\(path)/frame")
            #expect(frame.headers["content-security-policy"]?.contains("img-src data: https://shop.example;") == true)
        }
    }
}

/// Answers every test message alike, and records the mails.
final class AnsweringTester: MessageTester {
    private let state = Mutex<(mails: [(mail: RenderedMail, server: OwnMailServer?)], answer: MessageOutcome)>(([], .sent))

    var mails: [(mail: RenderedMail, server: OwnMailServer?)] { state.withLock { $0.mails } }
    var answer: MessageOutcome {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    func send(
        _ mail: RenderedMail, through server: OwnMailServer?, id: String, at now: Timestamp
    ) async -> MessageOutcome {
        state.withLock {
            $0.mails.append((mail, server))
            return $0.answer
        }
    }

    func send(_ text: RenderedText, id: String) async -> MessageOutcome { answer }
}
