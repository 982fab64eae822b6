import Foundation
import Synchronization
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL

/// Writes of two stores on one database.
@Suite struct SeveralWritersTests {
    private static let scope = ProjectScope(project: "p")

    private static func account(_ id: String) -> Account { Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)) }

    private func withTwo(_ body: ([PostgreSQLStore]) async throws -> Void) async throws {
        try await PostgreSQLDatabases.with { address in
            let stores = (0..<2).map { _ in PostgreSQLStore(address, connections: 12) }
            try await body(stores)
            for store in stores { try await store.close() }
        }
    }

    @Test func `a write that met another one decides again with what that one wrote`() async throws {
        try await withTwo { stores in
            let runs = Counter()
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        try await stores[number % 2].write { tx in
                            runs.value.add(1, ordering: .relaxed)
                            if try tx.account(AccountID("1"), in: Self.scope) != nil { return false }
                            try tx.insert(Self.account("1"), in: Self.scope)
                            return true
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Nobody got a conflict: each saw the account, or made it.
            #expect(winners.count { $0 } == 1)
            // Alone at the third time.
            #expect(runs.value.load(ordering: .relaxed) <= 192)
        }
    }

    @Test func `a slow write keeps no others waiting, even if some meet each other`() async throws {
        try await withTwo { stores in
            let begun = DispatchSemaphore(value: 0)
            let slow = Task {
                try await stores[0].write { tx in
                    try tx.insert(Self.account("slow"), in: Self.scope)
                    begun.signal()
                    // Less than the time after which the server ends an idle transaction.
                    Thread.sleep(forTimeInterval: 2)
                }
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    begun.wait()
                    continuation.resume()
                }
            }
            let isOver = Counter()
            let others = Task {
                // They meet each other again and again.
                await withTaskGroup { group in
                    for number in 0..<8 {
                        group.addTask {
                            while isOver.value.load(ordering: .relaxed) == 0 {
                                try? await stores[number % 2].write { tx in
                                    guard let head = try tx.account(AccountID("met"), in: Self.scope) else {
                                        return try tx.insert(Self.account("met"), in: Self.scope)
                                    }
                                    var account = head
                                    account.displayName = "\(number)"
                                    try tx.update(account, from: head, in: Self.scope)
                                }
                            }
                        }
                    }
                }
            }
            let longest = try await withThrowingTaskGroup(of: Duration.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await Task.sleep(for: .milliseconds(50 * number))
                        return try await ContinuousClock().measure {
                            try await stores[1].write { try $0.insert(Self.account("n\(number)"), in: Self.scope) }
                        }
                    }
                }
                return try await group.reduce(.zero) { max($0, $1) }
            }
            // All of them began and ended while the slow one was running.
            let isSlowOver = try await stores[0].read { try $0.account(AccountID("slow"), in: Self.scope) != nil }
            #expect(!isSlowOver, "\(longest)")
            isOver.value.add(1, ordering: .relaxed)
            await others.value
            try await slow.value
        }
    }

    @Test func `a conflict that a closure caught is decided again, too`() async throws {
        try await withTwo { stores in
            let met = try await withThrowingTaskGroup(of: StoreConflict?.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        try await stores[number % 2].write { tx in
                            do {
                                try tx.insert(Self.account("1"), in: Self.scope)
                                return nil
                            } catch let conflict as StoreConflict {
                                // What it is in conflict with can be seen.
                                guard try tx.account(AccountID("1"), in: Self.scope) != nil else { return .email }
                                return conflict
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(met.count { $0 == nil } == 1 && met.count { $0 == .accountID } == 31, "\(met)")
        }
    }

    @Test func `a reader of the revocation feed misses no entry`() async throws {
        try await withTwo { stores in
            let isOver = Counter()
            let reader = Task {
                var seen: [Int64] = []
                while true {
                    let wasOver = isOver.value.load(ordering: .acquiring) > 0
                    let last = seen.last ?? 0
                    let page = try await stores[1].read { try $0.revocations(after: last, limit: 100, of: "p") }
                    seen += page.map(\.sequence)
                    if wasOver, page.isEmpty { return seen }
                }
            }
            try await withThrowingTaskGroup { group in
                for number in 0..<200 {
                    group.addTask {
                        try await stores[number % 2].write { tx in
                            let target = Revocation.Target.session(handle: "\(number)")
                            try tx.insert(Revocation(scope: Self.scope, target: target, madeAt: Timestamp(milliseconds: 1)))
                            // The longer it takes until it is committed, the more others are committed before it.
                            if number.isMultiple(of: 7) { usleep(5000) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            isOver.value.store(1, ordering: .releasing)
            let seen = try await reader.value
            #expect(seen.count == 200 && seen == seen.sorted())
        }
    }

    @Test func `the audit log has one chain, whoever appends`() async throws {
        try await withTwo { stores in
            try await withThrowingTaskGroup { group in
                for number in 0..<64 {
                    group.addTask {
                        try await stores[number % 2].write { tx in
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
            let entries = try await stores[0].read { try $0.auditEntries(after: 0, limit: 100) }
            #expect(entries.map(\.entry.sequence) == Array(1...64))
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.seal == $1.previous })
        }
    }

    @Test func `writes that have nothing in common run side by side`() async throws {
        try await withTwo { stores in
            let inside = Counter()
            let most = Counter()
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        try await stores[number % 2].write { tx in
                            _ = try tx.sealedSecret("none \(number)")
                            let now = inside.value.add(1, ordering: .sequentiallyConsistent).newValue
                            most.value.max(now, ordering: .sequentiallyConsistent)
                            usleep(100_000)
                            inside.value.subtract(1, ordering: .sequentiallyConsistent)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(most.value.load(ordering: .sequentiallyConsistent) > 1)
        }
    }
}

/// A number that several tasks count.
private final class Counter: Sendable {
    let value = Atomic(0)
}
