import Foundation
import Synchronization
import TestStores
import Testing
import VinculaCore
import VinculaCrypto

@testable import VinculaEngine
@testable import VinculaSQL

extension TestEngine {
    /// All records of the audit log, the oldest first.
    func auditEntries() async throws -> [AuditEntry] {
        try await engine.auditLog.entries(AuditQuery(limit: 1000)).reversed()
    }

    var waiting: [WaitingAuditEntry] {
        get async throws { try await store.read { try $0.waitingAuditEntries(after: 0, limit: 1000) } }
    }
}

/// Records that are written with their decisions where several servers write, and get their places in the log later.
@Suite struct WaitingRecordsTests {
    private static func rename(_ id: String, _ test: TestEngine, to name: String = "Ana") async throws {
        var update = AccountUpdate()
        update.displayName = name
        _ = try await test.engine.acting(as: .administrator("owner")).accounts.updateAccount(id, update, in: test.scope)
    }

    private static func create(_ count: Int, from first: Int = 0, _ test: TestEngine) async throws {
        var new = AccountImport()
        new.accounts = (first..<first + count).map { number in
            var account = GivenAccount()
            account.id = "u\(number)"
            return account
        }
        _ = try await test.engine.accounts.importAccounts(new, in: test.scope)
    }

    @Test("a record waits with its decision, and is in the log for whoever reads it")
    func read() async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            try await Self.create(2, test)
            try await Self.rename("u0", test)
            try await Self.rename("u1", test)
            let waiting = try await test.waiting
            #expect(waiting.map(\.entry.action) == [.accountImport, .accountUpdate, .accountUpdate])
            #expect(waiting.allSatisfy { $0.entry.sequence == 0 })
            let entries = try await test.auditEntries()
            #expect(entries == waiting.enumerated().map { $1.entry.numbered(Int64($0 + 1)) })
            #expect(try await test.waiting.isEmpty)
            let verdict = try await test.engine.auditLog.verify()
            #expect(verdict.fault == nil && verdict.count == 3)
        }
    }

    @Test("changes of different accounts at the same time do not undo each other because of the log")
    func sideBySide() async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            // Changes meet at other places than the log, too: at a page of an index that their accounts share, and anywhere as long as
            // the planner knows of no accounts, because it then reads all of them to find one.
            for part in 0..<5 { try await Self.create(1_000, from: part * 1_000, test) }
            try await test.store.write { tx in
                try #require(tx as? VinculaSQL.Transaction).db.run("ANALYZE accounts", isCached: false)
            }
            let log = test.engine.auditLog
            let imports = try await log.verify().count
            let before = test.store.health.activity.numbers.repeats
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 { group.addTask { try await Self.rename("u\(number * 12)", test) } }
                try await group.waitForAll()
            }
            // Before, every write met another one at the end of the log, 1.2 times on average.
            #expect(test.store.health.activity.numbers.repeats - before < 200)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { try await log.placeWaiting() } }
                try await group.waitForAll()
            }
            let verdict = try await log.verify()
            #expect(verdict.fault == nil && verdict.count == imports + 400)
            #expect(Set(try await test.auditEntries().compactMap(\.account?.value)).count == 400)
        }
    }

    @Test("T174 audit trail: a record that no server wrote gets no place, keeps nobody else from theirs, and is reported")
    func forged() async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            try await Self.create(1, test)
            let real = try #require(try await test.waiting.first)
            let placed = try #require(try await test.auditEntries().first)
            // One with a seal of nothing, a real one with another content, and one from the log.
            let forged = [
                (real.entry, Data(repeating: 1, count: 32)),
                (real.entry.numbered(7), real.seal),
                (placed, try #require(try await test.store.read { try $0.auditEntries(after: 0, limit: 1) }.first).seal),
            ]
            for (entry, seal) in forged { try await test.store.write { try $0.appendWaiting(entry.renamed, seal: seal) } }
            try await Self.rename("u0", test)
            #expect(try await test.auditEntries().map(\.action) == [.accountImport, .accountUpdate])
            let verdict = try await test.engine.auditLog.verify()
            #expect(verdict.fault == .waitingForged && verdict.count == 2)
        }
    }

    @Test("T174 audit trail: the first records of all may come while the log is being checked")
    func firstMeanwhile() async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            let store = HookedStore(test.store)
            let log = AuditLog(store: store, sealer: test.sealer)
            store.beforeNextRead {}
            store.beforeNextRead { try await Self.create(1, test) }
            let empty = try await log.verify(places: false)
            #expect(empty.fault == nil && empty.count == 0)
            #expect(try await test.waiting.count == 1)
            #expect(try await log.verify().count == 1)
        }
    }

    @Test(
        "T345 audit trail: a record that somebody kept from those that wait gets no second place, beside the first one or later",
        arguments: [true, false])
    func replayed(beside: Bool) async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            try await Self.create(1, test)
            try await Self.rename("u0", test)
            let kept = try #require(try await test.waiting.last)
            if !beside { _ = try await test.auditEntries() }
            try await test.store.write { try $0.appendWaiting(kept.entry, seal: kept.seal) }
            let isLeft = try await test.engine.auditLog.verify(places: false).fault
            #expect(isLeft == .waitingForged)
            #expect(try await test.auditEntries().map(\.action) == [.accountImport, .accountUpdate])
            let verdict = try await test.engine.auditLog.verify()
            #expect(verdict.fault == .waitingForged && verdict.count == 2)
            // Nobody else's is kept from its place.
            try await Self.rename("u0", test, to: "Eva")
            #expect(try await test.auditEntries().count == 3)
        }
    }

    @Test("the same change twice at the same moment is two records; the ids that tell them apart are not shown")
    func alike() async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            for _ in 0..<2 {
                try await test.engine.transactions.write(in: test.scope) { $0.record(.configUpdate, details: ["a": 1]) }
            }
            let entries = try await test.auditEntries()
            #expect(entries.count == 2 && Set(entries.map(\.time)).count == 1 && Set(entries.map(\.details)).count == 2)
            #expect(entries.allSatisfy { $0.facts.details == .object(["a": 1]) })
            #expect(try await test.engine.auditLog.verify().fault == nil)
        }
    }

    @Test("R26 whoever places records knows of servers of an earlier version by their records, until those are older")
    func earlierVersion() async throws {
        try await TestEngine.run(on: .postgreSQL) { test in
            let log = test.engine.auditLog
            func change() async throws {
                try await test.engine.transactions.write(in: test.scope) { $0.record(.configUpdate) }
                try await log.placeWaiting()
            }
            try await change()
            #expect(!log.placed.sharesEnd)
            let (journal, origin) = (AuditJournal(sealer: test.sealer), AuditOrigin(actor: .server))
            let (now, event) = (test.clock.now, AuditEvent(.configUpdate, in: test.scope))
            try await test.store.write { try journal.append([event], by: origin, at: now, to: $0) }
            for number in 1...21 {
                try await change()
                #expect(log.placed.sharesEnd == (number <= 20), "\(number)")
            }
            #expect(try await log.verify().fault == nil)
        }
    }

    @Test("who looks for records that wait: a server among several, again and again; one on SQLite only when it starts")
    func looks() async throws {
        for (database, again) in [(TestDatabase.postgreSQL, true), (.file, false)] {
            try await TestEngine.run(on: database) { test in
                let looks = Looks()
                let log = test.engine.auditLog
                let keeper = Task {
                    await log.keepPlacing(every: .milliseconds(1)) { attempt in
                        try? await attempt()
                        looks.count.withLock { $0 += 1 }
                    }
                }
                for _ in 0..<200 where looks.all < (again ? 2 : 1) { try await Task.sleep(for: .milliseconds(20)) }
                if !again { try await Task.sleep(for: .milliseconds(150)) }
                let all = looks.all
                #expect(again ? all >= 2 : all == 1)
                keeper.cancel()
                await keeper.value
            }
        }
    }

    @Test("a record that a copied database still had waiting gets its place on SQLite, too")
    func copied() async throws {
        try await TestEngine.run(on: .file) { test in
            try await Self.create(1, test)
            try await Self.rename("u0", test)
            #expect(try await test.waiting.isEmpty)
            let sealed = try #require(try await test.store.read { try $0.sealedSecret("audit-key") })
            let seal = AuditSeal(key: try test.sealer.open(sealed, place: "audit-key"))
            let entry = try #require(try await test.auditEntries().last).numbered(0).renamed
            try await test.store.write { try $0.appendWaiting(entry, seal: seal.seal(waiting: entry.canonical)) }
            #expect(try await test.auditEntries().map(\.sequence) == [1, 2, 3])
            #expect(try await test.engine.auditLog.verify().fault == nil)
        }
    }
}

private final class Looks: Sendable {
    let count = Mutex(0)

    var all: Int { count.withLock { $0 } }
}

extension AuditEntry {
    /// The same record of another account.
    fileprivate var renamed: AuditEntry {
        AuditEntry(
            sequence: 0, time: time, scope: scope, actor: actor, action: action, account: AccountID("other"),
            clientAddress: clientAddress, details: details)
    }
}
