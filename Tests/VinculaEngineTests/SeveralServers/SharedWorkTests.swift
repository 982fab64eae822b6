import Foundation
import Synchronization
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Work that must be done once, whoever of four servers does it.
struct SharedWorkTests {
    /// Runs a job on all servers at once.
    private func together<Outcome: Sendable>(
        _ servers: [TestEngine], _ job: @escaping @Sendable (TestEngine) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for server in servers { group.addTask { try await job(server) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func states(_ test: TestEngine, _ purpose: SigningPurpose = .idToken) async throws -> [SigningKeyStatus.State] {
        try await test.engine.signingKeys.status().filter { $0.purpose == purpose }.map(\.state).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    // MARK: Keys

    @Test func `servers that start, tend and rotate keys at once make one key each time`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            _ = try await together(servers) { try await $0.engine.signingKeys.prepare() }
            #expect(try await states(servers[0], .sessionCookie) == [.active])
            _ = try await together(servers) { try await $0.engine.signingKeys.tend() }
            #expect(try await states(servers[1]) == [.active, .next])
            #expect(try await states(servers[1], .sessionCookie) == [.active, .next])
            servers[0].clock.advance(seconds: 10)
            _ = try await together(servers) { try await $0.engine.signingKeys.rotate(immediately: true) }
            #expect(try await states(servers[2]) == [.active, .retired])
            servers[0].clock.advance(seconds: 10)
            _ = try await together(servers) { try await $0.engine.signingKeys.rotate(immediately: true, revokingOld: true) }
            #expect(try await states(servers[3]) == [.active])
            #expect(try await servers[0].engine.auditLog.verify().fault == nil)
        }
    }

    @Test func `a key signs two hours after every server has published it`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            try await servers[0].engine.signingKeys.tend()
            let old = try await servers[0].signUp("v@x.com")
            _ = try await servers[0].engine.signingKeys.rotate(immediately: false)
            _ = try await together(servers) { try await $0.engine.signingKeys.reload() }
            servers[0].clock.advance(seconds: SigningKeys.publicationLead)
            // Nobody tends the keys: their time comes by itself, at all servers at once.
            let signers = try await together(servers) {
                JSONWebToken(try await $0.signIn("v@x.com").tokens.idToken)?.keyID
            }
            #expect(Set(signers).count == 1 && signers[0] != JSONWebToken(old.tokens.idToken)?.keyID)
        }
    }

    // MARK: The outbox

    @Test func `each message is taken once, by however many workers of four servers`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            for number in 0..<200 { try await Self.queue(servers[number % 4], "p\(number)@x.example") }
            let taken = Taken()
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for server in servers {
                    let (outbox, rota) = (Self.outbox(server), OutboxRota(.mail, workers: 8, most: 8))
                    for _ in 0..<8 { group.addTask { try await Self.send(outbox, rota, taken) } }
                }
                try await group.waitForAll()
            }
            print("200 messages by 32 workers of four servers: \(ContinuousClock.now - start)")
            let counts = taken.counts.withLock { $0 }
            #expect(counts.count == 200 && counts.values.allSatisfy { $0 == 1 })
            #expect(try await servers[0].engine.outbox.messages(.sent).count == 200)
        }
    }

    /// The number of times that each message was taken.
    private final class Taken: Sendable {
        let counts = Mutex<[String: Int]>([:])
    }

    /// Sends messages until there are none.
    private static func send(_ outbox: Outbox, _ rota: OutboxRota, _ taken: Taken) async throws {
        var misses = 0
        while misses < 20 {
            guard case .message(let message, let mail) = try await outbox.takeMessage(in: rota, content: outbox.rendered) else {
                misses += 1
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            #expect(throws: Never.self) { try mail.get() }
            taken.counts.withLock { $0[message.id, default: 0] += 1 }
            try await outbox.finish(message, .sent)
            outbox.endTurn(OutboxTurn(message), in: rota)
        }
    }

    @Test func `what a dead server has taken comes back, and one that starts hurries nobody's messages`() async throws {
        try await TestEngine.runSeveral(2) { servers, _ in
            try await Self.queue(servers[0], "v@x.example")
            func take(_ server: TestEngine) async throws -> OutboxMessage? {
                let outbox = Self.outbox(server)
                let next = try await outbox.takeMessage(in: OutboxRota(.mail, workers: 1), content: outbox.rendered)
                guard case .message(let message, _) = next else { return nil }
                return message
            }
            let first = try #require(try await take(servers[0]))
            try await servers[1].engine.outbox.hurryMessages()
            #expect(try await take(servers[1]) == nil)
            servers[0].clock.advance(seconds: OutboxPolicy.leaseSeconds)
            let second = try #require(try await take(servers[1]))
            #expect(second.id == first.id && second.attempts == 2)
            // The first server was only slow: what it says comes too late.
            try await servers[0].engine.outbox.finish(first, .refused("no such mailbox"))
            #expect(try await servers[0].engine.outbox.messages(.dead).isEmpty)
            try await servers[1].engine.outbox.finish(second, .sent)
            #expect(try await servers[0].engine.outbox.messages(.sent).count == 1)
        }
    }

    private static func outbox(_ test: TestEngine) -> Outbox {
        var engine = test.engine
        engine.mailDelivery = .smtp
        return engine.outbox
    }

    private static func queue(_ test: TestEngine, _ email: String) async throws {
        var engine = test.engine
        engine.mailDelivery = .smtp
        var request = ActionCodeRequest(.signIn, target: ActionCode.Target())
        request.email = email
        _ = try await engine.actionCodes.sendActionCode(request, in: test.scope)
    }

    // MARK: Upkeep

    @Test(arguments: UpkeepJob.allCases)
    func `one server has a job, until its time is up`(_ job: UpkeepJob) async throws {
        try await TestEngine.runSeveral { servers, _ in
            for _ in 0..<3 {
                let winners = try await together(servers) { ($0, try await $0.engine.upkeep.take(job, seconds: 50)) }.filter(\.1)
                #expect(winners.count == 1)
                let winner = try #require(winners.first).0
                servers[0].clock.advance(seconds: 49)
                // Whoever has it may go on.
                #expect(try await winner.engine.upkeep.take(job, seconds: 50))
                #expect(try await together(servers) { try await $0.engine.upkeep.take(job, seconds: 50) }.count { $0 } == 1)
                servers[0].clock.advance(seconds: 50)
            }
        }
    }

    @Test func `servers that delete what has expired at once do not disturb each other`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            var kept: [SignedIn] = []
            for number in 0..<40 {
                let signedIn = try await servers[number % 4].signUp("p\(number)@x.example")
                if number.isMultiple(of: 4) { kept.append(signedIn) } else { try await servers[0].end(signedIn, by: signedIn) }
                _ = try await servers[1].present(.of(.acme, "\(number)", email: "p\(number)@x.example"))
            }
            servers[0].clock.advance(seconds: 32 * 24 * 3600)
            _ = try await together(servers) { server in
                try await server.engine.upkeep.deleteExpired()
                var last = Data()
                repeat {
                    last = try await server.engine.upkeep.deleteForgettableSessions(after: last, count: 7)
                } while !last.isEmpty
            }
            #expect(try await servers[0].store.read { try $0.sessions(after: Data(), limit: 100) }.count == kept.count)
            for signedIn in kept { _ = try await servers[2].refresh(signedIn) }
        }
    }

    @Test func `an anonymous account that comes back at one server is not deleted as unused by another`() async throws {
        try await TestEngine.runSeveral(2, configure: { $0.unusedAnonymous.areDeleted = true }) { servers, _ in
            let scope = servers[0].scope
            let back = try await servers[0].engine.signUpAnonymously(in: scope)
            let gone = try await servers[0].engine.signUpAnonymously(in: scope)
            for _ in 0..<35 {
                try await servers[0].engine.upkeep.noteService()
                servers[0].clock.advance(seconds: 24 * 3600)
            }
            try await servers[0].engine.upkeep.noteService()
            _ = try await servers[1].refresh(back)
            var last: Account?
            repeat {
                last = try await servers[0].engine.upkeep.deleteUnusedAnonymousAccounts(of: scope, after: last)
            } while last != nil
            #expect(try await servers[0].account(back.account.id) != nil)
            #expect(try await servers[0].account(gone.account.id) == nil)
        }
    }

    @Test func `the times of last use that four servers noted are all written`() async throws {
        try await TestEngine.runSeveral { servers, _ in
            var signedIn: [SignedIn] = []
            for number in 0..<40 { signedIn.append(try await servers[number % 4].signUp("p\(number)@x.example")) }
            servers[0].clock.advance(seconds: 2 * 3600)
            for (number, session) in signedIn.enumerated() { _ = try await servers[(number + 1) % 4].refresh(session) }
            _ = try await together(servers) { try await $0.engine.upkeep.writeLastUses() }
            let sessions = try await servers[0].store.read { try $0.sessions(after: Data(), limit: 100) }
            #expect(sessions.count == 40 && sessions.allSatisfy { $0.session.lastUsedAt == servers[0].clock.now })
        }
    }
}
