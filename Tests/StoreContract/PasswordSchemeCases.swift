import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let passwordSchemeCases = [
        StoreCase("schemes of imported passwords come back, by project") { store async throws in
            let algorithms: [HashAlgorithm] = [
                .firebaseScrypt(saltSeparator: Data([7]), rounds: 8, memoryCost: 14),
                .scrypt(cost: 16384, blockSize: 8, lanes: 1), .bcrypt, .pbkdf2(.sha256, rounds: 1000),
                .hmac(.md5, .passwordFirst), .digest(.sha512, rounds: 3, .saltFirst),
                .argon2(Argon2Variant(.d, isOld: true), passes: 2, memoryKib: 64, lanes: 1),
            ]
            let schemes = algorithms.enumerated().map { index, algorithm in
                StoredPasswordScheme(
                    id: PasswordSchemeID("s\(index)"), scope: .sample, scheme: PasswordScheme(algorithm, length: 16 + index),
                    sealedKey: index == 0 ? Data([1, 2]) : nil)
            }
            try await store.write { tx in for scheme in schemes { try tx.insert(scheme) } }
            let (all, others, first, none) = try await store.read { tx in
                (
                    try tx.passwordSchemes(in: .sample), try tx.passwordSchemes(in: .tenant),
                    try tx.passwordScheme(PasswordSchemeID("s0")), try tx.passwordScheme(PasswordSchemeID("s9"))
                )
            }
            #expect(all == schemes && others == [] && first == schemes[0] && none == nil)
        },
        StoreCase("an imported password comes back with its account, and another one replaces all of it") { store async throws in
            try await store.write { try $0.insert(StoredPasswordScheme.sample("s")) }
            let account = Account.imported("1", scheme: "s", digest: "AAAA")
            try await store.insert(account)
            #expect(try await store.read { try $0.account(account.id, in: .sample) } == account)
            let changed = account.with { $0.password = PasswordRecord(hash: "$argon2id$x", updatedAt: .sample) }
            try await store.write { try $0.update(changed, from: account, in: .sample) }
            #expect(try await store.read { try $0.account(account.id, in: .sample) } == changed)
            #expect(try await store.read { try $0.passwordSchemesWithBareHashes() } == [])
        },
        StoreCase("bare hashes are found, and wrapped once, unless the password changed") { store async throws in
            try await store.write { tx in for id in ["s", "t", "u"] { try tx.insert(StoredPasswordScheme.sample(id)) } }
            for (id, scheme, digest) in [("1", "s", "AAAA"), ("2", "s", "AAAB"), ("3", "t", "AAAC"), ("4", "u", "$argon2id$w")] {
                try await store.insert(.imported(id, scheme: scheme, digest: digest))
            }
            let (schemes, all, some) = try await store.read { tx in
                (
                    try tx.passwordSchemesWithBareHashes().map(\.id.value),
                    try tx.bareHashes(of: PasswordSchemeID("s"), limit: 9), try tx.bareHashes(of: PasswordSchemeID("s"), limit: 1)
                )
            }
            // In the order of their rows, whose numbers on PostgreSQL are in none.
            let bare = all.sorted { $0.account.value < $1.account.value }
            #expect(schemes == ["s", "t"] && bare.map(\.account.value) == ["1", "2"] && some == Array(all.prefix(1)))
            #expect(bare.map(\.digest) == ["AAAA", "AAAB"] && bare.allSatisfy { $0.scope == .sample })
            let first = try #require(bare.first)
            #expect(try await store.write { try $0.wrap(first, as: "$argon2id$1") })
            #expect(try await !store.write { try $0.wrap(first, as: "$argon2id$2") })
            let wrapped = Account.imported("1", scheme: "s", digest: "$argon2id$1")
            #expect(try await store.read { try $0.account(wrapped.id, in: .sample) } == wrapped)
            // Somebody signed in with the second one meanwhile.
            let old = Account.imported("2", scheme: "s", digest: "AAAB")
            let new = old.with { $0.password = PasswordRecord(hash: "$argon2id$3", updatedAt: .sample) }
            try await store.write { try $0.update(new, from: old, in: .sample) }
            #expect(try await !store.write { try $0.wrap(bare[1], as: "$argon2id$4") })
            #expect(try await store.read { try $0.account(new.id, in: .sample) } == new)
            #expect(try await store.read { try $0.passwordSchemesWithBareHashes() }.map(\.id.value) == ["t"])
        },
        StoreCase("each account with a password has about the same share of samples in its project") { store async throws in
            try await store.write { try $0.insert(StoredPasswordScheme.sample("s")) }
            #expect(try await store.read { try $0.samplePassword(at: 7, in: .sample) } == nil)
            for id in 0..<10 {
                try await store.insert(.imported("\(id)", scheme: "s", digest: "AAA\(id)"))
                try await store.insert(Account.sample("without \(id)"))
            }
            try await store.insert(.imported("other", scheme: "s", digest: "$argon2id$x"), in: .tenant)
            let found = try await store.read { tx in
                try stride(from: UInt32(0), to: UInt32.max - 10_000_000, by: 10_000_000).map {
                    try tx.samplePassword(at: $0, in: .sample)
                }
            }
            let counts = Dictionary(grouping: found) { $0 }.mapValues(\.count)
            let known = (0..<10).map { Account.imported("\($0)", scheme: "s", digest: "AAA\($0)").password }
            #expect(Set(counts.keys) == Set(known) && counts.values.allSatisfy { (10...150).contains($0) }, "\(counts.values)")
            #expect(try await store.read { try $0.samplePassword(at: .max, in: .tenant)?.hash } == "$argon2id$x")
        },
        StoreCase("a scheme stays for as long as an account has it") { store async throws in
            try await store.write { tx in for id in ["s", "t"] { try tx.insert(StoredPasswordScheme.sample(id)) } }
            try await store.insert(.imported("1", scheme: "s", digest: "AAAA"))
            #expect(try await store.write { try $0.deleteUnusedPasswordSchemes() } == 1)
            #expect(try await store.read { try $0.passwordSchemes(in: .sample) }.map(\.id.value) == ["s"])
            _ = try await store.write { try $0.delete(AccountID("1"), in: .sample) }
            #expect(try await store.write { try $0.deleteUnusedPasswordSchemes() } == 1)
            #expect(try await store.read { try $0.passwordSchemes(in: .sample) } == [])
        },
    ]
}

extension StoredPasswordScheme {
    fileprivate static func sample(_ id: String) -> StoredPasswordScheme {
        StoredPasswordScheme(
            id: PasswordSchemeID(id), scope: .sample, scheme: PasswordScheme(.hmac(.sha256, .saltFirst), length: 32),
            sealedKey: Data([1]))
    }
}

extension Account {
    fileprivate static func imported(_ id: String, scheme: String, digest: String) -> Account {
        let imported = ImportedHash(scheme: PasswordSchemeID(scheme), salt: Data(id.utf8))
        return Account.sample(id).with {
            $0.password = PasswordRecord(hash: digest, imported: imported, updatedAt: .sample.adding(seconds: 1))
        }
    }
}
