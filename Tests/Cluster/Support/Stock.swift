import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Accounts that an administrator imports, and deletes again, beside everybody else.
final class Stock: Sendable {
    private struct State {
        var living: Set<String> = []
        var dead: Set<String> = []
        var imports = 0
    }

    /// The accounts of one import.
    private static let batch = 20

    private let cluster: Cluster
    private let state = Guarded(State())
    private let isOver = Guarded(false)

    init(_ cluster: Cluster) { self.cluster = cluster }

    /// Imports and deletes for as long as a body runs.
    func act(while body: () async throws -> Void) async throws {
        isOver.withLock { $0 = false }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try await self.run() } }
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            isOver.withLock { $0 = true }
            try await group.waitForAll()
            try outcome.get()
        }
    }

    private func run() async throws {
        while !isOver.withLock({ $0 }) {
            let number = state.withLock { state in
                state.imports += 1
                return state.imports
            }
            let ids = (0..<Self.batch).map { "import-\(number)-\($0)" }
            let users = ids.map { JSONValue.object(["localId": .string($0), "email": .string("\($0)@imported.example")]) }
            let answer = await cluster.administer(
                "POST", "v1/projects/\(Cluster.project)/accounts:batchCreate", ["users": .array(users)])
            if let answer {
                #expect(answer.status == 200 && answer.json["error"]?[0] == nil, "\(answer.text)")
                state.withLock { $0.living.formUnion(ids) }
                cluster.count("imports")
                try await delete(Array(ids.prefix(Self.batch / 2)))
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func delete(_ ids: [String]) async throws {
        state.withLock { $0.living.subtract(ids) }
        let answer = await cluster.administer(
            "POST", "v1/projects/\(Cluster.project)/accounts:batchDelete",
            ["localIds": .array(ids.map { .string($0) }), "force": true])
        guard let answer else { return }
        #expect(answer.status == 200 && answer.json["errors"]?[0] == nil, "\(answer.text)")
        state.withLock { $0.dead.formUnion(ids) }
        cluster.count("deletions")
    }

    /// Checks that what was imported is there, and that what was deleted is not.
    func check() async throws {
        let (living, dead) = state.withLock { ($0.living, $0.dead) }
        #expect(!living.isEmpty)
        for (ids, isThere) in [(living.sorted(), true), (dead.sorted(), false)] {
            for start in stride(from: 0, to: ids.count, by: 100) {
                let some = ids[start..<min(start + 100, ids.count)]
                let found = try await cluster.insist {
                    await cluster.administer(
                        "POST", "v1/projects/\(Cluster.project)/accounts:lookup",
                        ["localId": .array(some.map { .string($0) })])
                }
                var known: Set<String> = []
                if case .array(let users)? = found.json["users"] { known = Set(users.compactMap { $0["localId"]?.string }) }
                #expect(known == (isThere ? Set(some) : []), "\(found.text.prefix(300))")
            }
        }
    }
}
