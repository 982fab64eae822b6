import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// A project's own mail server (`notification.sendEmail.smtp`), by HTTP; Tests/EndToEnd has mails that go through one.
@Suite("A project's own mail server")
struct OwnMailServerTests {
    private static let server: [String: JSONValue] = [
        "senderEmail": "app@shop.example", "host": "SMTP.shop.example", "port": 465, "username": "app", "password": "pa55 word",
        "securityMode": "SSL",
    ]

    private static func body(_ smtp: [String: JSONValue], method: String? = nil) -> [String: JSONValue] {
        var sendEmail: [String: JSONValue] = ["smtp": .object(smtp)]
        sendEmail["method"] = method.map { .string($0) }
        return ["notification": .object(["sendEmail": .object(sendEmail)])]
    }

    private static func put(
        _ test: TestServer, _ change: [String: JSONValue] = [:], method: String? = "CUSTOM_SMTP"
    ) async throws -> HTTPAnswer {
        let mask = "notification.sendEmail.smtp" + (method == nil ? "" : ",notification.sendEmail.method")
        return try await test.configure(mask, body(server.merging(change) { $1 }, method: method))
    }

    private static func smtp(_ answer: HTTPAnswer) -> JSONValue? { answer.json["notification"]?["sendEmail"]?["smtp"] }

    @Test("T133 the password is sealed, shown as a mask, and named nowhere: not in the answer, the audit log or the settings")
    func secret() async throws {
        try await TestServer.with { test in
            let answer = try await Self.put(test)
            #expect(answer.status == 200 && Self.smtp(answer)?["password"] == "********", "\(answer.text)")
            #expect(Self.smtp(answer)?["host"] == "smtp.shop.example" && Self.smtp(answer)?["port"] == 465)
            let settings = try await test.engine.projects.settings(of: test.project)
            let sealed = try #require(settings.email.server?.sealedPassword)
            let events = try await test.engine.auditLog.entries(AuditQuery(project: test.project, limit: 99))
            for text in [answer.text, sealed, "\(events)"] { #expect(!text.contains("pa55")) }
            #expect(!"\(events)".contains(sealed))
            let own = try test.engine.outbox.ownServer(settings.email, of: test.project)
            #expect(own?.password == "pa55 word")
            #expect(throws: (any Error).self) { try test.engine.outbox.ownServer(settings.email, of: "other") }
        }
    }

    @Test("T133 a password is not sent to another server: not with another host, port, user name or protection")
    func elsewhere() async throws {
        try await TestServer.with { test in
            _ = try await Self.put(test)
            for (field, value) in [
                ("host", "evil.example"), ("port", 25), ("username", "b"), ("securityMode", "START_TLS"),
            ] as [(String, JSONValue)] {
                for mask in ["\(field)", "\(field),notification.sendEmail.smtp.password"] {
                    let answer = try await test.configure(
                        "notification.sendEmail.smtp.\(mask)", Self.body([field: value, "password": "********"]))
                    #expect(answer.code == "INVALID_CONFIG" && answer.text.contains("smtp.password"), "\(answer.text)")
                }
            }
            let same = try await test.configure(
                "notification.sendEmail.smtp.senderEmail", Self.body(["senderEmail": "b@shop.example"]))
            #expect(same.status == 200 && Self.smtp(same)?["password"] == "********", "\(same.text)")
            let moved = try await Self.put(test, ["host": "new.example", "password": "other"])
            #expect(moved.status == 200 && Self.smtp(moved)?["host"] == "new.example", "\(moved.text)")
            let settings = try await test.engine.projects.settings(of: test.project)
            #expect(try test.engine.outbox.ownServer(settings.email, of: test.project)?.password == "other")
        }
    }

    @Test(
        "What cannot be used is refused, and nothing is changed",
        arguments: [
            ["senderEmail": "nobody"], ["senderEmail": .null], ["host": "http://smtp.example"], ["host": "a b"], ["host": ""],
            ["port": 0], ["port": 65536], ["securityMode": "SECURITY_MODE_UNSPECIFIED"], ["securityMode": "NONE"],
            ["username": "a\nb"], ["username": ""], ["password": ""], ["password": "********"],
        ] as [[String: JSONValue]])
    func refused(_ change: [String: JSONValue]) async throws {
        try await TestServer.with { test in
            let answer = try await Self.put(test, change)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(try await test.engine.projects.settings(of: test.project).email.server == nil)
        }
    }

    @Test("CUSTOM_SMTP needs a server; DEFAULT keeps it for later; null removes it")
    func method() async throws {
        try await TestServer.with(isProduction: true, mail: .none) { test in
            let method = "notification.sendEmail.method"
            func sends() async throws -> Bool {
                test.engine.sendsMail(try await test.engine.projects.settings(of: test.project))
            }
            let none = try await test.configure(method, Self.body([:], method: "CUSTOM_SMTP"))
            #expect(none.code == "INVALID_CONFIG", "\(none.text)")
            #expect(try await Self.put(test, method: nil).status == 200)
            #expect(try await !sends(), "kept, not used")
            #expect(try await Self.put(test).status == 200)
            #expect(try await sends())
            // A project with its own server sends mails where the operator has none.
            _ = try await test.configure("signIn.email.enabled", ["signIn": ["email": ["enabled": true]]])
            _ = try await test.configure("signIn.email.passwordRequired", ["signIn": ["email": ["passwordRequired": false]]])
            _ = try await test.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            #expect(try await test.engine.outbox.messages(.waiting, limit: 9).count == 1)
            let off = try await test.configure(method, ["notification": ["sendEmail": ["method": "DEFAULT"]]])
            #expect(off.status == 200 && Self.smtp(off)?["host"] == "smtp.shop.example", "\(off.text)")
            let refused = try await test.sendMail("EMAIL_SIGNIN", to: "ana@example.com")
            #expect(refused.code == "OPERATION_NOT_ALLOWED", "\(refused.text)")
            let gone = try await test.configure(
                "notification.sendEmail.smtp", ["notification": ["sendEmail": ["smtp": .null]]])
            #expect(gone.status == 200 && Self.smtp(gone) == nil, "\(gone.text)")
        }
    }

    @Test("T162 production refuses a server at a private address when it is configured, unless the operator allows that")
    func privateHosts() async throws {
        let hosts = ["127.0.0.1", "localhost", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0x7f.1"]
        try await TestServer.with(isProduction: true, providers: { $0.allowsLoopbackHTTP = false }) { test in
            for host in hosts {
                let answer = try await Self.put(test, ["host": .string(host)])
                #expect(answer.code == "INVALID_CONFIG" && answer.text.contains("smtp.host"), "\(host): \(answer.text)")
                #expect(try await test.engine.projects.settings(of: test.project).email.server == nil)
            }
            #expect(try await Self.put(test).status == 200)
        }
        try await TestServer.with(isProduction: true, providers: { $0.allowsPrivateAddresses = true }) { test in
            let allowed = try await Self.put(test, ["host": "10.0.0.1"])
            #expect(allowed.status == 200, "\(allowed.text)")
        }
    }

    @Test("T162 production connects to no private address for a project, whatever its name")
    func privateAddresses() async throws {
        for host in ["127.0.0.1", "localhost", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0x7f.1", "2130706433"] {
            #expect(await MailServerAddresses.lookUp(host, ProviderOptions()) == nil, "\(host)")
        }
        let development = ProviderOptions(allowsLoopbackHTTP: true)
        #expect(await MailServerAddresses.lookUp("127.0.0.1", development) == ["127.0.0.1"])
        #expect(await MailServerAddresses.lookUp("169.254.169.254", development) == nil)
        #expect(await MailServerAddresses.lookUp("10.0.0.1", ProviderOptions(allowsPrivateAddresses: true)) == ["10.0.0.1"])
    }
}
