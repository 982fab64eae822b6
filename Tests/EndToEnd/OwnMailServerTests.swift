import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import Testing
import VinculaCore

/// Mails of projects with a mail server of their own, from the real command.
@Suite("Mail through a project's own server")
struct OwnMailServerTests {
    private static func smtp(_ sink: Int, password: String = "s3cret") -> [String: JSONValue] {
        [
            "notification": [
                "sendEmail": .object([
                    "method": "CUSTOM_SMTP",
                    "smtp": .object([
                        "senderEmail": "app@shop.example", "host": "localhost", "port": .integer(Int64(sink)), "username": "app",
                        "password": .string(password), "securityMode": "SSL",
                    ]),
                ])
            ]
        ]
    }

    private static func configure(_ server: VinculaProcess, _ project: String, _ body: [String: JSONValue]) async throws {
        let answer = try await server.admin(
            "PATCH", "v2/projects/\(project)/config?updateMask=notification.sendEmail.smtp,notification.sendEmail.method", body)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private static func ask(_ server: VinculaProcess, _ project: String, _ email: String) async throws {
        let answer = try await server.admin(
            "POST", "v1/projects/\(project)/accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": "http://localhost"])
        #expect(answer.status == 200, "\(answer.text)")
    }

    private static func mails(_ count: Int, in sink: SMTPSink) async throws -> [SMTPSink.Mail] {
        let deadline = ContinuousClock.now + .seconds(60)
        while try sink.mails.count < count, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
        return try sink.mails
    }

    @Test("Its mails go there, with its sender and password, by TLS; dead servers of others hold up nobody")
    func delivered() async throws {
        let certificate = try SinkCertificate()
        defer { certificate.remove() }
        let shared = try SMTPSink()
        let own = try SMTPSink(["--tls", "--auth", "app:s3cret"] + certificate.arguments)
        let server = try await VinculaProcess.serve(
            [
                "--smtp-host", "127.0.0.1", "--smtp-port", "\(shared.port)", "--smtp-security", "none", "--mail-from",
                "accounts@example.com", "--ephemeral", "--smtp-ca-file", certificate.certificate,
            ] + VinculaProcess.cheap)
        // Accepts connections, and never says anything.
        try await BareListener.saying("") { dead in
            let port = try #require(Int(dead.split(separator: ":").last ?? ""))
            for project in ["dead-1", "dead-2", "dead-3"] {
                try await Self.configure(server, project, Self.smtp(port))
                for index in 0..<6 { try await Self.ask(server, project, "v\(index)@example.com") }
            }
            try await Self.configure(server, "shop", Self.smtp(own.port))
            let start = ContinuousClock.now
            try await Self.ask(server, "shop", "own@example.com")
            try await Self.ask(server, "blog", "shared@example.com")
            let mail = try #require(try await Self.mails(1, in: own).first)
            #expect(mail.sender == "app@shop.example" && mail.recipients == ["own@example.com"])
            #expect(mail.isEncrypted && mail.user == "app" && mail.data.contains("app@shop.example"))
            let other = try #require(try await Self.mails(1, in: shared).first)
            #expect(other.sender == "accounts@example.com" && other.recipients == ["shared@example.com"])
            #expect(ContinuousClock.now - start < .seconds(8), "a dead server takes ten seconds")
        }
        #expect(try own.mails.count == 1 && shared.mails.count == 1)
    }

    @Test("vincula email test takes the project's server, and says what is wrong with it; the password is in no file")
    func command() async throws {
        let certificate = try SinkCertificate()
        defer { certificate.remove() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "own-mail-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = try SMTPSink(["--tls", "--auth", "app:s3cret"] + certificate.arguments)
        let flags = ["--data", folder.path, "--smtp-ca-file", certificate.certificate]
        let server = try await VinculaProcess.serve(flags + VinculaProcess.cheap)
        try await Self.configure(server, "demo-project", Self.smtp(own.port))
        let sent = try await VinculaProcess.run(["email", "test", "v@example.com"] + flags, environment: ["VINCULA_DEV": "true"])
        #expect(sent.status == 0 && sent.output.contains("localhost:\(own.port) accepted the email"), "\(sent.output)")
        #expect(try own.mails.first?.sender == "app@shop.example")
        // Outside development nothing on this machine is connected to for a project.
        let refused = try await VinculaProcess.run(["email", "test", "v@example.com"] + flags)
        #expect(refused.status != 0 && refused.output.contains("does not connect to"), "\(refused.output)")
        #expect(refused.output.contains("pass --providers-allow-private-addresses here as well."), "\(refused.output)")
        let isPrivate = ["--providers-allow-private-addresses"]
        let inside = try await VinculaProcess.run(["email", "test", "v@example.com"] + isPrivate + flags)
        #expect(inside.status == 0 && inside.output.contains("accepted the email"), "\(inside.output)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let data = try? Data(contentsOf: folder.appending(path: name)) else { continue }
            #expect(!data.contains(Data("s3cret".utf8)), "\(name)")
        }
        try await Self.configure(server, "demo-project", Self.smtp(own.port, password: "wrong"))
        let wrong = try await VinculaProcess.run(
            ["email", "test", "v@example.com"] + flags, environment: ["VINCULA_DEV": "true"])
        #expect(wrong.status != 0 && wrong.output.contains("did not accept the email"), "\(wrong.output)")
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}

/// The records of requests that a project asks for.
@Suite("Request log")
struct RequestLogTests {
    @Test("Each request of a project that wants it is recorded, with its method, status, code and caller, and no secret")
    func records() async throws {
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap, level: "info")
        func signIn() async throws {
            _ = try await server.call("accounts:signUp", ["email": "canary@example.com", "password": "violet river"])
            let wrong = try await server.call(
                "accounts:signInWithPassword", ["email": "canary@example.com", "password": "violet rivers"])
            #expect(wrong.status == 400)
        }
        try await signIn()
        #expect(!server.child.output.contains("Request to a project"))
        let on = try await server.admin(
            "PATCH", "v2/projects/demo-project/config?updateMask=monitoring.requestLogging.enabled",
            ["monitoring": ["requestLogging": ["enabled": true]]])
        #expect(on.status == 200, "\(on.text)")
        // Servers notice within five seconds.
        try await Task.sleep(for: .seconds(6))
        try await signIn()
        _ = try await server.admin("GET", "v2/projects/demo-project/config")
        try await Task.sleep(for: .milliseconds(500))
        let lines = server.child.output.split(separator: "\n").filter { $0.contains("Request to a project") }.map(String.init)
        func has(_ words: String...) -> Bool { lines.contains { line in words.allSatisfy { line.contains($0) } } }
        #expect(has("method=accounts.signUp", "status=400", "code=EMAIL_EXISTS", "caller=user"), "\(lines)")
        #expect(has("method=accounts.signInWithPassword", "status=400", "project=demo-project"), "\(lines)")
        #expect(has("method=projects.config.get", "status=200", "caller=administrator", "callerId=owner"), "\(lines)")
        for secret in ["canary", "violet", "test-key", "127.0.0.1"] {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret): \(lines)")
        }
    }
}
