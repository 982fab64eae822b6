import Foundation
import SMTPSink
import Testing
import VinculaDelivery

@Suite struct SMTPSecurityTests {
    private static let modes: [(SMTPOptions.Security, [String])] = [
        (.startTLS, ["--starttls"]), (.startTLS, ["--starttls-required"]), (.tls, ["--tls"]),
    ]

    @Test(arguments: modes)
    func aTrustedServerGetsMailsEncrypted(security: SMTPOptions.Security, arguments: [String]) async throws {
        let certificate = try SinkCertificate()
        defer { certificate.remove() }
        let sink = try SMTPSink(arguments + certificate.arguments)
        for host in ["127.0.0.1", "localhost"] {
            var options = sink.options(security)
            options.host = host
            options.caFile = certificate.certificate
            let sender = SMTPSender(options: options)
            for _ in 0..<2 { try await sender.deliver(mail(text: String(repeating: "long ", count: 50_000))) }
        }
        #expect(try sink.mails.map(\.isEncrypted) == [true, true, true, true])
        #expect(try sink.mails.map(\.connection) == [1, 1, 2, 2])
    }

    @Test(arguments: modes)
    func anUnknownServerGetsNothing(security: SMTPOptions.Security, arguments: [String]) async throws {
        let certificate = try SinkCertificate()
        let other = try SinkCertificate()
        defer { [certificate, other].forEach { $0.remove() } }
        let sink = try SMTPSink(arguments + certificate.arguments + ["--auth", "ada:secret"])
        for file in [nil, other.certificate, "/nonexistent.pem"] {
            var options = sink.options(security)
            options.caFile = file
            options.username = "ada"
            options.password = "secret"
            let failure = try #require(await failure(of: SMTPSender(options: options), try mail()))
            #expect(failure.kind == .temporary)
            #expect(failure.text.contains("cert"), "\(failure.text)")
        }
        #expect(try sink.mails.isEmpty)
        #expect(try !sink.verbs.contains("MAIL") && !sink.verbs.contains("AUTH"))
    }

    @Test(arguments: modes)
    func aServerByAnotherNameGetsNothing(security: SMTPOptions.Security, arguments: [String]) async throws {
        let certificate = try SinkCertificate(names: "DNS:mail.example.com")
        defer { certificate.remove() }
        let sink = try SMTPSink(arguments + certificate.arguments)
        var options = sink.options(security)
        options.caFile = certificate.certificate
        #expect(await failure(of: SMTPSender(options: options), try mail())?.kind == .temporary)
        #expect(try !sink.verbs.contains("MAIL"))
    }

    @Test func withoutSTARTTLSNothingIsSent() async throws {
        let sink = try SMTPSink(["--auth", "ada:secret"])
        var options = sink.options(.startTLS)
        options.username = "ada"
        options.password = "secret"
        let failure = await failure(of: SMTPSender(options: options), try mail())
        #expect(failure?.kind == .temporary)
        #expect(failure?.text.contains("SSL") == true)
        #expect(try sink.verbs == ["CONNECT", "EHLO"] || sink.verbs == ["CONNECT", "EHLO", "QUIT"])
    }

    @Test func aServerThatWantsTLSIsNotAtFaultForTheMail() async throws {
        let certificate = try SinkCertificate()
        defer { certificate.remove() }
        let sink = try SMTPSink(["--starttls-required"] + certificate.arguments)
        let failure = await failure(of: SMTPSender(options: sink.options(.none)), try mail())
        #expect(failure?.kind == .temporary)
        #expect(failure?.code == 530)
    }

    @Test func theSenderSignsIn() async throws {
        let certificate = try SinkCertificate()
        defer { certificate.remove() }
        let sink = try SMTPSink(["--starttls"] + certificate.arguments + ["--auth", "ada@example.com:sécret: \"x\""])
        var options = sink.options(.startTLS)
        options.caFile = certificate.certificate
        options.username = "ada@example.com"
        options.password = "sécret: \"x\""
        let sender = SMTPSender(options: options)
        for _ in 0..<2 { try await sender.deliver(mail()) }
        #expect(try sink.mails.map(\.user) == ["ada@example.com", "ada@example.com"])
        #expect(try sink.verbs.count { $0 == "AUTH" } == 1)
    }

    @Test(arguments: [("ada", "wrong-password"), ("eve", "secret"), (nil, nil)])
    func aFailedSignInIsTheOperatorsFault(user: String?, password: String?) async throws {
        let sink = try SMTPSink(["--auth", "ada:secret"])
        var options = sink.options()
        options.username = user
        options.password = password
        let failure = try #require(await failure(of: SMTPSender(options: options), try mail()))
        #expect(failure.kind == .temporary)
        #expect(failure.code == (user == nil ? 530 : 535))
        #expect(failure.text.contains("Authentication"))
        #expect(!failure.text.contains("wrong-password") && !failure.text.contains("secret"))
        #expect(try sink.mails.isEmpty)
    }

    @Test func aServerWithoutSignInGetsNoPassword() async throws {
        let sink = try SMTPSink()
        var options = sink.options()
        options.username = "ada"
        options.password = "secret"
        // libcurl goes on where no sign-in is offered at all, as by relays that know a sender by its address.
        try await SMTPSender(options: options).deliver(mail())
        #expect(try sink.mails.map(\.user) == [nil])
        #expect(try !sink.verbs.contains("AUTH"))
    }
}
