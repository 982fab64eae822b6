import Foundation
import SMTPSink
import Testing
import VinculaDelivery

@Suite struct SMTPFailureTests {
    @Test(arguments: [
        ("refuse:ada@example.com", SMTPFailure.Kind.permanent, 550, "recipient"), ("refuse-all", .permanent, 550, "recipient"),
        ("refuse-message", .permanent, 554, "message"), ("refuse-sender", .temporary, 550, "sender"),
        ("refuse-connection", .temporary, 554, "could not be sent"), ("quota", .temporary, 550, "recipient"),
    ])
    func aRefusalIsForGoodIfItIsAboutTheMail(mode: String, kind: SMTPFailure.Kind, code: Int, subject: String) async throws {
        let sink = try SMTPSink(["--mode", mode])
        let sender = SMTPSender(options: sink.options())
        let failure = try #require(await failure(of: sender, try mail(subject: "Secret", text: "Secret\n")))
        #expect(failure.kind == kind)
        #expect(failure.code == code)
        #expect(failure.text.contains("\(code)") && failure.text.contains(subject))
        #expect(!failure.text.contains("ada") && !failure.text.contains("Secret"))
        #expect(try sink.mails.isEmpty)
        try sink.set(mode: "ok")
        try await sender.deliver(mail())
        #expect(try sink.mails.count == 1)
    }

    @Test func oneRefusedRecipientDoesNotConcernOthers() async throws {
        let sink = try SMTPSink(["--mode", "refuse:ada@example.com"])
        let sender = SMTPSender(options: sink.options())
        #expect(await failure(of: sender, try mail())?.kind == .permanent)
        try await sender.deliver(mail(to: "bob@example.com"))
        #expect(try sink.mails.map(\.recipients) == [["bob@example.com"]])
    }

    @Test func greylistingIsTemporary() async throws {
        let sink = try SMTPSink(["--mode", "greylist:1"])
        let sender = SMTPSender(options: sink.options())
        let first = await failure(of: sender, try mail())
        #expect(first?.kind == .temporary)
        #expect(first?.code == 451)
        try await sender.deliver(mail())
        #expect(try sink.mails.count == 1)
    }

    @Test func aCutWithinTheMessageIsTemporary() async throws {
        let sink = try SMTPSink(["--mode", "cut-at-data"])
        let sender = SMTPSender(options: sink.options())
        let message = try mail(text: String(repeating: "long ", count: 100_000))
        #expect(await failure(of: sender, message)?.kind == .temporary)
        #expect(await failure(of: sender, try mail())?.kind == .temporary)
        #expect(try sink.mails.isEmpty)
        #expect(try sink.connections == 2)
        try sink.set(mode: "ok")
        try await sender.deliver(message)
        #expect(try sink.mails.map(\.data) == [String(decoding: message.bytes, as: UTF8.self)])
    }

    @Test func aMessageThatMayHaveBeenTakenIsNotSentAgainAtOnce() async throws {
        let sink = try SMTPSink()
        let sender = SMTPSender(options: sink.options())
        try await sender.deliver(mail())
        try sink.set(mode: "cut-after-data")
        #expect(await failure(of: sender, try mail())?.kind == .temporary)
        #expect(try sink.mails.count == 2)
        #expect(try sink.connections == 1)
    }

    @Test func aSlowServerIsGivenUp() async throws {
        let sink = try SMTPSink(["--mode", "slow:60"])
        let start = ContinuousClock.now
        let failure = await failure(of: SMTPSender(options: sink.options(timeout: 1)), try mail())
        #expect(failure?.kind == .temporary)
        #expect(failure?.text.contains("Timeout") == true)
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(try sink.mails.isEmpty)
    }

    @Test func leaveIsNotTakenForLong() async throws {
        let sink = try SMTPSink()
        let sender = SMTPSender(options: sink.options())
        try await sender.deliver(mail())
        try sink.set(mode: "slow:60")
        let start = ContinuousClock.now
        sender.close()
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func aSlowServerIsWaitedFor() async throws {
        let sink = try SMTPSink(["--mode", "slow:0.1"])
        try await SMTPSender(options: sink.options()).deliver(mail())
        #expect(try sink.mails.count == 1)
    }

    @Test func aServerThatIsDownIsTemporary() async throws {
        let sink = try SMTPSink(["--mode", "down"])
        let sender = SMTPSender(options: sink.options())
        let closing = await failure(of: sender, try mail())
        #expect(closing?.kind == .temporary)
        #expect(closing?.code == nil)
        try sink.set(mode: "ok")
        try await sender.deliver(mail())
        var options = sink.options()
        options.port = 1
        let refused = await failure(of: SMTPSender(options: options), try mail())
        #expect(refused?.kind == .temporary)
        #expect(refused?.code == nil)
    }
}
