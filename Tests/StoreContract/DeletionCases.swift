import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let deletionCases = [
        StoreCase("deleting an account deletes what hangs on it, and nothing else") { store async throws in
            try await fill(store)
            #expect(try await store.write { try $0.delete(AccountID("1"), in: .sample) })
            #expect(try await !store.write { try $0.delete(AccountID("1"), in: .sample) })
            #expect(try await !store.write { try $0.delete(AccountID("nobody"), in: .sample) })
            #expect(try await store.account("1") == nil)
            #expect(try await leftovers(of: 1, in: store) == [false, false, false])
            #expect(try await leftovers(of: 2, in: store) == [true, true, true])
            #expect(try await leftovers(of: 3, in: store) == [true, true, true])
            #expect(try await store.account("1", in: .tenant) != nil)
            // Nothing is left that would be in a newcomer's way.
            try await store.insert(.full("1"))
            #expect(try await leftovers(of: 1, in: store) == [true, false, false])
        },
        StoreCase("purging deletes pending credentials only; the generation ends the sessions") { store async throws in
            try await fill(store)
            try await store.write { try $0.purge(AccountID("1"), in: .sample) }
            #expect(try await store.account("1") == .full("1"))
            #expect(try await leftovers(of: 1, in: store) == [true, true, false])
            #expect(try await leftovers(of: 2, in: store) == [true, true, true])
            #expect(try await leftovers(of: 3, in: store) == [true, true, true])
        },
        StoreCase("deleting all accounts spares other tenants and projects") { store async throws in
            try await fill(store)
            let first = try await store.write { try $0.deleteAllAccounts(in: .sample, after: nil, limit: 1) }
            #expect(first == AccountID("1"))
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 1)
            // The next ones are not another deletion.
            try await store.write { tx throws in
                #expect(try tx.deleteAllAccounts(in: .sample, after: first, limit: 2) == nil)
                #expect(tx.journal.notes.isEmpty && !tx.journal.endedTokens.isEmpty)
            }
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 0)
            #expect(try await leftovers(of: 1, in: store) == [false, false, false])
            #expect(try await leftovers(of: 2, in: store) == [false, false, false])
            #expect(try await leftovers(of: 3, in: store) == [true, true, true])
        },
    ]

    /// Accounts 1 and 2, and 1 of a tenant, which is number 3 below; each with a session and a pending credential.
    private static func fill(_ store: any Store) async throws {
        try await store.write { tx throws in
            try tx.insert(.full("1"), in: .sample)
            try tx.insert(.sample("2", identities: [.google("g-2")]), in: .sample)
            try tx.insert(.sample("1", identities: [.google("g-3")]), in: .tenant)
            try tx.insert(.sample(1, of: "1"))
            try tx.insert(.sample(2, of: "2"))
            try tx.insert(.sample(3, of: "1", in: .tenant))
            try tx.insert(.sample(1, collidedWith: "1"))
            try tx.insert(.sample(2, collidedWith: "2"))
            try tx.insert(.sample(3, collidedWith: "1", in: .tenant))
        }
    }

    /// Indicates whether identity, session and pending credential of a number exist.
    private static func leftovers(of number: UInt8, in store: any Store) async throws -> [Bool] {
        try await store.read { tx throws in
            [
                try tx.account(identity: .google("g-\(number)"), in: number == 3 ? .tenant : .sample) != nil,
                try tx.session(Data(repeating: number, count: 16)) != nil,
                try tx.pendingCredential(tokenHash: Data(repeating: number, count: 32)) != nil,
            ]
        }
    }
}
