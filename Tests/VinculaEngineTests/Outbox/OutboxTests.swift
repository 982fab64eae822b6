import Testing
import VinculaCore

@testable import VinculaEngine

@Suite("The outbox: retries, and what it keeps of a message")
struct OutboxTests {
    /// Has a sign-in link queued, which works for an hour.
    private static func queue(_ test: TestEngine, _ delivery: MailDelivery = .smtp) async throws -> Outbox {
        var engine = test.engine
        engine.mailDelivery = delivery
        var request = ActionCodeRequest(.signIn, target: ActionCode.Target())
        request.email = "v@x.example"
        _ = try await engine.actionCodes.sendActionCode(request, in: test.scope)
        return engine.outbox
    }

    private static func take(_ outbox: Outbox) async throws -> (message: OutboxMessage, mail: Result<RenderedMail?, any Error>)? {
        let next = try await outbox.takeMessage(in: OutboxRota(.mail, workers: 1), content: outbox.rendered)
        guard case .message(let message, let mail) = next else { return nil }
        return (message, mail)
    }

    @Test func `a message that is taken is nobody else's for five minutes, and one that failed is tried again after a pause`()
        async throws
    {
        try await TestEngine.run { test in
            let outbox = try await Self.queue(test)
            let first = try #require(try await Self.take(outbox))
            #expect(first.message.kind == .mail(.signIn) && first.message.attempts == 1)
            #expect(try first.mail.get()?.text.contains("oobCode=") == true)
            test.clock.advance(seconds: 299)
            #expect(try await Self.take(outbox) == nil)
            test.clock.advance(seconds: 1)
            let second = try #require(try await Self.take(outbox))
            #expect(second.message.attempts == 2)
            try await outbox.finish(second.message, .failed("down"))
            #expect(try await outbox.messages(.waiting).first?.lastError == "down")
            test.clock.advance(milliseconds: 1999)
            #expect(try await Self.take(outbox) == nil)
            test.clock.advance(milliseconds: 1)
            #expect(try await Self.take(outbox)?.message.attempts == 3)
        }
    }

    @Test func `workers that cannot use the outbox report it once a minute, all together`() async throws {
        let bell = OutboxBell()
        let reports = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { bell.mayReportFailure() } }
            return await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(reports == 1)
    }

    @Test func `a message whose link has expired is not sent`() async throws {
        try await TestEngine.run { test in
            let outbox = try await Self.queue(test)
            test.clock.advance(seconds: 3600)
            let taken = try #require(try await Self.take(outbox))
            #expect(throws: (any Error).self) { try taken.mail.get() }
        }
    }

    @Test(arguments: [MessageOutcome.failed("down"), .refused("no such mailbox")])
    func `a message that is given up stays with its reason, without its link`(_ outcome: MessageOutcome) async throws {
        try await TestEngine.run { test in
            let outbox = try await Self.queue(test)
            test.clock.advance(seconds: 3599)
            try await outbox.finish(try #require(try await Self.take(outbox)).message, outcome)
            let dead = try #require(try await outbox.messages(.dead).first)
            #expect(dead.sealed == nil && dead.lastError == (outcome == .failed("down") ? "down" : "no such mailbox"))
            #expect(try await outbox.messages(.waiting).isEmpty)
        }
    }

    @Test(arguments: [(MailDelivery.smtp, OutboxMessage.State.sent), (.smtpAndInbox, .kept)])
    func `nothing of a sent message is kept, except in a development server's inbox`(
        _ delivery: MailDelivery, _ state: OutboxMessage.State
    ) async throws {
        try await TestEngine.run { test in
            let outbox = try await Self.queue(test, delivery)
            try await outbox.finish(try #require(try await Self.take(outbox)).message, .sent)
            let sent = try #require(try await outbox.messages(state).first)
            #expect((sent.sealed != nil) == (state == .kept))
            #expect(try await outbox.keptMails().count == (state == .kept ? 1 : 0))
        }
    }
}
