import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import Testing
import VinculaCore

/// The real command and a mail server that fails as it is told to.
@Suite("Mail, delivered")
struct MailDeliveryTests {
    private static func serve(
        _ sink: SMTPSink, _ arguments: [String] = ["--ephemeral"]
    ) async throws -> VinculaProcess {
        try await VinculaProcess.serve(
            [
                "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)", "--smtp-security", "none", "--mail-from",
                "accounts@example.com",
            ] + arguments + VinculaProcess.cheap)
    }

    /// Asks for a link to sign in.
    ///
    /// - Returns: How long the answer took.
    private static func ask(_ server: VinculaProcess, _ email: String) async throws -> Duration {
        let start = ContinuousClock.now
        let answer = try await server.call(
            "accounts:sendOobCode",
            ["requestType": "EMAIL_SIGNIN", "email": .string(email), "continueUrl": "http://localhost"])
        #expect(answer.status == 200, "\(answer.text)")
        return ContinuousClock.now - start
    }

    /// Waits for mails.
    private static func mails(_ count: Int, in sink: SMTPSink, within seconds: Double = 120) async throws -> [SMTPSink.Mail] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try sink.mails.count < count, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
        return try sink.mails
    }

    @Test("A link mailed by SMTP signs in, read from the raw mail")
    func signIn() async throws {
        let sink = try SMTPSink()
        let server = try await Self.serve(sink)
        _ = try await Self.ask(server, "v@example.com")
        let mail = try #require(try await Self.mails(1, in: sink).first)
        #expect(mail.sender == "accounts@example.com" && mail.recipients == ["v@example.com"])
        let parsed = try await Self.parse(mail)
        #expect(parsed["to"] == "v@example.com" && parsed["subject"] == "Sign in to demo-project")
        let link = try #require(
            parsed["text"]?.split(whereSeparator: \.isWhitespace).map(String.init).first { $0.contains("oobCode=") })
        #expect(parsed["html"]?.contains(link.replacing("&", with: "&amp;")) == true)
        let code = try #require(MailedLink(link)["oobCode"])
        let signedIn = try await server.call(
            "accounts:signInWithEmailLink", ["email": "v@example.com", "oobCode": .string(code)])
        #expect(signedIn.json["isNewUser"] == true && signedIn["idToken"] != nil, "\(signedIn.text)")
    }

    /// Reads a mail as mail programs do.
    private static func parse(_ mail: SMTPSink.Mail) async throws -> [String: String] {
        let script = """
            import email, email.policy, json, sys
            mail = email.message_from_bytes(json.loads(sys.argv[1]).encode("latin-1"), policy=email.policy.default)
            part = lambda kind: mail.get_body(preferencelist=(kind,)).get_content()
            print(json.dumps({"to": str(mail["To"]), "subject": str(mail["Subject"]), "text": part("plain"), "html": part("html"),
                "id": str(mail["Message-ID"])}))
            """
        let data = String(decoding: try JSONEncoder().encode(mail.data), as: UTF8.self)
        let outcome = try await ChildProcess.run(OpenIDProviderProcess.python, ["-c", script, data])
        return try JSONDecoder().decode([String: String].self, from: Data(outcome.output.utf8))
    }

    @Test("T087 a slow mail server delays no answer, neither for existing nor for unknown addresses")
    func slow() async throws {
        let sink = try SMTPSink(["--mode", "slow:20"])
        let server = try await Self.serve(sink)
        _ = try await server.admin(
            "PATCH", "v2/projects/demo-project/config?updateMask=emailPrivacyConfig",
            ["emailPrivacyConfig": .object(["enableImprovedEmailPrivacy": true])])
        _ = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "violet river"])
        for index in 0..<10 {
            for email in ["v@example.com", "nobody\(index)@example.com"] {
                let start = ContinuousClock.now
                let answer = try await server.call(
                    "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": .string(email)])
                #expect(answer.status == 200)
                // Twenty seconds would be one answer of the mail server.
                #expect(ContinuousClock.now - start < .seconds(15))
            }
        }
    }

    @Test(
        "While the mail server is down, answers are as usual; when it is back, each mail arrives once",
        arguments: ["down", "cut-at-data", "cut-after-mail"])
    func down(_ mode: String) async throws {
        let sink = try SMTPSink(["--mode", mode])
        let server = try await Self.serve(sink)
        for index in 0..<12 { #expect(try await Self.ask(server, "p\(index)@example.com") < .seconds(15)) }
        // Long enough for some attempts.
        try await Task.sleep(for: .seconds(2))
        #expect(try sink.mails.isEmpty)
        try sink.set(mode: "ok")
        let mails = try await Self.mails(12, in: sink)
        #expect(Set(mails.flatMap(\.recipients)).count == 12)
        try await Task.sleep(for: .seconds(1))
        #expect(try sink.mails.count == 12)
    }

    @Test("A refused recipient delays no other mail and is not retried; a greylisted one is retried")
    func refusals() async throws {
        let sink = try SMTPSink(["--mode", "refuse:bad@example.com"])
        let server = try await Self.serve(sink)
        for email in ["a@example.com", "bad@example.com", "b@example.com"] { _ = try await Self.ask(server, email) }
        #expect(Set(try await Self.mails(2, in: sink).flatMap(\.recipients)) == ["a@example.com", "b@example.com"])
        try await Task.sleep(for: .seconds(3))
        let verbs = try sink.verbs
        #expect(verbs.count { $0 == "RCPT" } == 3, "\(verbs)")
        try sink.set(mode: "greylist:2")
        _ = try await Self.ask(server, "grey@example.com")
        #expect(try await Self.mails(3, in: sink).last?.recipients == ["grey@example.com"])
    }

    @Test("Killed while mails wait: each arrives after the restart, once")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sink = try SMTPSink(["--mode", "down"])
        let data = ["--data", folder.path]
        let first = try await Self.serve(sink, data)
        for index in 0..<20 { _ = try await Self.ask(first, "p\(index)@example.com") }
        first.child.signal(SIGKILL)
        try await first.child.end()
        try sink.set(mode: "ok")
        let second = try await Self.serve(sink, data)
        // Mails in progress are taken again once their lease expires; there were none, because no worker took any.
        let mails = try await Self.mails(20, in: sink)
        #expect(Set(mails.flatMap(\.recipients)).count == 20 && mails.count == 20)
        withExtendedLifetime(second) {}
    }

    @Test("vincula email: a preview in each language, a test mail, the outbox; wrong settings are explained")
    func commands() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let german = try await VinculaProcess.run([
            "email", "preview", "resetPassword", "--language", "de", "--data", folder.path,
        ])
        #expect(
            german.status == 0 && german.output.contains("Subject: [Preview] Wähle ein neues Passwort für demo-project"),
            "\(german.output)")
        #expect(german.output.contains("This is a preview") && german.output.contains("http://127.0.0.1:9099/__/auth/action"))
        let all = try await VinculaProcess.run(
            ["email", "preview", "--out", folder.appending(path: "mails").path, "--data", folder.path])
        #expect(all.status == 0)
        let address = try await VinculaProcess.run(
            ["email", "preview", "verifyEmail", "--html", "--public-url", "https://login.shop.example", "--data", folder.path])
        #expect(address.output.contains("This is a preview") && !address.output.contains("auth.example.com"))
        #expect(address.output.contains("https://login.shop.example/__/auth/action"), "\(address.output)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "mails").path)
                .count == MailKind.allCases.count * Language.allCases.count * 2)
        let wrong = try await VinculaProcess.run(["email", "preview", "nonsense"])
        #expect(wrong.status != 0)

        let sink = try SMTPSink(["--auth", "app:secret"])
        let flags = [
            "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)", "--smtp-security", "none", "--mail-from",
            "accounts@example.com", "--data", folder.path,
        ]
        let environment = ["VINCULA_SMTP_USERNAME": "app", "VINCULA_SMTP_PASSWORD": "secret"]
        let sent = try await VinculaProcess.run(["email", "test", "v@example.com"] + flags, environment: environment)
        #expect(sent.status == 0 && sent.output.contains("accepted the email"), "\(sent.output)")
        #expect(try sink.mails.first?.user == "app")
        let link = try await VinculaProcess.run(
            ["email", "test", "w@example.com", "--kind", "verifyEmail", "--public-url", "https://login.shop.example"] + flags,
            environment: environment)
        #expect(link.status == 0, "\(link.output)")
        let mail = try #require(try sink.mails.first { $0.recipients.contains("w@example.com") })
        let parsed = try await Self.parse(mail)
        #expect(parsed["subject"]?.hasPrefix("[Test] ") == true, "\(parsed)")
        for part in [parsed["text"] ?? "", parsed["html"] ?? ""] {
            #expect(part.contains("This is a test") && !part.contains("auth.example.com"), "\(part)")
            #expect(part.contains("https://login.shop.example/__/auth/action"), "\(part)")
        }
        let refused = try await VinculaProcess.run(
            ["email", "test", "v@example.com"] + flags,
            environment: environment.merging(["VINCULA_SMTP_PASSWORD": "wrong"]) { $1 })
        #expect(refused.status != 0 && !refused.output.contains("wrong"), "\(refused.output)")
        let none = try await VinculaProcess.run(["email", "test", "v@example.com", "--data", folder.path])
        #expect(none.status != 0)

        let outside = try await VinculaProcess.run(
            ["serve", "--dev", "--ephemeral", "--smtp-host", "smtp.example.com", "--mail-from", "a@example.com"])
        #expect(outside.status != 0, "--dev sends no email to other machines")
    }
}
