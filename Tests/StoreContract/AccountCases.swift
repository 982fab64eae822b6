import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let accountCases = [
        StoreCase("an account comes back with every field") { store async throws in
            let account = Account.full("ada")
            try await store.insert(account)
            #expect(try await store.account("ada") == account)
        },
        StoreCase("an account comes back with no optional field") { store async throws in
            let account = Account.sample("anonymous")
            try await store.insert(account)
            #expect(try await store.account("anonymous") == account)
        },
        StoreCase("an account is found by email, phone, identity") { store async throws in
            let account = Account.full("ada")
            try await store.insert(account, .sample("bob", email: .bob))
            try await store.read { tx throws in
                let email = try #require(account.email)
                let phone = try #require(account.phone)
                #expect(try tx.account(email: email, in: .sample) == account)
                #expect(try tx.account(phone: phone, in: .sample) == account)
                #expect(try tx.account(identity: .google("g-ada"), in: .sample) == account)
            }
        },
        StoreCase("what is not there is not found") { store async throws in
            try await store.insert(.full("ada"))
            try await store.read { tx throws in
                #expect(try tx.account(AccountID("Ada"), in: .sample) == nil)
                #expect(try tx.account(AccountID("ada"), in: .tenant) == nil)
                #expect(try tx.account(AccountID("ada"), in: .otherProject) == nil)
                #expect(try tx.account(email: .bob, in: .sample) == nil)
                #expect(try tx.account(identity: .google("G-ADA"), in: .sample) == nil)
                let sameSubject = IdentityKey(provider: .google, issuer: "https://evil.example", subject: "g-ada")
                #expect(try tx.account(identity: sameSubject, in: .sample) == nil)
            }
        },
        StoreCase("texts are compared byte by byte") { store async throws in
            // Equal as Swift strings: e with an accent, composed and decomposed.
            try await store.insert(.sample("\u{E9}"), .sample("e\u{301}"))
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 2)
        },
        StoreCase("a NUL never cuts a text") { store async throws in
            try await store.insert(.sample("ada", identities: [.google("1")]))
            try await store.read { tx throws in
                #expect(try tx.account(AccountID("ada\u{0}x"), in: .sample) == nil)
                #expect(try tx.account(identity: .google("1\u{0}2"), in: .sample) == nil)
                #expect(try tx.accounts(provider: .google, subject: "1\u{0}2", in: .sample) == [])
            }
            let named = Account.sample("named").with { $0.displayName = "a\u{0}b" }
            do {
                try await store.insert(named)
            } catch {
                return  // Refusing is as good as keeping it whole.
            }
            #expect(try await store.account("named") == named)
        },
    ]
}
