import Foundation
import Testing
import VinculaCore
import VinculaEngine

/// The deletion of anonymous accounts that nobody uses.
struct DeleteUnusedAnonymousAccountsTests {
    private static let day: Int64 = 24 * 3600

    @Test func `off by default, nobody goes`() async throws {
        try await TestEngine.run { test in
            _ = try await test.engine.signUpAnonymously(in: test.scope)
            test.clock.advance(seconds: 1000 * Self.day)
            #expect(try await test.engine.upkeep.scopesWithoutUnusedAnonymousAccounts() == [])
            try await sweep(test)
            #expect(try await count(test) == 1)
        }
    }

    @Test func `whoever was used within the time stays, and the others go, with a record of each`() async throws {
        try await TestEngine.run(configure: { $0.unusedAnonymous.areDeleted = true }) { test in
            try await test.engine.upkeep.noteService()
            for _ in 0..<7 { _ = try await test.engine.signUpAnonymously(in: test.scope) }
            let used = try await test.engine.signUpAnonymously(in: test.scope)
            let linked = try await test.engine.signUpAnonymously(in: test.scope)
            try await test.administer(linked.account.id) { $0.email = "ana@example.com" }
            _ = try await test.signUp("ben@example.com")
            test.clock.advance(seconds: 20 * Self.day)
            _ = try await test.refresh(used)
            try await test.engine.upkeep.writeLastUses()
            test.clock.advance(seconds: 12 * Self.day)
            #expect(try await test.engine.upkeep.scopesWithoutUnusedAnonymousAccounts() == [test.scope])
            try await sweep(test)
            #expect(try await count(test) == 10, "not before thirty days and what is kept of the last use may be wrong by")
            test.clock.advance(seconds: 1)
            try await sweep(test)
            #expect(try await count(test) == 3)
            #expect(try await test.store.read { try $0.account(used.account.id, in: TestEngine.scope) } != nil)
            let records = try await test.engine.auditLog.entries(AuditQuery(action: .accountDelete, limit: 100))
            #expect(records.count == 7 && records.allSatisfy { $0.actor == .server })
            #expect(try await test.engine.auditLog.verify().fault == nil)
        }
    }

    @Test func `after a gap, as of a restored backup, nobody goes before they could have come back for as long`() async throws {
        try await TestEngine.run(configure: { $0.unusedAnonymous.areDeleted = true }) { test in
            try await test.engine.upkeep.noteService()
            let back = try await test.engine.signUpAnonymously(in: test.scope)
            _ = try await test.engine.signUpAnonymously(in: test.scope)
            // Nobody has a server for so long; then it starts, and its janitor looks a minute later.
            test.clock.advance(seconds: 60 * Self.day)
            try await test.engine.upkeep.noteService()
            test.clock.advance(seconds: 60)
            try await test.engine.upkeep.noteService()
            try await sweep(test)
            #expect(try await count(test) == 2)
            _ = try await test.refresh(back)
            for _ in 0..<32 {
                test.clock.advance(seconds: Self.day)
                // Down for some hours each day: no gap.
                try await test.engine.upkeep.noteService()
                try await sweep(test)
            }
            #expect(try await count(test) == 1)
            #expect(try await test.account(back.account.id) != nil)
            // From here on both have had their time.
            test.clock.advance(seconds: 120)
            try await sweep(test)
            #expect(try await count(test) == 0)
        }
    }

    @Test func `without a word of any server nobody goes`() async throws {
        try await TestEngine.run(configure: { $0.unusedAnonymous.areDeleted = true }) { test in
            _ = try await test.engine.signUpAnonymously(in: test.scope)
            test.clock.advance(seconds: 500 * Self.day)
            try await sweep(test)
            #expect(try await count(test) == 1)
        }
    }

    @Test func `whoever came back a moment ago, which stands in memory alone, stays`() async throws {
        try await TestEngine.run(configure: { $0.unusedAnonymous.areDeleted = true }) { test in
            try await test.engine.upkeep.noteService()
            let back = try await test.engine.signUpAnonymously(in: test.scope)
            _ = try await test.engine.signUpAnonymously(in: test.scope)
            test.clock.advance(seconds: 40 * Self.day)
            _ = try await test.refresh(back)
            try await sweep(test)
            #expect(try await count(test) == 1)
            #expect(try await test.account(back.account.id) != nil)
        }
    }

    /// Looks through the accounts by threes.
    private func sweep(_ test: TestEngine) async throws {
        var last: Account?
        repeat {
            last = try await test.engine.upkeep.deleteUnusedAnonymousAccounts(of: test.scope, after: last, count: 3)
        } while last != nil
    }

    private func count(_ test: TestEngine) async throws -> Int {
        try await test.store.read { try $0.accountCount(in: TestEngine.scope) }
    }
}
