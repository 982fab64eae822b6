import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    private static func key(_ target: UInt8, _ neighbourhood: UInt8?) -> PasswordAttemptsKey {
        PasswordAttemptsKey(target: Data([target]), neighbourhood: neighbourhood.map { Data([$0]) } ?? Data())
    }

    static let passwordAttemptCases = [
        StoreCase("attempts come back under their key alone, and are replaced") { store async throws in
            let first = PasswordAttempts(failures: 1, lastFailureAt: .sample)
            let second = PasswordAttempts(failures: 2, lastFailureAt: .sample.adding(seconds: 1), lastSuccessAt: .sample)
            try await store.write { tx throws in
                try tx.save(first, key(1, 1), expiresAt: .sample)
                try tx.save(first, key(1, nil), expiresAt: .sample)
                try tx.save(second, key(1, 1), expiresAt: .sample)
            }
            try await store.read { tx throws in
                #expect(try tx.passwordAttempts(key(1, 1)) == second)
                #expect(try tx.passwordAttempts(key(1, nil)) == first)
                #expect(try tx.passwordAttempts(key(1, 2)) == nil)
                #expect(try tx.passwordAttempts(key(2, 1)) == nil)
            }
        },
        StoreCase("attempts need no account, and outlive a write that fails after theirs") { store async throws in
            try await store.write { try $0.save(PasswordAttempts(failures: 1), key(1, nil), expiresAt: .sample) }
            await #expect(throws: Deliberate.self) {
                try await store.write { tx throws in
                    try tx.save(PasswordAttempts(failures: 2), key(1, nil), expiresAt: .sample)
                    throw Deliberate()
                }
            }
            #expect(try await store.read { try $0.passwordAttempts(key(1, nil))?.failures } == 1)
        },
        StoreCase("forgiving forgets the failures of one target everywhere, and no success") { store async throws in
            let attempts = PasswordAttempts(failures: 3, lastFailureAt: .sample, lastSuccessAt: .sample)
            try await store.write { tx throws in
                for key in [key(1, nil), key(1, 1), key(2, 1)] { try tx.save(attempts, key, expiresAt: .sample) }
                try tx.forgivePasswordFailures(target: Data([1]))
                try tx.forgivePasswordFailures(target: Data([9]))
            }
            try await store.read { tx throws in
                #expect(try tx.passwordAttempts(key(1, nil)) == PasswordAttempts(lastSuccessAt: .sample))
                #expect(try tx.passwordAttempts(key(1, 1)) == PasswordAttempts(lastSuccessAt: .sample))
                #expect(try tx.passwordAttempts(key(2, 1)) == attempts)
            }
        },
        StoreCase("expired attempts are deleted, so many at once") { store async throws in
            try await store.write { tx throws in
                for number in 1...5 {
                    try tx.save(
                        PasswordAttempts(failures: 1), key(UInt8(number), nil), expiresAt: .sample.adding(seconds: Int64(number)))
                }
            }
            let now = Timestamp.sample.adding(seconds: 3)
            #expect(try await store.write { try $0.deleteExpiredPasswordAttempts(now: now, limit: 2) } == 2)
            #expect(try await store.write { try $0.deleteExpiredPasswordAttempts(now: now, limit: 2) } == 1)
            #expect(try await store.write { try $0.deleteExpiredPasswordAttempts(now: now, limit: 2) } == 0)
            let left = try await store.read { tx in try (1...5).filter { try tx.passwordAttempts(key($0, nil)) != nil } }
            #expect(left == [4, 5])
        },
        StoreCase("a hundred failures at once are a hundred") { store async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await store.write { tx throws in
                            let old = try tx.passwordAttempts(key(1, nil)) ?? PasswordAttempts()
                            try tx.save(PasswordAttempts(failures: old.failures + 1), key(1, nil), expiresAt: .sample)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.read { try $0.passwordAttempts(key(1, nil))?.failures } == 100)
        },
        StoreCase("sessions are walked through in the order of their ids") { store async throws in
            try await store.insert(.sample("1").with { $0.generation = 9 })
            try await store.insert(.sample("1"), in: .tenant)
            try await store.write { tx throws in
                for byte in [UInt8](1...4) { try tx.insert(.sample(byte, of: "1")) }
                try tx.insert(.sample(5, of: "1", in: .tenant))
            }
            let first = try await store.read { try $0.sessions(after: Data(), limit: 3) }
            #expect(first.map(\.session) == [1, 2, 3].map { .sample($0, of: "1") })
            #expect(first.map(\.generation) == [9, 9, 9])
            let last = try await store.read { try $0.sessions(after: Data(repeating: 3, count: 16), limit: 3) }
            #expect(last.map(\.session) == [.sample(4, of: "1"), .sample(5, of: "1", in: .tenant)])
        },
    ]
}
