import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let importCases = [
        StoreCase("many accounts are inserted at once, each as it would be alone, in the order of their identities") { store in
            let mark = ImportMark(generation: 7, formerValidSince: 1, validSince: nil)
            // More than one statement takes.
            var accounts = (0..<700).map { number in
                Account.sample(
                    "u\(number)", email: EmailAddress(canonical: "u\(number)@example.com"),
                    identities: number % 3 == 0 ? [] : [.google("g\(number)", email: .bob), .github("h\(number)")])
            }
            accounts[350] = .full("u350")
            let imported = accounts.map { ImportedAccount(account: $0, mark: mark) }
            let changes = try await store.write { tx throws in
                try tx.insert(imported, in: .sample)
                return tx.journal.notes.compactMap(\.change).map { "\($0)" }
            }
            #expect(changes.count == 700)
            let stored = try await store.read { try $0.accounts(AccountQuery(limit: 1000), in: .sample) }
            #expect(stored.sorted { $0.id.value < $1.id.value } == accounts.sorted { $0.id.value < $1.id.value })
            for id in ["u0", "u350", "u699"] {
                #expect(try await store.read { try $0.importMark(of: AccountID(id), in: .sample) } == mark, "\(id)")
            }
            try await store.write { try $0.deleteImportMark(of: AccountID("u0"), in: .sample) }
            _ = try await store.write { try $0.delete(AccountID("u350"), in: .sample) }
            for id in ["u0", "u350"] {
                #expect(try await store.read { try $0.importMark(of: AccountID(id), in: .sample) } == nil, "\(id)")
            }
            try await store.write { try $0.insert([ImportedAccount](), in: .sample) }
        },
        StoreCase("of many accounts with one that breaks a rule, none is there, and the transaction goes on") { store in
            try await store.insert(.full("taken"))
            let mark = ImportMark(generation: 1, formerValidSince: nil, validSince: nil)
            let broken: [(StoreConflict, Account)] = [
                (.accountID, .sample("taken")), (.email, .sample("2", email: Account.full("taken").email)),
                (.identity, .sample("2", identities: [.github("h-taken")])),
                (.providerOfAccount, .sample("2", identities: [.google("a"), .google("b")])),
            ]
            for (conflict, account) in broken {
                let both = [Account.sample("1"), account].map { ImportedAccount(account: $0, mark: mark) }
                let found = try await store.write { tx throws in
                    var found: StoreConflict?
                    do { try tx.insert(both, in: .sample) } catch let error as StoreConflict { found = error }
                    #expect(tx.journal.notes.isEmpty)
                    try tx.insert(.sample("after"), in: .sample)
                    return found
                }
                #expect(found == conflict)
                for id in ["1", "2"] { #expect(try await store.account(id) == nil) }
                #expect(try await store.account("after") != nil)
                _ = try await store.write { try $0.delete(AccountID("after"), in: .sample) }
            }
            let nul = ImportedAccount(account: Account.sample("1").with { $0.displayName = "a\u{0}b" }, mark: mark)
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert([nul], in: .sample) } }
            #expect(try await store.account("1") == nil)
        },
        StoreCase("who holds what an import brings is found for all at once, in this project only") { store async throws in
            try await store.insert(.full("a"), .sample("b", identities: [.google("s")]))
            try await store.insert(.sample("c", email: .ada, identities: [.google("other")]), in: .otherProject)
            for (id, issuer) in [("z", "https://a"), ("y", "https://b")] {
                try await store.insert(
                    .sample(id, identities: [Identity(key: .openID("o", issuer: issuer), email: nil, profile: Profile())]))
            }
            let full = Account.full("a")
            var keys = ImportKeys()
            keys.ids = [full.id, AccountID("c"), AccountID("none"), AccountID("n\u{0}l")]
            keys.emails = Set([full.email, .ada].compactMap(\.self))
            func subject(_ provider: ProviderID, _ subject: String) -> ProviderSubject {
                ProviderSubject(provider: provider, subject: subject)
            }
            let oidc = ProviderID("oidc.acme")
            keys.subjects = [
                subject(.google, "s"), subject(.google, "other"), subject(.github, "h-a"), subject(oidc, "o"),
                subject(.phone, "+49301234567"), subject(.github, "\"quoted\" \\ \u{1F469}"),
            ]
            keys.factors = [SecondFactorID("f-a"), SecondFactorID("free")]
            let wanted = keys
            let holders = try await store.read { try $0.importHolders(of: wanted, in: .sample) }
            #expect(holders.accounts == [full.id: full])
            #expect(holders.emails == [EmailAddress(canonical: "a@example.com"): full.id])
            #expect(
                holders.subjects == [
                    subject(.google, "s"): [AccountID("b")], subject(.github, "h-a"): [full.id],
                    subject(oidc, "o"): [AccountID("y"), AccountID("z")], subject(.phone, "+49301234567"): [full.id],
                ])
            #expect(holders.factors == [SecondFactorID("f-a")])
            let nothing = try await store.read { try $0.importHolders(of: ImportKeys(), in: .sample) }
            #expect(nothing.accounts.isEmpty && nothing.emails.isEmpty && nothing.subjects.isEmpty && nothing.factors.isEmpty)
        },
        StoreCase("many accounts are deleted at once, and each ends its tokens") { store async throws in
            try await store.insert(.full("a"), .sample("b"), .sample("c"))
            try await store.insert(.sample("a"), in: .otherProject)
            try await store.write { try $0.insert(.sample(1, of: "a")) }
            let ended = try await store.write { tx throws in
                try tx.delete([AccountID("a"), AccountID("b"), AccountID("none")], in: .sample)
                try tx.delete([AccountID](), in: .sample)
                let ids = tx.journal.endedTokens.compactMap { tokens -> String? in
                    if case .account(let id, let generation, _, _, _) = tokens { "\(id.value) \(generation)" } else { nil }
                }
                return (ids.sorted(), tx.journal.notes.count)
            }
            #expect(ended.0 == ["a 8", "b \(Account.sample("b").generation + 1)"] && ended.1 == 2)
            for (id, isThere) in [("a", false), ("b", false), ("c", true)] {
                #expect(try await (store.account(id) != nil) == isThere, "\(id)")
            }
            #expect(try await store.account("a", in: .otherProject) != nil)
            #expect(try await store.read { try $0.session(Data(repeating: 1, count: 16)) } == nil)
        },
    ]
}
