import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let listingCases = [
        StoreCase("pages follow one another in the order of ids") { store async throws in
            try await store.insert(.sample("b"), .full("a"), .sample("d"), .sample("c"), .sample("B"))
            try await store.insert(.sample("a"), .sample("aa"), in: .tenant)
            try await store.read { tx throws in
                let first = try tx.accounts(after: nil, limit: 2, in: .sample)
                #expect(first.map(\.id.value) == ["B", "a"])
                #expect(first.last == .full("a"))
                #expect(try tx.accounts(after: first.last?.id, limit: 2, in: .sample).map(\.id.value) == ["b", "c"])
                #expect(try tx.accounts(after: AccountID("c"), limit: 2, in: .sample).map(\.id.value) == ["d"])
                #expect(try tx.accounts(after: AccountID("d"), limit: 2, in: .sample) == [])
                #expect(try tx.accounts(after: nil, limit: 0, in: .sample) == [])
                #expect(try tx.accountCount(in: .sample) == 5)
                #expect(try tx.accountCount(in: .tenant) == 2)
                #expect(try tx.accountCount(in: .otherProject) == 0)
            }
        },
        StoreCase("accounts are counted some at a time, with tenants or without") { store async throws in
            for id in ["b", "B", "c", "a", "d"] { try await store.insert(.sample(id), in: .sample) }
            for id in ["a", "aa"] { try await store.insert(.sample(id), in: .tenant) }
            try await store.insert(.sample("a"), in: .otherProject)
            for (scope, withTenants, total) in [
                (ProjectScope.sample, true, 7), (.sample, false, 5), (.tenant, false, 2), (.otherProject, true, 1),
                (ProjectScope(project: "none"), true, 0),
            ] as [(ProjectScope, Bool, Int)] {
                for limit in 1...8 {
                    try await store.read { tx throws in
                        var (counts, place): ([Int], AccountPlace?) = ([], nil)
                        repeat {
                            let counted = try tx.countAccounts(in: scope, withTenants: withTenants, after: place, limit: limit)
                            counts.append(counted.count)
                            place = counted.last
                        } while place != nil
                        let isInSteps = counts.allSatisfy { $0 <= limit } && counts.dropLast().allSatisfy { $0 == limit }
                        #expect(counts.reduce(0, +) == total && isInSteps, "\(scope) \(withTenants) \(limit): \(counts)")
                    }
                }
            }
        },
        StoreCase("accounts are sorted by each field, equal ones by id, those without a value first") { store async throws in
            try await store.write { tx throws in
                for (id, rank) in [("d", 2), ("c", nil), ("b", 1), ("a", 2)] as [(String, Int?)] {
                    var account = Account(id: AccountID(id), createdAt: .sample.adding(seconds: Int64(rank ?? 0)))
                    account.displayName = rank.map { "name \($0)" }
                    account.lastSignInAt = rank.map { .sample.adding(seconds: Int64($0)) }
                    account.email = rank.map { EmailAddress(canonical: "\($0)\(id)@example.com") }
                    try tx.insert(account, in: .sample)
                }
                try tx.insert(.sample("x"), in: .otherProject)
            }
            try await store.read { tx throws in
                for field in AccountQuery.SortField.allCases {
                    let up = try tx.accounts(AccountQuery(sortBy: field), in: .sample).map(\.id.value)
                    let down = try tx.accounts(AccountQuery(sortBy: field, descending: true), in: .sample).map(\.id.value)
                    switch field {
                    case .id: #expect(up == ["a", "b", "c", "d"] && down == ["d", "c", "b", "a"])
                    case .email: #expect(up == ["c", "b", "a", "d"] && down == ["d", "a", "b", "c"])
                    default: #expect(up == ["c", "b", "a", "d"] && down == ["a", "d", "b", "c"], "by \(field)")
                    }
                }
                let page = AccountQuery(sortBy: .createdAt, descending: true, limit: 2, offset: 1)
                #expect(try tx.accounts(page, in: .sample).map(\.id.value) == ["d", "b"])
                #expect(try tx.accounts(AccountQuery(limit: -1, offset: -1), in: .sample) == [])
                #expect(try tx.accounts(AccountQuery(offset: 9), in: .sample) == [])
            }
        },
        StoreCase("accounts are found by what several may share") { store async throws in
            let one = Account.sample(
                "1", identities: [Identity(key: .openID("s", issuer: "https://a"), email: .ada, profile: Profile())]
            )
            let two = Account.sample(
                "2", identities: [Identity(key: .openID("s", issuer: "https://b"), email: .ada, profile: Profile())]
            )
            let three = Account.sample("3", identities: [.google("s", email: .bob), .github("s", email: .bob)])
                .with { $0.initialEmail = .ada }
            let four = Account.sample("4").with { $0.initialEmail = .ada }
            try await store.insert(four, three, two, one)
            try await store.insert(one, three, in: .tenant)
            try await store.read { tx throws in
                #expect(try tx.accounts(provider: ProviderID("oidc.acme"), subject: "s", in: .sample) == [one, two])
                #expect(try tx.accounts(provider: .google, subject: "s", in: .sample) == [three])
                #expect(try tx.accounts(provider: .google, subject: "t", in: .sample) == [])
                #expect(try tx.accounts(identityEmail: .ada, in: .sample) == [one, two])
                #expect(try tx.accounts(identityEmail: .bob, in: .sample) == [three])
                #expect(try tx.accounts(initialEmail: .ada, in: .sample) == [three, four])
                #expect(try tx.accounts(initialEmail: .bob, in: .sample) == [])
            }
        },
    ]
}
