import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// A project's own mails in Firebase's form (`notification.sendEmail.resetPasswordTemplate`, …).
@Suite("Mail templates in Firebase's form")
struct PlaceholderTemplateTests {
    private static func body(_ template: [String: JSONValue], _ name: String = "resetPasswordTemplate") -> [String: JSONValue] {
        ["notification": .object(["sendEmail": .object([name: .object(template)])])]
    }

    private static func reset(_ server: TestServer) async throws -> RenderedMail {
        _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
        _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
        return try await server.mail(.resetPassword, to: "ana@example.com").mail
    }

    @Test("HTML: the placeholders are filled in and escaped, in the subject, too")
    func html() async throws {
        try await TestServer.with { server in
            _ = try await server.configure(
                "vincula.email.appName", ["vincula": ["email": ["appName": "Shop & <Co>"]]])
            let answer = try await server.configure(
                "notification.sendEmail.resetPasswordTemplate",
                Self.body([
                    "subject": "Reset for %APP_NAME%", "senderDisplayName": "Ana of Shop", "replyTo": "help@example.com",
                    "body": "<p>%EMAIL% <b>%APP_NAME%</b> <a href='%LINK%'>Go</a></p>", "bodyFormat": "HTML",
                ]))
            #expect(answer.json["notification"]?["sendEmail"]?["resetPasswordTemplate"]?["customized"] == true, "\(answer.text)")
            #expect(answer.json["notification"]?["sendEmail"]?["verifyEmailTemplate"]?["customized"] == false)
            let mail = try await Self.reset(server)
            #expect(mail.subject == "Reset for Shop & <Co>" && mail.senderName == "Ana of Shop")
            #expect(mail.replyTo?.value == "help@example.com")
            #expect(mail.html.hasPrefix("<p>ana@example.com <b>Shop &amp; &lt;Co&gt;</b> <a href='http"), "\(mail.html)")
            #expect(mail.html.contains("&amp;oobCode=") && mail.text.contains("&oobCode="))
        }
    }

    @Test("Plain text is what both parts say; a template of ours for one language takes precedence")
    func plain() async throws {
        try await TestServer.with { server in
            _ = try await server.configure(
                "notification.sendEmail.resetPasswordTemplate",
                Self.body(["body": "Hi %EMAIL%,\n%LINK%\n<3", "bodyFormat": "PLAIN_TEXT"]))
            let mail = try await Self.reset(server)
            #expect(mail.text.hasPrefix("Hi ana@example.com,\nhttp") && mail.text.hasSuffix("\n<3"))
            #expect(mail.html.contains("Hi ana@example.com,<br>") && mail.html.contains("&lt;3"))
            #expect(mail.html.contains("<a href=\"http"))
            let own: JSONValue = ["email": ["templates": ["resetPassword": ["en": ["subject": "Ours", "text": "ours"]]]]]
            _ = try await server.configure("vincula.email.templates", ["vincula": own])
            _ = try await server.sendMail("PASSWORD_RESET", to: "ana@example.com")
            let mails = try await server.mails(to: "ana@example.com").filter { $0.kind == .resetPassword }
            #expect(Set(mails.map(\.mail.subject)).contains("Ours"), "\(mails.map(\.mail.subject))")
        }
    }

    @Test("A new second factor is named")
    func secondFactor() throws {
        var settings = EmailSettings()
        var template = PlaceholderTemplate()
        template.body = "%SECOND_FACTOR% %NEW_EMAIL%"
        settings.placeholderTemplates["revertSecondFactorAddition"] = template
        var order = MailOrder(.revertSecondFactorAddition, project: "p", to: EmailAddress(canonical: "a@example.com"))
        let app = try MailTemplates().render(order, settings)
        order.provider = "phone"
        let phone = try MailTemplates().render(order, settings)
        #expect(app.text == "authenticator app –" && phone.text != app.text, "\(app.text) \(phone.text)")
    }

    @Test(
        "What cannot be used is refused, and nothing is changed",
        arguments: [
            (["body": "Hi {{link}}"], "{{"), (["subject": "%LNIK%"], "%LNIK%"), (["replyTo": "nobody"], "replyTo"),
            (["senderDisplayName": "a\nb"], "senderDisplayName"), (["senderLocalPart": "noreply"], "senderLocalPart"),
            (["bodyFormat": "MARKDOWN"], "BODY_FORMAT_UNSPECIFIED"),
            (["body": .string(String(repeating: "%LINK%", count: 20))], "bytes"),
            (["body": .string(String(repeating: "x", count: 70_000))], "bytes"),
        ] as [([String: JSONValue], String)])
    func refused(_ template: [String: JSONValue], _ word: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.configure("notification.sendEmail.resetPasswordTemplate", Self.body(template))
            #expect(answer.status == 400 && answer.text.contains(word), "\(answer.text)")
            #expect(try await server.engine.projects.settings(of: server.project).email.placeholderTemplates.isEmpty)
        }
    }

    @Test("One part is changed by itself, and null sets it back")
    func parts() async throws {
        try await TestServer.with { server in
            let path = "notification.sendEmail.verifyEmailTemplate"
            _ = try await server.configure(path, Self.body(["subject": "S", "body": "B"], "verifyEmailTemplate"))
            let one = try await server.configure("\(path).subject", Self.body(["subject": "T"], "verifyEmailTemplate"))
            let template = one.json["notification"]?["sendEmail"]?["verifyEmailTemplate"]
            #expect(template?["subject"] == "T" && template?["body"] == "B", "\(one.text)")
            let less = try await server.configure("\(path).body", Self.body(["body": .null], "verifyEmailTemplate"))
            #expect(less.json["notification"]?["sendEmail"]?["verifyEmailTemplate"]?["body"] == nil, "\(less.text)")
            let none = try await server.configure(
                path, ["notification": ["sendEmail": ["verifyEmailTemplate": .null]]])
            #expect(none.json["notification"]?["sendEmail"]?["verifyEmailTemplate"] == ["customized": false], "\(none.text)")
        }
    }
}
