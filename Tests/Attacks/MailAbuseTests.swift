import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// Mail as a means of finding out, of flooding, and of saying something else than we do.
@Suite("Abuse of mail", .tags(.attack))
struct MailAbuseTests {
    private static let production: ProjectSettings = {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.passwordRequired = false
        return settings
    }()

    @Test("T084, T087 mail for an unknown address: the same answer and the same writes, and nothing is sent")
    func enumeration() async throws {
        try await TestServer.with(settings: Self.production, isProduction: true) { server in
            let person = try await server.admin(
                "accounts", ["email": "v@x.example", "password": "violet river", "emailVerified": true])
            let other = try await server.admin(
                "accounts", ["email": "w@x.example", "password": "violet river", "emailVerified": true])
            #expect(person.status == 200 && other.status == 200)
            let known = try await server.sendMail("PASSWORD_RESET", to: "v@x.example")
            let unknown = try await server.sendMail("PASSWORD_RESET", to: "n@x.example")
            #expect(known.status == 200 && unknown.status == 200)
            #expect(known.text.replacing("v@x", with: "n@x") == unknown.text)
            let rows = try await server.engine.outbox.messages(.kept)
            let sizes = rows.compactMap { $0.sealed?.count }
            #expect(rows.count == 2 && abs(sizes[0] - sizes[1]) <= 8, "\(sizes)")
            #expect(try await server.engine.outbox.keptMails().map(\.mail.to.value) == ["v@x.example"])

            // A new address that somebody has already: no answer tells, and its owner gets no link.
            let signedIn = try await server.call(
                "accounts:signInWithPassword", ["email": "v@x.example", "password": "violet river"])
            for email in ["w@x.example", "free@x.example"] {
                let answer = try await server.sendMail(
                    "VERIFY_AND_CHANGE_EMAIL", ["idToken": try signedIn.value("idToken"), "newEmail": .string(email)])
                #expect(answer.status == 200 && answer["email"] == "v@x.example")
            }
            #expect(try await server.mails(to: "w@x.example").isEmpty)
            #expect(try await server.mails(to: "free@x.example").count == 1)
        }
    }

    @Test(
        "T103 mail bombing: three mails in ten minutes, fewer than ten in a day, whoever asks from wherever; the answer stays the same"
    )
    func bombing() async throws {
        let clock = TestClock()
        try await TestServer.with(
            settings: Self.production, clock: clock, limits: true, proxies: ["loopback"]
        ) { server in
            _ = try await server.signUp("v@x.example", from: "198.51.100.200")
            let body: [String: JSONValue] = ["requestType": "PASSWORD_RESET", "email": "v@x.example"]
            var first: HTTPAnswer?
            for index in 0..<40 {
                let type: JSONValue = index.isMultiple(of: 2) ? "PASSWORD_RESET" : "EMAIL_SIGNIN"
                let answer = try await server.call(
                    "accounts:sendOobCode",
                    body.merging(["requestType": type, "continueUrl": "http://localhost"]) { $1 }, from: "198.51.\(index).9")
                #expect(answer.status == 200, "\(answer.text)")
                first = first ?? answer
                #expect(answer.text == first?.text)
            }
            #expect(try await server.mails(to: "v@x.example").count == 3)
            for hour in 1..<24 {
                clock.advance(seconds: 1200)
                _ = try await server.call("accounts:sendOobCode", body, from: "203.0.\(hour).9")
            }
            // Six, and then one in five hours.
            #expect(try await server.mails(to: "v@x.example").count == 7)
            clock.advance(seconds: 24 * 3600)
            _ = try await server.call("accounts:sendOobCode", body, from: "203.0.113.9")
            #expect(try await server.mails(to: "v@x.example").count == 8)
            // One client's asking is limited besides, and told so.
            var codes: Set<String?> = []
            for index in 0..<30 {
                codes.insert(
                    try await server.call(
                        "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": .string("p\(index)@x.example")],
                        from: "192.0.2.1"
                    ).code)
            }
            #expect(codes == [nil, "TOO_MANY_ATTEMPTS_TRY_LATER"])
        }
    }

    @Test(
        "T152 a name, an app's name or a language cannot add to a mail's head",
        arguments: [
            "x\r\nBcc: a@evil.example", "x\nSubject: y", "=?utf-8?q?=0D=0ABcc:_a@evil.example?=", "\u{202E}moc.live",
            "x\u{2028}y",
            String(repeating: "long ", count: 200),
        ])
    func headerInjection(_ name: String) async throws {
        try await MailPreHijackingTests.run { target in
            let server = target.server
            let person = try await target.signUp("v@x.example")
            _ = try await server.call(
                "accounts:update", ["idToken": try person.value("idToken"), "displayName": .string(name)])
            let templates: JSONValue = .object([
                "verifyEmail": .object(["en": .object(["subject": "Hello {{displayName}}, {{app}}"])])
            ])
            let changed = try await server.configure(
                "vincula.email.templates", ["vincula": .object(["email": .object(["templates": templates])])])
            #expect(changed.status == 200, "\(changed.text)")
            let app = try await server.configure(
                "vincula.email.appName", ["vincula": .object(["email": .object(["appName": .string(name)])])])
            #expect(app.status == 200 || app.code == "INVALID_CONFIG")
            let sent = try await HTTP.post(
                "\(server.url)/v1/accounts:sendOobCode?key=k",
                .object(["requestType": "VERIFY_EMAIL", "idToken": try person.value("idToken")]),
                headers: ["X-Firebase-Locale": "en;q=1, x-\"><script>"])
            #expect(sent.status == 200)
            let mail = try await server.mail(.verifyEmail, to: "v@x.example")
            let message = try MailMessage(
                mail.mail, from: EmailAddress(canonical: "accounts@x.example"), id: mail.id,
                createdAt: Timestamp(milliseconds: 0))
            let text = String(decoding: message.bytes, as: UTF8.self)
            let head = text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
            for field in ["To", "From", "Subject", "Date", "Message-ID"] {
                #expect(head.count { $0.hasPrefix("\(field):") } == 1, "\(field)")
            }
            #expect(!head.contains { $0.lowercased().hasPrefix("bcc") })
            #expect(head.allSatisfy { $0.utf8.count <= 998 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        }
    }

    @Test(
        "T153 what people call themselves is text in a mail: no markup, no link, no template",
        arguments: [
            "<a href=//evil.example>click</a>", "http://evil.example", "evil.example/path", "{{link}}", "%LINK%", "{{{link}}}",
            "\"\u{301} onclick=x", "www.evil.example", "a@evil.example",
        ])
    func bodyInjection(_ name: String) throws {
        var order = MailOrder(.verifyEmail, project: "example", to: EmailAddress(canonical: "v@x.example"))
        order.email = order.to
        order.displayName = name
        order.link = "https://auth.example.com/__/auth/action?oobCode=SECRET"
        var settings = EmailSettings()
        settings.appName = "Tom & <b>Jerry</b> {{link}}"
        settings.templates = [
            "verifyEmail": [
                "en": .init(
                    subject: "{{displayName}}", text: "Hello {{displayName}}.",
                    html: "<p title=\"{{displayName}}\">{{displayName}}</p>")
            ]
        ]
        let own = try MailTemplates().render(order, settings)
        for text in [own.subject, own.text, own.html] {
            #expect(!text.contains("evil.example") && !text.contains("SECRET") && !text.contains("://"), "\(text)")
            #expect(!text.contains("<a ") && !text.contains("href="), "\(text)")
        }
        #expect(own.html.count { $0 == "\"" } == 2, "\(own.html)")
        settings.templates = [:]
        let ours = try MailTemplates().render(order, settings)
        #expect(ours.html.contains("Tom &amp; &lt;b&gt;Jerry&lt;/b&gt; {{link}}") && !ours.html.contains("<b>"))
        #expect(!ours.html.contains("evil") && !ours.text.contains("evil"))
    }
}
