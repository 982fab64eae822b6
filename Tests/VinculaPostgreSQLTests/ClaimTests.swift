import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// Writes that nothing is ruled out for, and what must not meet them.
@Suite struct ClaimTests {
    private static let scope = ProjectScope(project: "p")

    private static func account(_ id: String) -> Account { Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)) }

    private static func session(of account: String, id: String? = nil) -> Session {
        Session(
            id: Data((id ?? account).utf8), scope: scope, account: AccountID(account), authTime: Timestamp(milliseconds: 1),
            signInProvider: .anonymous, generation: 0, refresh: RefreshChain(active: Data([1])))
    }

    @Test func `sign-ups that are claims never run again`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 24)
            try await withThrowingTaskGroup { group in
                for number in 0..<400 {
                    group.addTask {
                        try await store.claim { tx in
                            try tx.insert(Self.account("\(number)"), in: Self.scope)
                            try tx.insert(Self.session(of: "\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 400)
            #expect(store.health.activity.numbers.repeats == 0)
            try await store.close()
        }
    }

    @Test(arguments: ["", "t"])
    func `a project or tenant is deleted with what claims are making in it`(tenant: String) async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 16)
            let scope = ProjectScope(project: "p", tenant: tenant)
            try await store.write { tx in
                _ = try tx.insertProject("p", at: Timestamp(milliseconds: 1))
                if !tenant.isEmpty {
                    _ = try tx.insert(
                        Tenant(scope: scope, settings: TenantSettings(), createdAt: Timestamp(milliseconds: 1)))
                }
            }
            let inside = DispatchSemaphore(value: 0)
            let signUp = Task {
                try await store.claim { tx in
                    guard try tx.hasProject("p") else { return }
                    inside.signal()
                    usleep(300_000)
                    try tx.insert(Self.account("1"), in: scope)
                }
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    inside.wait()
                    continuation.resume()
                }
            }
            let (now, until) = (Timestamp(milliseconds: 1), Timestamp(milliseconds: 2))
            #expect(try await store.write { try $0.beginDeletion(of: scope, by: "w", now: now, until: until) })
            // The claim was over before that: the rest is deleted once.
            let left = try await store.read { try $0.accountCount(ofAll: scope, upTo: 10) }
            #expect(left == 1)
            while case .more = try await store.write({
                try $0.deleteSome(of: scope, as: "w", now: now, until: until, limit: 100, mayEnd: true)
            }) {}
            try await signUp.value
            #expect(try await store.read { try $0.accountCount(ofAll: scope, upTo: 10) } == 0)
            try await store.close()
        }
    }

    @Test func `the audit log has one chain if claims append to it`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 16)
            try await withThrowingTaskGroup { group in
                for _ in 0..<32 {
                    group.addTask {
                        try await store.claim { tx in
                            let head = try tx.auditHead()
                            let sequence = (head?.sequence ?? 0) + 1
                            let entry = AuditEntry(
                                sequence: sequence, time: Timestamp(milliseconds: 1), scope: nil, actor: .server,
                                action: AuditAction("a"), account: nil, clientAddress: nil, details: "{}")
                            let seal = Data("\(sequence)".utf8)
                            try tx.append(
                                SealedAuditEntry(entry: entry, previous: head?.last ?? Data(), seal: seal),
                                head: AuditHead(sequence: sequence, last: seal, seal: seal))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let entries = try await store.read { try $0.auditEntries(after: 0, limit: 100) }
            #expect(entries.map(\.entry.sequence) == Array(1...32))
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.seal == $1.previous })
            try await store.close()
        }
    }

    @Test func `any number of changes may be left for later`() async throws {
        try await PostgreSQLDatabases.withStore { store in
            try await store.write { tx in
                try tx.insert(Self.account("1"), in: Self.scope)
                for number in 0..<1000 { try tx.insert(Self.session(of: "1", id: "\(number)")) }
            }
            let sessions = try await store.read { try $0.openSessions(of: AccountID("1"), limit: nil, in: Self.scope) }
            #expect(sessions.count == 1000)
        }
    }

    @Test func `a change that was left for later and fails undoes the write, and the connection goes on`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 2)
            for isLast in [true, false] {
                let error = await #expect(throws: PostgreSQLError.self) {
                    try await store.write { tx in
                        try tx.insert(Self.account("1"), in: Self.scope)
                        try (tx as? Transaction)?.db.run("DELETE FROM accounts WHERE uid = '1'")
                        // The transaction takes the row for one that is there.
                        try tx.insert(Self.session(of: "1"))
                        if !isLast { _ = try tx.accountCount(in: Self.scope) }
                    }
                }
                #expect(error?.state == "23503")
                try await store.write { tx in
                    try tx.insert(Self.account("2"), in: Self.scope)
                    try tx.insert(Self.session(of: "2"))
                    #expect(try tx.session(Data("2".utf8))?.account == AccountID("2"))
                    try tx.delete(AccountID("2"), in: Self.scope)
                    // Its row is gone, and it is not remembered.
                    #expect(throws: StoreError.rowIsGone(table: "accounts")) { try tx.insert(Self.session(of: "2")) }
                }
            }
            #expect(try await store.read { try $0.accountCount(in: Self.scope) } == 0)
            #expect(store.health.activity.numbers.lost == 0)
            try await store.close()
        }
    }
}
