import Foundation
import Testing
import VinculaCore
import VinculaEngine

/// The accounts of one import among themselves, and the statements that they cost.
struct ImportBatchTests {
    private static func given(
        _ id: String, email: String? = nil, phone: String? = nil, google: String? = nil, factor: String? = nil
    ) -> GivenAccount {
        var account = GivenAccount()
        (account.id, account.email, account.phone) = (id, email, phone)
        if let google {
            var link = GivenAccount.Link()
            (link.provider, link.subject) = ("google.com", google)
            account.links = [link]
        }
        if let factor {
            var second = GivenAccount.Factor()
            (second.id, second.phone) = (factor, "+493012345\(id.utf8.reduce(0) { $0 + Int($1) })")
            (account.factors, account.emailVerified) = ([second], true)
        }
        return account
    }

    /// Imports accounts, and returns the messages of those that were refused, by their index.
    private static func load(
        _ test: TestEngine, _ accounts: [GivenAccount], overwrites: Bool = false
    ) async throws -> [Int: String] {
        var new = AccountImport()
        (new.accounts, new.overwrites) = (accounts, overwrites)
        let failures = try await test.engine.accounts.importAccounts(new, in: test.scope)
        return Dictionary(uniqueKeysWithValues: failures.map { ($0.index, $0.message) })
    }

    @Test func `the statements of an import do not grow with its accounts`() async throws {
        try await TestEngine.runHooked { test, store in
            func people(_ numbers: Range<Int>) -> [GivenAccount] {
                numbers.map { number in
                    Self.given(
                        "u\(number)", email: "u\(number)@example.com", phone: "+4930\(1_000_000 + number)",
                        google: "g\(number)", factor: "f\(number)")
                }
            }
            var counts: [Int] = []
            for (numbers, overwrites) in [(0..<20, false), (100..<356, false), (1000..<1512, false), (0..<20, false)] {
                let counter = StatementCounter()
                store.count(by: counter)
                let refused = try await Self.load(test, people(numbers), overwrites: overwrites)
                store.count(by: nil)
                #expect(refused.count == (counts.count == 3 ? 20 : 0), "\(refused)")
                counts.append(counter.statements.count)
            }
            // One for each table, and for each kind of lookup; of 20 accounts, 16 and 4 have one each.
            #expect(counts.allSatisfy { $0 < 40 }, "\(counts)")
            try await test.expectAccounts(20 + 256 + 512)
        }
    }

    @Test func `an account meets those before it in the same import, and those that it replaces no longer`() async throws {
        try await TestEngine.run { test in
            let first = [
                Self.given("a", email: "a@example.com", phone: "+4930111111", google: "g1", factor: "f1"),
                Self.given("b", email: "a@example.com"), Self.given("c", phone: "+4930111111"), Self.given("d", google: "g1"),
                Self.given("e", email: "e@example.com", google: "g5"),
            ]
            #expect(
                try await Self.load(test, first) == [
                    1: ImportFault.emailTaken.message, 2: ImportFault.phoneTaken.message, 3: ImportFault.identityTaken.message,
                ])
            // What "a" gives up, "b" may have, and not the other way round.
            let second = [
                Self.given("f", email: "a@example.com"), Self.given("a", email: "new@example.com", google: "g2"),
                Self.given("b", email: "a@example.com", phone: "+4930111111", google: "g1", factor: "f1"),
                Self.given("a", email: "a@example.com"), Self.given("e", email: "e@example.com", google: "g2"),
            ]
            #expect(
                try await Self.load(test, second, overwrites: true) == [
                    0: ImportFault.emailTaken.message, 3: ImportFault.emailTaken.message,
                    4: ImportFault.identityTaken.message,
                ])
            let (a, b) = (try await test.account(AccountID("a")), try await test.account(AccountID("b")))
            #expect(a?.email?.value == "new@example.com" && a?.identities.map(\.key.subject) == ["g2"])
            #expect(b?.email?.value == "a@example.com" && b?.phone?.value == "+4930111111")
            #expect(b?.secondFactors.map(\.id.value) == ["f1"] && a?.secondFactors.isEmpty == true)
            try await test.expectAccounts(3)
        }
    }

    @Test func `of two accounts with one id, the second replaces the first, whichever was there before`() async throws {
        for isThere in [false, true] {
            try await TestEngine.run { test in
                if isThere { #expect(try await Self.load(test, [Self.given("a", email: "old@example.com")]).isEmpty) }
                let twice = [
                    Self.given("a", email: "first@example.com", google: "g1"), Self.given("b", email: "b@example.com"),
                    Self.given("a", email: "second@example.com", google: "g2"),
                    Self.given("c", email: "first@example.com", google: "g1"),
                    Self.given("a", email: "third@example.com"), Self.given("d", google: "g2"),
                ]
                #expect(try await Self.load(test, twice, overwrites: true).isEmpty)
                let a = try await test.account(AccountID("a"))
                #expect(a?.email?.value == "third@example.com" && a?.identities.isEmpty == true)
                #expect(try await test.account(AccountID("c"))?.email?.value == "first@example.com")
                try await test.expectAccounts(4)
            }
        }
    }

    @Test func `another account's second factor keeps its id, and the import's gets one of its own`() async throws {
        try await TestEngine.run { test in
            #expect(try await Self.load(test, [Self.given("a", email: "a@example.com", factor: "f1")]).isEmpty)
            let more = [
                Self.given("b", email: "b@example.com", factor: "f1"), Self.given("c", email: "c@example.com", factor: "f2"),
                Self.given("d", email: "d@example.com", factor: "f2"),
            ]
            #expect(try await Self.load(test, more).isEmpty)
            var ids: [String] = []
            for id in ["a", "b", "c", "d"] {
                ids += try await test.account(AccountID(id))?.secondFactors.map(\.id.value) ?? []
            }
            #expect(ids[0] == "f1" && ids[2] == "f2" && Set(ids).count == 4, "\(ids)")
        }
    }
}
