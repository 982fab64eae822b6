import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let revocationCases = [
        StoreCase("revocations come back in the order of their commits, page by page") { store async throws in
            let targets: [(ProjectScope, Revocation.Target)] = [
                (.sample, .session(handle: "h")), (.tenant, .account(AccountID("u"), generation: 8, validSince: 5)),
                (.sample, .account(AccountID("u"), generation: 9, validSince: nil)), (.otherProject, .session(handle: "o")),
                (.sample, .everybody(issuedBefore: 7)), (.tenant, .everybodyWithoutSecondFactor(issuedBefore: 8)),
            ]
            for (scope, target) in targets {
                try await store.write { try $0.insert(Revocation(scope: scope, target: target, madeAt: .sample)) }
            }
            let all = try await store.read { try $0.revocations(after: 0, limit: 9, of: "demo") }
            #expect(all.map(\.scope) == [.sample, .tenant, .sample, .sample, .tenant])
            #expect(all.map(\.target) == targets.filter { $0.0 != .otherProject }.map(\.1))
            #expect(all.allSatisfy { $0.madeAt == .sample && $0.expiresAt == .sample.adding(seconds: 15 * 24 * 3600) })
            #expect(all.map(\.sequence) == all.map(\.sequence).sorted() && all.allSatisfy { $0.sequence > 0 })
            var pages: [Revocation] = []
            while let page = try await page(after: pages.last, store) { pages.append(page) }
            #expect(pages == all)
            let (first, missing) = try await store.read { (try $0.revocation(all[0].sequence), try $0.revocation(99)) }
            #expect(first == all[0] && missing == nil)
        },
        StoreCase("revocations outlive their account, and go when their tokens have expired") { store async throws in
            try await store.insert(.sample("1"))
            try await store.write { tx throws in
                try tx.insert(Revocation(scope: .sample, target: .session(handle: "h"), madeAt: .sample))
                try tx.delete(AccountID("1"), in: .sample)
            }
            let life = Revocation.lifetime
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: life)) }
            #expect(try await store.read { try $0.revocations(after: 0, limit: 9, of: "demo") }.count == 1)
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: life + 1)) }
            #expect(try await store.read { try $0.revocations(after: 0, limit: 9, of: "demo") }.isEmpty)
        },
        StoreCase("whatever ends tokens is noted") { store async throws in
            try await store.insert(.sample("1"), .sample("2"))
            let noted = try await store.write { tx throws -> [[EndedTokens]] in
                for byte in 1...4 as ClosedRange<UInt8> { try tx.insert(Session.sample(byte, of: "1", generation: 0)) }
                try tx.noteCookie(of: AccountID("1"), until: .sample, in: .sample)
                var seen = 0
                func new(_ body: () throws -> Void) throws -> [EndedTokens] {
                    try body()
                    defer { seen = tx.journal.endedTokens.count }
                    return Array(tx.journal.endedTokens[seen...])
                }
                func id(_ byte: UInt8) -> Data { Data(repeating: byte, count: 16) }
                let account = Account.sample("1")
                return [
                    try new { _ = try tx.endSession(id(1)) }, try new { _ = try tx.endSession(id(1)) },
                    try new { _ = try tx.endSessions(of: AccountID("1"), except: id(2), in: .sample) },
                    try new { try tx.update(refresh: .ended, usedAt: .sample, ofSession: id(2)) },
                    try new { try tx.update(account.with { $0.displayName = "n" }, from: account, in: .sample) },
                    try new { try tx.update(account.with { $0.generation = 5 }, from: account, in: .sample) },
                    try new { try tx.update(account.with { $0.validSince = 6 }, from: account, in: .sample) },
                    try new { try tx.delete(AccountID("1"), in: .sample) },
                    try new { try tx.delete(AccountID("1"), in: .sample) },
                    try new { try tx.deleteAllAccounts(in: .sample, after: nil, limit: 10) },
                ]
            }
            func session(_ byte: UInt8) -> EndedTokens { .session(Data(repeating: byte, count: 16)) }
            func account(_ generation: Int64, _ validSince: Int64?) -> EndedTokens {
                .account(
                    AccountID("1"), generation: generation, validSince: validSince, cookiesUntil: .sample, in: .sample)
            }
            #expect(
                noted == [
                    [session(1)], [], [session(3), session(4)], [session(2)], [], [account(5, nil)], [account(0, 6)],
                    [account(6, nil)], [], [.everybody(in: .sample)],
                ])
        },
        StoreCase("the end of the last cookie is noted, whatever changes with the tokens") { store async throws in
            try await store.insert(.sample("1"))
            try await store.write { try $0.noteCookie(of: AccountID("1"), until: .sample, in: .sample) }
            let changes: [@Sendable (inout Account) -> Void] = [
                { $0.email = .ada }, { $0.identities = [.google("g")] },
                // More columns than the statements have that stay prepared.
                {
                    $0.email = EmailAddress(canonical: "more@example.com")
                    ($0.displayName, $0.photoURL, $0.validSince, $0.isDisabled) = ("n", "https://example.com/p", 7, true)
                    ($0.initialEmail, $0.lastSignInAt) = ($0.email, .sample.adding(seconds: 1))
                },
            ]
            var account = Account.sample("1")
            for (number, change) in changes.enumerated() {
                let old = account
                change(&account)
                account.generation = Int64(number + 7)
                let new = account
                let noted = try await store.write { tx in
                    try tx.update(new, from: old, in: .sample)
                    return tx.journal.endedTokens
                }
                let expected = EndedTokens.account(
                    AccountID("1"), generation: new.generation, validSince: new.validSince, cookiesUntil: .sample, in: .sample)
                #expect(noted == [expected], "\(number)")
                #expect(try await store.account("1") == new)
            }
        },
        StoreCase("the last session cookie of an account is known, and forgotten with the account") { store async throws in
            try await store.insert(.sample("1"), .sample("2"))
            let later = Timestamp.sample.adding(seconds: 60)
            let found = try await store.write { tx throws -> [Timestamp?] in
                func until(_ id: String, _ scope: ProjectScope = .sample) throws -> Timestamp? {
                    try tx.cookiesUntil(of: AccountID(id), in: scope)
                }
                var found = [try until("1"), try until("1", .tenant)]
                for time in [later, .sample] {
                    try tx.noteCookie(of: AccountID("1"), until: time, in: .sample)
                    found.append(try until("1"))
                }
                found.append(try until("2"))
                try tx.delete(AccountID("1"), in: .sample)
                try tx.insert(Account.sample("1"), in: .sample)
                return found + [try until("1")]
            }
            let none = Timestamp(milliseconds: 0)
            #expect(found == [none, nil, later, later, none, none])
        },
    ]

    private static func page(after last: Revocation?, _ store: any Store) async throws -> Revocation? {
        try await store.read { try $0.revocations(after: last?.sequence ?? 0, limit: 1, of: "demo").first }
    }
}
