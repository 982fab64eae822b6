import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let updateCases = [
        StoreCase("every field can be changed, set and cleared") { store async throws in
            let full = Account.full("ada")
            let empty = Account.sample("ada")
            try await store.insert(full)
            try await store.write { try $0.update(empty, from: full, in: .sample) }
            #expect(try await store.account("ada") == empty)
            try await store.write { try $0.update(full, from: empty, in: .sample) }
            #expect(try await store.account("ada") == full)
        },
        StoreCase("each field can be changed alone") { store async throws in
            let changes: [@Sendable (inout Account) -> Void] = [
                { $0.email = .bob }, { $0.emailVerified = false }, { $0.displayName = "B" }, { $0.photoURL = nil },
                { $0.phone = PhoneNumber("+12025550100") }, { $0.password?.hash = "$scrypt$" },
                { $0.password?.updatedAt = .sample }, { $0.password = nil }, { $0.isDisabled = false },
                { $0.customClaims = nil }, { $0.validSince = nil }, { $0.generation = 8 }, { $0.initialEmail = .ada },
                { $0.lastSignInAt = .sample.adding(seconds: 60) }, { $0.lastRefreshAt = nil }, { $0.identities = [] },
                { $0.endAllSessions(now: .sample) }, { $0.purge(now: .sample) },
            ]
            var expected = Account.full("ada")
            let bystander = Account.sample("bystander", email: EmailAddress(canonical: "by@example.com"))
            try await store.insert(expected, bystander)
            for change in changes {
                try await store.change("ada", change)
                change(&expected)
                #expect(try await store.account("ada") == expected)
            }
            #expect(try await store.account("bystander") == bystander)
        },
        StoreCase("an update without a difference changes nothing") { store async throws in
            let account = Account.full("ada")
            try await store.insert(account)
            try await store.write { try $0.update(account, from: account, in: .sample) }
            #expect(try await store.account("ada") == account)
        },
        StoreCase("an update of an account that is gone fails") { store async throws in
            let account = Account.full("ada")
            for changed in [account, account.with { $0.displayName = "B" }, account.with { $0.identities = [] }] {
                await #expect(throws: (any Error).self) {
                    try await store.write { try $0.update(changed, from: account, in: .sample) }
                }
            }
            try await store.insert(account)
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.update(account.with { $0.email = nil }, from: account, in: .tenant) }
            }
            #expect(try await store.account("ada") == account)
        },
    ]
}
