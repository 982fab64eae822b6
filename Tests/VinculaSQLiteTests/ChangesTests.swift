import Foundation
import Synchronization
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaSQLite

/// How a server learns of what a command beside it has changed.
@Suite struct ChangesTests {
    private static let key = APIKey(key: "k", project: "p", label: "", createdAt: Timestamp(milliseconds: 1))

    /// Waits until a condition holds.
    private func until(_ holds: () -> Bool) async throws -> Duration {
        let start = ContinuousClock.now
        while !holds(), ContinuousClock.now - start < .seconds(10) { try await Task.sleep(for: .milliseconds(5)) }
        return ContinuousClock.now - start
    }

    @Test func `a server hears of a command's changes within a second, and of its own at once`() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.sqlite")
            let (server, command) = (try SQLiteStore(at: file), try SQLiteStore(at: file))
            try await server.migrate()
            try await server.write { try $0.insert(Self.key) }
            let heard = Mutex<[Set<ChangeTopic>]>([])
            let following = Task { await server.followChanges { topics in heard.withLock { $0.append(topics) } } }
            _ = try await until { !heard.withLock { $0 }.isEmpty }
            // Something may have changed before it began to look.
            #expect(heard.withLock { $0 } == [Set(ChangeTopic.allCases)])
            #expect(server.changes.staleness.map { $0 < .seconds(1) } == true)

            let position = server.changes.position(of: .callers)
            _ = try await command.write { try $0.deleteAPIKey("k") }
            let time = try await until { server.changes.position(of: .callers) != position }
            #expect(time < .seconds(1))
            _ = try await until { heard.withLock { $0.count } > 1 }
            #expect(heard.withLock { $0.last } == [.callers])

            let settings = server.changes.position(of: .settings)
            try await server.write { try $0.save(.production, of: "p") }
            #expect(server.changes.position(of: .settings) != settings)
            following.cancel()
            await following.value
            try await server.close()
            try await command.close()
        }
    }

    @Test func `a store that cannot be read makes everything that is kept void`() async throws {
        let store = try SQLiteStore.ephemeral()
        try await store.migrate()
        let runs = Mutex(0)
        struct Failure: Error {}
        let following = Task {
            await store.followChanges { _ in
                // What could not be taken over is tried again.
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                if isFirst { throw Failure() }
            }
        }
        _ = try await until { runs.withLock { $0 } == 2 }
        #expect(runs.withLock { $0 } == 2)
        let position = store.changes.position(of: .signingKeys)
        try await store.close()
        _ = try await until { store.changes.position(of: .signingKeys) > position }
        #expect(store.changes.position(of: .signingKeys) > position && store.changes.staleness == nil)
        following.cancel()
        await following.value
    }
}
