import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let identityCases = [
        StoreCase("identities stay in the order in which they came") { store async throws in
            try await store.insert(.sample("1", identities: [.github("h")]))
            try await store.change("1") { $0.identities.append(.google("g")) }
            // A change in an old one does not make it young.
            try await store.change("1") { $0.identities[0].email = .ada }
            let expected: [Identity] = [.github("h", email: .ada), .google("g")]
            #expect(try await store.account("1")?.identities == expected)
            #expect(try await store.read { try $0.accounts(AccountQuery(), in: .sample).first?.identities } == expected)
        },
        StoreCase("an identity is removed, and comes back as the youngest") { store async throws in
            try await store.insert(.sample("1", identities: [.google("g"), .github("h")]))
            try await store.change("1") { $0.identities.removeFirst() }
            #expect(try await store.account("1")?.identities == [.github("h")])
            #expect(try await store.read { try $0.account(identity: .google("g"), in: .sample) } == nil)
            try await store.change("1") { $0.identities.append(.google("g")) }
            #expect(try await store.account("1")?.identities == [.github("h"), .google("g")])
        },
        StoreCase("an identity is replaced by another of its provider in one update") { store async throws in
            try await store.insert(.sample("1", identities: [.google("g"), .github("h")]))
            try await store.change("1") { $0.identities = [.github("h"), .google("new")] }
            #expect(try await store.account("1")?.identities == [.github("h"), .google("new")])
        },
        StoreCase("identities are counted by provider and issuer, in one project") { store async throws in
            try await store.insert(.sample("1", identities: [.google("g"), .github("h")]))
            try await store.insert(.sample("2", identities: [.google("i")]))
            let issuer = IdentityKey.google("g").issuer
            try await store.read { tx throws in
                #expect(try tx.identityCount(provider: .google, issuer: issuer, in: .sample) == 2)
                #expect(try tx.identityCount(provider: .google, issuer: "https://elsewhere", in: .sample) == 0)
                #expect(try tx.identityCount(provider: .facebook, issuer: issuer, in: .sample) == 0)
                #expect(try tx.identityCount(provider: .google, issuer: issuer, in: ProjectScope(project: "other")) == 0)
            }
        },
        StoreCase("an identity's email and profile change in place") { store async throws in
            try await store.insert(.sample("1", identities: [.google("g", email: .ada)]))
            let changed = Identity(key: .google("g"), email: nil, profile: Profile(screenName: "s"))
            try await store.change("1") { $0.identities = [changed] }
            try await store.read { tx throws in
                #expect(try tx.account(identity: .google("g"), in: .sample)?.identities == [changed])
                #expect(try tx.accounts(identityEmail: .ada, in: .sample) == [])
            }
        },
    ]
}
