import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension Store {
    func beginDeletion(of scope: ProjectScope) async throws {
        let begins = try await write {
            try $0.beginDeletion(of: scope, by: "a", now: .sample, until: .sample.adding(seconds: 10))
        }
        #expect(begins)
    }

    /// Runs a step of a deletion, some seconds after it began.
    func deleteSome(
        of scope: ProjectScope, as worker: String = "a", after seconds: Int64 = 0, limit: Int = 2
    ) async throws -> DeletionStep {
        try await write { tx in
            let now = Timestamp.sample.adding(seconds: seconds)
            return try tx.deleteSome(of: scope, as: worker, now: now, until: now.adding(seconds: 10), limit: limit, mayEnd: true)
        }
    }

    /// Deletes a project or tenant to its end.
    func deleteAll(of scope: ProjectScope) async throws {
        try await beginDeletion(of: scope)
        for _ in 0..<1000 {
            switch try await deleteSome(of: scope) {
            case .more, .ready: continue
            case .done: return
            case .others:
                Issue.record("Nobody else does it.")
                return
            }
        }
        Issue.record("The deletion does not end.")
    }
}

extension StoreContract {
    private static let empty = Tenant(scope: .tenant, settings: TenantSettings(), createdAt: .sample)

    static let scopeDeletionCases = [
        StoreCase("what was deleted does not exist while its data does, and its name is not free") { store async throws in
            try await fill(store)
            try await store.beginDeletion(of: .tenant)
            try await store.read { tx throws in
                #expect(try tx.tenant(.tenant) == nil && tx.isBeingDeleted(.tenant) && !tx.isBeingDeleted(.sample))
                #expect(try tx.account(AccountID("1"), in: .tenant) == nil && tx.account(AccountID("1"), in: .sample) != nil)
                #expect(try tx.account(identity: .google("g-1"), in: .tenant) == nil)
                #expect(try tx.accounts(after: nil, limit: 9, in: .tenant).isEmpty)
                #expect(try tx.accountCount(in: .tenant) == 0 && tx.accountCount(in: .sample) == 3)
                #expect(try tx.accounts(after: nil, limit: 9, in: .sample).count == 3)
                #expect(try tx.deletions(limit: 9).map(\.scope) == [.tenant])
            }
            #expect(try await !store.write { try $0.insert(empty) })
            try await store.beginDeletion(of: .sample)
            try await store.read { tx throws in
                #expect(try tx.isBeingDeleted(.sample) && tx.isBeingDeleted(.tenant) && !tx.isBeingDeleted(.otherProject))
                #expect(try tx.account(AccountID("1"), in: .sample) == nil)
                #expect(try tx.account(AccountID("1"), in: .otherProject) != nil)
                #expect(try tx.accountCount(in: .sample) == 0 && tx.accountCount(in: .otherProject) == 3)
                #expect(try tx.projects() == ["other"])
                #expect(try tx.deletions(limit: 9).map(\.scope) == [.sample], "It covers the tenants.")
            }
            let again = try await store.write {
                try $0.beginDeletion(of: .sample, by: "b", now: .sample, until: .sample)
            }
            #expect(!again)
        },
        StoreCase("a deletion goes step by step, messages before accounts, and ends") { store async throws in
            try await fill(store)
            try await store.beginDeletion(of: .tenant)
            var steps: [DeletionStep] = []
            for _ in 0..<20 where steps.last != .done(accounts: 3) { steps.append(try await store.deleteSome(of: .tenant)) }
            #expect(
                steps == [
                    .more(accounts: 0), .more(accounts: 2), .more(accounts: 3), .done(accounts: 3),
                ], "\(steps)")
            #expect(try await store.read { try $0.deletions(limit: 9) } == [])
            #expect(try await store.deleteSome(of: .tenant) == .others)
            for scope in [ProjectScope.sample, .otherProject] {
                #expect(try await store.read { try $0.accountCount(in: scope) } == 3)
            }
            #expect(try await store.write { try $0.insert(empty) })
            #expect(try await store.read { try $0.accountCount(ofAll: .tenant, upTo: 9) } == 0)
        },
        StoreCase("a deletion is one worker's until its time is up") { store async throws in
            try await fill(store)
            try await store.beginDeletion(of: .tenant)
            #expect(try await store.deleteSome(of: .tenant, as: "b", after: 9) == .others)
            #expect(try await store.deleteSome(of: .tenant, as: "a", after: 5) == .more(accounts: 0))
            #expect(try await store.deleteSome(of: .tenant, as: "b", after: 14) == .others)
            #expect(try await store.deleteSome(of: .tenant, as: "b", after: 15) == .more(accounts: 2))
            #expect(try await store.deleteSome(of: .tenant, as: "a", after: 16) == .others)
        },
        StoreCase("what a write that had begun before adds is deleted, too") { store async throws in
            try await fill(store)
            try await store.beginDeletion(of: .tenant)
            for _ in 0..<3 { _ = try await store.deleteSome(of: .tenant) }
            try await store.insert(.sample("0"), in: .tenant)
            var last = DeletionStep.others
            for _ in 0..<20 where last != .done(accounts: 4) { last = try await store.deleteSome(of: .tenant) }
            #expect(last == .done(accounts: 4))
            #expect(try await store.read { try $0.accountCount(ofAll: .tenant, upTo: 9) } == 0)
        },
        StoreCase("accounts of a project with its tenants are counted up to a limit") { store async throws in
            try await fill(store)
            try await store.read { tx throws in
                #expect(try tx.accountCount(ofAll: .sample, upTo: 100) == 6 && tx.accountCount(ofAll: .sample, upTo: 5) == 5)
                #expect(try tx.accountCount(ofAll: .tenant, upTo: 100) == 3)
            }
        },
        StoreCase("a deleted project ends the tokens of its tenants, too") { store async throws in
            try await fill(store)
            try await store.beginDeletion(of: .sample)
            let found = try await store.read { try $0.revocations(after: 0, limit: 9, of: "demo") }
            #expect(found.map(\.scope) == [.tenant] && found.first?.madeAt == .sample)
            #expect(found.map(\.target) == [.everybody(issuedBefore: Timestamp.sample.seconds)])
        },
    ]

    /// Three accounts in a project, in a tenant of it and in another project, each with a session and an identity.
    private static func fill(_ store: any Store) async throws {
        let scopes = [ProjectScope.sample, .tenant, .otherProject]
        try await store.write { tx throws in
            #expect(try tx.insert(Tenant(scope: .tenant, settings: TenantSettings(), createdAt: .sample)))
            for (place, scope) in scopes.enumerated() {
                for id in 1...3 as ClosedRange<UInt8> {
                    try tx.insert(.sample("\(id)", identities: [.google("g-\(id)")]), in: scope)
                    try tx.insert(.sample(UInt8(place * 10) + id, of: "\(id)", in: scope))
                }
            }
        }
    }
}
