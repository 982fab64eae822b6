import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let operatorCases = [
        StoreCase("an operator's rights come back, change, and go with the account") { store async throws in
            let (first, second) = (AccountID("op1"), AccountID("op2"))
            let grant = OperatorGrant(role: .support, reach: .some(["shop", "blog"]))
            try await store.write { tx throws in
                try tx.insert(.sample("op1", email: .ada), in: .operators)
                try tx.insert(.sample("op2", email: .bob), in: .operators)
                try tx.save(StoredOperator(account: first, grant: .everything, createdAt: .sample))
                try tx.save(StoredOperator(account: second, grant: grant, createdAt: .sample.adding(seconds: 1)))
            }
            #expect(try await store.read { try $0.storedOperators().map(\.account) } == [first, second])
            #expect(try await store.read { try $0.storedOperator(second)?.grant } == grant)
            #expect(try await store.read { try $0.storedOperator(AccountID("other")) } == nil)
            try await store.write { tx throws in
                try tx.save(StoredOperator(account: second, grant: .everything, createdAt: .sample.adding(seconds: 9)))
            }
            let changed = try await store.read { try $0.storedOperator(second) }
            #expect(changed?.grant == .everything && changed?.createdAt == .sample.adding(seconds: 1))
            _ = try await store.write { try $0.delete(first, in: .operators) }
            #expect(try await store.read { try $0.storedOperators().map(\.account) } == [second])
            #expect(try await store.read { try $0.projects() } == [])
        },
        StoreCase("an invitation comes back, is consumed once, and goes when it has expired") { store async throws in
            func invitation(_ byte: UInt8, _ email: EmailAddress?, _ reach: OperatorReach) -> OperatorInvitation {
                OperatorInvitation(
                    id: Data(repeating: byte, count: 32), email: email, grant: OperatorGrant(role: .editor, reach: reach),
                    createdAt: .sample.adding(seconds: Int64(byte)), expiresAt: .sample.adding(seconds: 100))
            }
            let all = [invitation(1, nil, .all), invitation(2, .ada, .some(["shop"]))]
            try await store.write { tx throws in for each in all { try tx.insert(each) } }
            #expect(try await store.read { try $0.operatorInvitations() } == all)
            #expect(try await store.read { try $0.operatorInvitation(all[1].id) } == all[1])
            #expect(try await store.write { try $0.consumeOperatorInvitation(all[0].id) })
            #expect(try await !store.write { try $0.consumeOperatorInvitation(all[0].id) })
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 99)) }
            #expect(try await store.read { try $0.operatorInvitations().count } == 1)
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 101)) }
            #expect(try await store.read { try $0.operatorInvitations() } == [])
        },
        StoreCase("pages of accounts by the beginning of an email, and by a provider") { store async throws in
            try await store.write { tx throws in
                for name in ["ana", "anb", "anc", "bob"] {
                    try tx.insert(
                        .sample(name, email: EmailAddress(canonical: "\(name)@example.com"), identities: [.google("g-\(name)")]),
                        in: .sample)
                }
                try tx.insert(.sample("else", email: EmailAddress(canonical: "ana@example.com")), in: .otherProject)
            }
            @Sendable func ids(_ prefix: String, _ after: String?, _ limit: Int) async throws -> [String] {
                try await store.read { tx in
                    try tx.accounts(emailPrefix: prefix, after: after, limit: limit, in: .sample).map(\.id.value)
                }
            }
            #expect(try await ids("an", nil, 2) == ["ana", "anb"])
            #expect(try await ids("an", "anb@example.com", 2) == ["anc"])
            #expect(try await ids("ana@example.com", nil, 9) == ["ana"])
            #expect(try await ids("c", nil, 9) == [])
            @Sendable func ofGoogle(_ after: IdentityKey?) async throws -> [String] {
                try await store.read { tx in
                    try tx.accounts(provider: .google, after: after, limit: 3, in: .sample).map(\.id.value)
                }
            }
            #expect(try await ofGoogle(nil) == ["ana", "anb", "anc"])
            #expect(try await ofGoogle(.google("g-anc")) == ["bob"])
        },
        StoreCase("pages of accounts by the beginning of a name, in one scope") { store async throws in
            try await store.write { tx throws in
                for (id, name) in [("1", "Ana"), ("2", "ANA"), ("3", "anb"), ("4", nil), ("5", "Éva"), ("6", "b")]
                    as [(String, String?)]
                {
                    var account = Account.sample(id)
                    account.displayName = name
                    try tx.insert(account, in: .sample)
                }
                var long = Account.sample("7")
                long.displayName = String(repeating: "Ж", count: 300)
                try tx.insert(long, in: .sample)
                var other = Account.sample("1")
                other.displayName = "Ana"
                try tx.insert(other, in: .otherProject)
            }
            @Sendable func ids(_ prefix: String, _ after: (String, String)? = nil, _ limit: Int = 9) async throws -> [String] {
                try await store.read { tx in
                    try tx.accounts(
                        namePrefix: prefix, after: after.map { (key: $0.0, id: AccountID($0.1)) }, limit: limit, in: .sample
                    ).map(\.id.value)
                }
            }
            #expect(try await ids("an") == ["1", "2", "3"])
            #expect(try await ids("an", nil, 2) == ["1", "2"])
            #expect(try await ids("an", ("ana", "1")) == ["2", "3"])
            #expect(try await ids("an", ("ana", "2")) == ["3"])
            #expect(try await ids("An") == [], "Keys are in lower case.")
            #expect(try await ids("É") == ["5"])
            #expect(try await ids(String(repeating: "Ж", count: 64)) == ["7"])
            #expect(try await ids(String(repeating: "Ж", count: 64), (String(repeating: "Ж", count: 64), "7")) == [])
        },
    ]
}
