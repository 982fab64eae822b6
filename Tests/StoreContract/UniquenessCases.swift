import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let uniquenessCases =
        [
            uniqueness("account id", .accountID, .sample("1"), .sample("1", email: .bob)),
            uniqueness("email", .email, .sample("1", email: .ada), .sample("2", email: .ada)),
            uniqueness("phone", .phone, phone("1"), phone("2")),
            uniqueness(
                "identity", .identity, .sample("1", identities: [.google("s")]),
                .sample("2", identities: [.github("h"), .google("s")])
            ),
            StoreCase("two identities of one provider clash in one account") { store async throws in
                await #expect(throws: StoreConflict.providerOfAccount) {
                    try await store.insert(.sample("1", identities: [.google("s"), .google("t")]))
                }
                await #expect(throws: StoreConflict.providerOfAccount) {
                    try await store.insert(.sample("1", identities: [.google("s"), .google("s")]))
                }
                #expect(try await store.account("1") == nil)
            },
            StoreCase("an update can break each rule but the account id's") { store async throws in
                try await store.insert(.full("1"), .sample("2", identities: [.google("s")]))
                let taken = Account.full("1")
                let changes: [(StoreConflict, @Sendable (inout Account) -> Void)] = [
                    (.email, { $0.email = taken.email }), (.phone, { $0.phone = taken.phone }),
                    (.identity, { $0.identities = [.google("g-1")] }), (.identity, { $0.identities.append(.github("h-1")) }),
                    // Another's identity, of a provider that the account has: what is another's comes first.
                    (.identity, { $0.identities.append(.google("g-1")) }),
                    (.providerOfAccount, { $0.identities.append(.google("t")) }),
                ]
                for (conflict, change) in changes {
                    await #expect(throws: conflict) { try await store.change("2", change) }
                }
                #expect(try await store.account("2") == .sample("2", identities: [.google("s")]))
            },
            StoreCase("accounts without email and phone do not clash") { store async throws in
                try await store.insert(.sample("1"), .sample("2"), .sample("3"))
                #expect(try await store.read { try $0.accountCount(in: .sample) } == 3)
            },
            StoreCase("one subject of two issuers, or two providers, is two people") { store async throws in
                let keys: [IdentityKey] = [
                    .openID("s", issuer: "https://a"), .openID("s", issuer: "https://b"), .google("s"),
                ]
                for (number, key) in keys.enumerated() {
                    let identity = Identity(key: key, email: nil, profile: Profile())
                    try await store.insert(.sample("\(number)", identities: [identity]))
                }
                for (number, key) in keys.enumerated() {
                    #expect(try await store.read { try $0.account(identity: key, in: .sample)?.id.value } == "\(number)")
                }
            },
            StoreCase("what an account gave up, another may have") { store async throws in
                try await store.insert(.full("1"))
                try await store.change("1") { $0 = .sample("1") }
                let second = Account.full("2").with {
                    $0.email = Account.full("1").email
                    $0.identities = Account.full("1").identities
                }
                try await store.insert(second)
                #expect(try await store.account("2") == second)
            },
        ]

    /// Two accounts that clash in one scope, and in no other.
    private static func uniqueness(
        _ rule: String, _ conflict: StoreConflict, _ first: Account, _ second: Account
    ) -> StoreCase {
        StoreCase("\(rule) is unique in each project and tenant") { store async throws in
            for scope in [ProjectScope.sample, .otherProject, .tenant] {
                try await store.insert(first, in: scope)
                await #expect(throws: conflict) { try await store.insert(second, in: scope) }
                #expect(try await store.read { try $0.accounts(AccountQuery(), in: scope) } == [first])
            }
        }
    }

    private static func phone(_ id: String) -> Account {
        Account.sample(id).with { $0.phone = PhoneNumber("+12025550100") }
    }
}
