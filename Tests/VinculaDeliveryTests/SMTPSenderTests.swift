import Foundation
import SMTPSink
import Testing
import VinculaDelivery

@Suite struct SMTPSenderTests {
    @Test func aMailArrivesAsItWasWritten() async throws {
        let sink = try SMTPSink()
        let (text, html) = ("Grüße\n.\n..\n.x\n\nEnde\n", "<p>" + String(repeating: "very long ", count: 3000) + "</p>\n.\n")
        let message = try mail(to: "o'brien+x@example.com", subject: "Grüße, 日本", text: text, html: html)
        try await SMTPSender(options: sink.options()).deliver(message)
        let stored = try #require(try sink.mails.first)
        #expect(try sink.mails.count == 1)
        #expect(stored.sender == "accounts@vincula.test")
        #expect(stored.recipients == ["o'brien+x@example.com"])
        #expect(!stored.isEncrypted && stored.user == nil)
        #expect(stored.data == String(decoding: message.bytes, as: UTF8.self))
        let parsed = try ParsedMail(stored.data)
        #expect(parsed.values("To") == ["o'brien+x@example.com"])
        #expect(parsed.values("Subject") == ["Grüße, 日本"])
        #expect(parsed.text == text)
        #expect(parsed.html == html)
    }

    @Test func blockingCallsTakeTurns() async throws {
        let sink = try SMTPSink()
        let sender = SMTPSender(options: sink.options())
        try await withThrowingTaskGroup { group in
            for index in 0..<6 { group.addTask { try await sender.deliver(mail(subject: "\(index)")) } }
            try await group.waitForAll()
        }
        #expect(try sink.mails.count == 6)
        #expect(try sink.connections == 1)
    }

    @Test func oneConnectionServesManyMails() async throws {
        let sink = try SMTPSink()
        let sender = SMTPSender(options: sink.options())
        for _ in 0..<3 { try await sender.deliver(mail()) }
        #expect(try sink.mails.map(\.connection) == [1, 1, 1])
        sender.close()
        #expect(await failure(of: sender, try mail())?.kind == .temporary)
        sender.close()
        #expect(try sink.connections == 1)
    }

    @Test(arguments: ["hangup:421", "hangup:0", "cut-reused:421", "cut-reused:0"])
    func aConnectionClosedMeanwhileIsReplaced(mode: String) async throws {
        let sink = try SMTPSink(["--mode", mode])
        let sender = SMTPSender(options: sink.options())
        for _ in 0..<3 {
            try await sender.deliver(mail())
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try sink.mails.map(\.connection) == [1, 2, 3])
    }

    @Test func aConnectionClosedBetweenTwoMailsIsNotTriedForEver() async throws {
        let sink = try SMTPSink()
        let sender = SMTPSender(options: sink.options())
        try await sender.deliver(mail())
        try sink.set(mode: "cut-after-mail")
        #expect(await failure(of: sender, try mail())?.kind == .temporary)
        #expect(try sink.connections == 2)
        try sink.set(mode: "ok")
        try await sender.deliver(mail())
        #expect(try sink.mails.count == 2)
    }

    @Test(arguments: ["a/b", "user@127.0.0.1", "127.0.0.1#", "127.0.0.1?", "", "127.0.0.1\r\n"])
    func aHostThatIsNoneReachesNobody(_ host: String) async throws {
        let sink = try SMTPSink()
        var options = sink.options()
        options.host = host
        #expect(await failure(of: SMTPSender(options: options), try mail())?.kind == .temporary)
        #expect(try sink.connections == 0)
    }

    @Test func aHelloNameStaysOnItsLine() async throws {
        let sink = try SMTPSink()
        var options = sink.options()
        options.helloName = "x\r\nMAIL FROM:<eve@example.com>"
        #expect(await failure(of: SMTPSender(options: options), try mail())?.kind == .temporary)
        #expect(try !sink.verbs.contains("MAIL"))
    }
}
