import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let changeCases = [
        StoreCase("changes of what servers keep in memory are counted with the write that makes them") { store async throws in
            struct Undone: Error {}
            let key = APIKey(key: "k", project: "demo", label: "", createdAt: .sample)
            let signingKey = StoredSigningKey(
                id: "s", purpose: .idToken, sealedPrivateKey: Data([1]), certificate: "c", createdAt: .sample, activeFrom: nil)
            #expect(try await store.read { try $0.changeCounts() } == [:])
            let position = store.changes.position(of: .callers)
            // Nobody keeps what is not there yet.
            try await store.write { try $0.insert(key) }
            try await store.insert(.sample("1"), in: .sample)
            #expect(try await store.read { try $0.changeCounts() } == [:])
            await #expect(throws: Undone.self) {
                try await store.write { tx throws in
                    _ = try tx.deleteAPIKey("k")
                    throw Undone()
                }
            }
            #expect(try await store.read { try $0.changeCounts() } == [:])
            #expect(store.changes.position(of: .callers) == position)
            _ = try await store.write { try $0.deleteAPIKey("k") }
            try await store.write { tx throws in
                try tx.save(.development, of: "demo")
                try tx.save(.production, of: "demo")
                try tx.insert(signingKey)
            }
            #expect(try await store.read { try $0.changeCounts() } == [.callers: 1, .settings: 1, .signingKeys: 1])
            try await store.write { try $0.deleteSigningKey("s") }
            try await store.beginDeletion(of: .sample)
            #expect(try await store.read { try $0.changeCounts() } == [.callers: 2, .settings: 2, .signingKeys: 2])
        },
        StoreCase("a lease is its holder's until its time is up") { store async throws in
            func take(_ holder: String, after seconds: Int64) async throws -> Bool {
                let now = Timestamp.sample.adding(seconds: seconds)
                return try await store.claim {
                    try $0.takeLease("work", holder: holder, now: now, until: now.adding(seconds: 60))
                }
            }
            #expect(try await take("a", after: 0))
            #expect(try await !take("b", after: 59))
            #expect(try await take("a", after: 30))
            #expect(try await !take("b", after: 89))
            #expect(try await take("b", after: 90))
            #expect(try await !take("a", after: 91))
            let other = try await store.claim {
                try $0.takeLease("other work", holder: "a", now: .sample, until: .sample)
            }
            #expect(other)
        },
    ]
}
