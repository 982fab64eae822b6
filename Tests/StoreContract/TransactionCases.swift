import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let transactionCases = [
        StoreCase("an error undoes all of a write, and reaches the caller as it is") { store async throws in
            try await store.insert(.full("1"))
            await #expect(throws: Deliberate.self) {
                try await store.write { tx throws in
                    try tx.insert(.sample("2", email: .ada, identities: [.github("new")]), in: .sample)
                    try tx.delete(AccountID("1"), in: .sample)
                    try tx.save(.development, of: "demo")
                    throw Deliberate()
                }
            }
            #expect(try await store.account("1") == .full("1"))
            #expect(try await store.account("2") == nil)
            #expect(try await store.read { try $0.settings(of: "demo") } == nil)
        },
        StoreCase("a write reads what it wrote, and everybody does afterwards") { store async throws in
            let (account, count) = try await store.write { tx in
                try tx.insert(.full("1"), in: .sample)
                return (try tx.account(AccountID("1"), in: .sample), try tx.accountCount(in: .sample))
            }
            #expect(account == .full("1"))
            #expect(count == 1)
            for number in 0..<50 {
                try await store.change("1") { $0.displayName = "\(number)" }
                #expect(try await store.account("1")?.displayName == "\(number)")
            }
        },
        StoreCase("queries that were expected are answered as those that were not, whatever the write changes meanwhile") {
            store async throws in
            try await store.insert(.full("1"))
            try await store.insert(.sample("2", email: .ada))
            let nobody = EmailAddress(canonical: "nobody@example.com")
            let expected: [ExpectedQuery] = [
                .account(AccountID("1"), scope: .sample), .account(AccountID("2"), scope: .sample),
                .accountWithEmail(.ada, scope: .sample), .accountWithEmail(nobody, scope: .sample), .settings(project: "demo"),
                // No text of the database has such a character.
                .account(AccountID("\u{0}"), scope: .sample),
                .accountWithSession(account: AccountID("1"), session: Data([1]), scope: .sample),
                .openActionCodes(of: AccountID("2"), scope: .sample),
            ]
            let found = try await store.write { tx in
                tx.expect(expected)
                var found = [try tx.account(AccountID("1"), in: .sample), try tx.account(email: .ada, in: .sample)]
                try tx.update(
                    .sample("2", email: nobody), from: try #require(try tx.account(AccountID("2"), in: .sample)), in: .sample)
                found.append(try tx.account(email: .ada, in: .sample))
                found.append(try tx.account(email: nobody, in: .sample))
                found.append(try tx.account(AccountID("\u{0}"), in: .sample))
                return found
            }
            #expect(found == [.full("1"), .sample("2", email: .ada), nil, .sample("2", email: nobody), nil])
            // One that deletes, and one that inserts.
            let deleted = try await store.write { tx in
                tx.expect(expected)
                _ = try tx.settings(of: "demo")
                try tx.delete(AccountID("1"), in: .sample)
                return [
                    try tx.account(AccountID("1"), in: .sample),
                    try tx.account(AccountID("1"), withSession: Data([1]), in: .sample).account,
                ]
            }
            #expect(deleted == [nil, nil])
            let inserted = try await store.write { tx in
                tx.expect(expected)
                _ = try tx.settings(of: "demo")
                try tx.insert(.full("1"), in: .sample)
                return try tx.account(AccountID("1"), in: .sample)
            }
            #expect(inserted == .full("1"))
            // One that changes first.
            let renamed = try await store.write { tx in
                tx.expect(expected)
                try tx.update(
                    .sample("2", email: .ada), from: .sample("2", email: nobody), in: .sample)
                return try tx.account(email: .ada, in: .sample)
            }
            #expect(renamed == .sample("2", email: .ada))
            // Codes, and what becomes of them.
            let code = ActionCode(
                id: "code", scope: .sample, purpose: .recoverEmail, account: AccountID("2"), email: .ada, newEmail: nil,
                target: ActionCode.Target(), digits: nil, sealedLink: nil, createdAt: .sample, expiresAt: .sample)
            try await store.write { try $0.insert(code) }
            let codes = try await store.write { tx in
                tx.expect(expected)
                let before = try tx.openActionCodes(of: AccountID("2"), in: .sample)
                try tx.endActionCodes(of: AccountID("2"), purposes: [.recoverEmail], keeping: 0, in: .sample, now: .sample)
                return [before, try tx.openActionCodes(of: AccountID("2"), in: .sample)].map { $0.map(\.id) }
            }
            #expect(codes == [["code"], []])
        },
        StoreCase("a call that fails has done nothing, and the write can go on") { store async throws in
            try await store.insert(.sample("1", identities: [.google("g")]))
            let conflicts = try await store.write { tx in
                var conflicts: [StoreConflict] = []
                do {
                    try tx.insert(.sample("2", identities: [.github("h"), .google("g")]), in: .sample)
                } catch let conflict as StoreConflict {
                    conflicts.append(conflict)
                }
                let third = Account.sample("3", identities: [.github("h")])
                try tx.insert(third, in: .sample)
                let changed = third.with {
                    $0.displayName = "changed"
                    $0.identities = [.google("g")]
                }
                do {
                    try tx.update(changed, from: third, in: .sample)
                } catch let conflict as StoreConflict {
                    conflicts.append(conflict)
                }
                return conflicts
            }
            #expect(conflicts == [.identity, .identity])
            #expect(try await store.account("2") == nil)
            #expect(try await store.account("3") == .sample("3", identities: [.github("h")]))
        },
        StoreCase("what is made of a result meanwhile comes back with the write, whose failure it does not survive") {
            store async throws in
            let made = try await store.write { tx in
                try tx.insert(.sample("1"), in: .sample)
                return 1
            } meanwhile: {
                $0 + 1
            }
            #expect(made == 2)
            #expect(try await store.account("1") == .sample("1"))
            var calls = 0
            await #expect(throws: Deliberate.self) {
                try await store.write { tx -> Int in
                    try tx.insert(.sample("2"), in: .sample)
                    throw Deliberate()
                } meanwhile: { _ in
                    calls += 1
                }
            }
            #expect(calls == 0)
            // The write is not undone because nothing can be made of it.
            await #expect(throws: Deliberate.self) {
                try await store.write {
                    try $0.insert(.sample("3"), in: .sample)
                } meanwhile: {
                    throw Deliberate()
                }
            }
            #expect(try await store.account("2") == nil)
            #expect(try await store.account("3") == .sample("3"))
        },
        StoreCase("a result comes back") { store async throws in
            #expect(try await store.write { _ in [1, 2] } == [1, 2])
            #expect(try await store.read { _ in "read" } == "read")
            await #expect(throws: Deliberate.self) { try await store.read { _ in throw Deliberate() } }
        },
        StoreCase("a cancelled task's write is whole or not at all") { store async throws in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.insert(.full("1"))
            }
            let isDone = (try? await task.value) != nil
            #expect(try await store.account("1") == (isDone ? .full("1") : nil))
        },
        StoreCase("migrating again changes nothing") { store async throws in
            try await store.insert(.full("1"))
            try await store.migrate()
            #expect(try await store.account("1") == .full("1"))
        },
        StoreCase("a closed store refuses, and closing twice is harmless") { store async throws in
            try await store.close()
            try await store.close()
            await #expect(throws: (any Error).self) { try await store.read { try $0.projects() } }
            await #expect(throws: (any Error).self) { try await store.write { try $0.save(.production, of: "demo") } }
        },
    ]
}
