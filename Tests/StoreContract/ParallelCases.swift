import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let parallelCases = [
        StoreCase("of 64 callers one consumes a pending credential") { store async throws in
            let hash = PendingCredential.sample(1, collidedWith: "1").tokenHash
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(.sample(1, collidedWith: "1")) }
            let wins = try await inParallel(64) { _ in
                try await store.write { try $0.consumePendingCredential(tokenHash: hash) }
            }
            #expect(wins.filter { $0 }.count == 1)
        },
        StoreCase("of 64 accounts with one email one is made") { store async throws in
            let made = try await inParallel(64) { number in
                do {
                    try await store.insert(.sample("\(number)", email: .ada))
                    return true
                } catch StoreConflict.email {
                    return false
                }
            }
            #expect(made.filter { $0 }.count == 1)
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 1)
        },
        StoreCase("of 64 accounts with one identity one is made") { store async throws in
            let made = try await inParallel(64) { number in
                do {
                    try await store.insert(.sample("\(number)", identities: [.google("g")]))
                    return true
                } catch StoreConflict.identity {
                    return false
                }
            }
            #expect(made.filter { $0 }.count == 1)
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 1)
        },
        StoreCase("no change of 64 parallel ones is lost") { store async throws in
            try await store.insert(.sample("1"))
            _ = try await inParallel(64) { _ in
                try await store.change("1") { $0.generation += 1 }
                return true
            }
            #expect(try await store.account("1")?.generation == 64)
        },
        StoreCase("a read sees all of a write or nothing") { store async throws in
            try await store.insert(.sample("1"), .sample("2"))
            let seen = try await inParallel(64) { number in
                if number.isMultiple(of: 4) {
                    try await store.write { tx throws in
                        for id in ["1", "2"] {
                            guard let old = try tx.account(AccountID(id), in: .sample) else { throw Deliberate() }
                            try tx.update(old.with { $0.generation += 1 }, from: old, in: .sample)
                        }
                    }
                }
                return try await store.read { tx throws in
                    try tx.account(AccountID("1"), in: .sample)?.generation
                        == tx.account(AccountID("2"), in: .sample)?.generation
                }
            }
            #expect(seen.allSatisfy { $0 })
        },
        StoreCase("a write that fails does not harm those beside it") { store async throws in
            let made = try await inParallel(64) { number in
                do {
                    try await store.write { tx throws in
                        try tx.insert(.sample("\(number)", identities: [.google("\(number)")]), in: .sample)
                        if number.isMultiple(of: 3) { throw Deliberate() }
                    }
                    return true
                } catch is Deliberate {
                    return false
                }
            }
            for (number, isMade) in made.enumerated() {
                #expect(isMade != number.isMultiple(of: 3))
                #expect(try await (store.account("\(number)") != nil) == isMade)
            }
        },
    ]

    /// Runs many at once, and gives their results in the order of their numbers.
    private static func inParallel(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Bool
    ) async throws -> [Bool] {
        try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<count { group.addTask { (number, try await body(number)) } }
            var results = Array(repeating: false, count: count)
            for try await (number, result) in group { results[number] = result }
            return results
        }
    }
}
