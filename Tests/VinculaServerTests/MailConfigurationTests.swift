import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A project's configuration of its mails.
@Suite("Configuration of mails")
struct MailConfigurationTests {
    private static func email(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        ["vincula": .object(["email": .object(fields)])]
    }

    @Test("A project's own words, name, address for answers and page")
    func own() async throws {
        try await TestServer.with { server in
            let templates: JSONValue = .object([
                "signIn": .object([
                    "en": .object(["subject": "Hi {{email}}", "html": "<b>{{app}}</b> <a href=\"{{link}}\">{{digits}}</a>"])
                ])
            ])
            let changed = try await server.configure(
                "vincula.email",
                Self.email([
                    "appName": "Shop & Co", "senderName": "Shop", "replyTo": "help@example.com", "codes": true,
                    "templates": templates,
                ]))
            #expect(changed.json["vincula"]?["email"]?["templates"] == templates, "\(changed.text)")
            let page = try await server.configure(
                "notification.sendEmail.callbackUri",
                ["notification": .object(["sendEmail": .object(["callbackUri": "https://app.example.com/auth?x=1"])])])
            #expect(page.status == 200, "\(page.text)")
            _ = try await server.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            let mail = try await server.mail(.signIn, to: "ana@example.com").mail
            #expect(
                mail.subject == "Hi ana@example.com" && mail.senderName == "Shop" && mail.replyTo?.value == "help@example.com")
            #expect(mail.html.contains("<b>Shop &amp; Co</b>") && mail.html.contains("&amp;oobCode="))
            #expect(mail.text.contains("https://app.example.com/auth?x=1&mode=signIn&lang=en&oobCode="))
            // Naming a text and sending null empties it.
            let back = try await server.configure(
                "vincula.email.templates,vincula.email.codes,vincula.email.appName",
                ["vincula": ["email": ["templates": .null, "codes": false, "appName": .null]]])
            #expect(back.json["vincula"]?["email"]?["codes"] == false && back.json["vincula"]?["email"]?["appName"] == nil)
            #expect(back.json["vincula"]?["email"]?["senderName"] == "Shop")
        }
    }

    @Test(
        "What cannot be used is refused, and nothing is changed",
        arguments: [
            ["templates": ["nonsense": ["en": ["subject": "x"]]]], ["templates": ["signIn": ["zz": ["subject": "x"]]]],
            ["templates": ["signIn": ["en": ["text": "{{#open}} never closed"]]]],
            ["templates": ["signIn": ["en": ["html": "{{#a}}{{/b}}"]]]],
            ["templates": ["signIn": ["en": ["subject": .string(String(repeating: "x", count: 70_000))]]]],
            ["templates": ["signIn": ["en": ["text": "Hi {{lnik}}"]]]], ["templates": ["signIn": ["en": ["html": "{{{app}}}"]]]],
            ["templates": ["signIn": ["en": ["text": "{{> partial}}"]]]], ["templates": ["signIn": ["en": ["subject": ""]]]],
            ["replyTo": "nobody"], ["appName": "a\nb"], ["senderName": .string(String(repeating: "x", count: 201))],
        ] as [[String: JSONValue]])
    func refused(_ fields: [String: JSONValue]) async throws {
        try await TestServer.with { server in
            let before = try await server.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": true]]])
            let answer = try await server.configure("vincula.email", Self.email(fields))
            #expect(answer.code == "INVALID_CONFIG" && answer.status == 400, "\(answer.text)")
            let after = try await server.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": true]]])
            #expect(after.json == before.json)
        }
    }

    @Test(
        "A page of one's own is https, and unmistakable",
        arguments: ["http://example.com", "javascript:alert(1)", "https://a@b.example", "https://x.example/#f", "nothing"])
    func pages(_ url: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.configure(
                "notification.sendEmail.callbackUri",
                ["notification": .object(["sendEmail": .object(["callbackUri": .string(url)])])])
            #expect(answer.code == "INVALID_CONFIG", "\(answer.text)")
            let language = try await server.configure(
                "notification.defaultLocale", ["notification": .object(["defaultLocale": "xx"])])
            #expect(language.code == "INVALID_CONFIG")
        }
    }
}
