import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let pendingCredentialCases = [
        StoreCase("a pending credential comes back") { store async throws in
            let pending = PendingCredential.sample(1, collidedWith: "1", in: .tenant)
            try await store.insert(.sample("1"), in: .tenant)
            try await store.write { try $0.insert(pending) }
            try await store.read { tx throws in
                #expect(try tx.pendingCredential(tokenHash: pending.tokenHash) == pending)
                #expect(try tx.pendingCredential(tokenHash: Data([1])) == nil)
            }
        },
        StoreCase("what was sealed with a pending credential comes back") { store async throws in
            let plain = PendingCredential.sample(1, collidedWith: "1")
            let pending = PendingCredential(
                tokenHash: plain.tokenHash, scope: plain.scope, presented: plain.presented, collidedWith: plain.collidedWith,
                expiresAt: plain.expiresAt, sealedProfile: Data([0, 1, 255]))
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(pending) }
            #expect(try await store.read { try $0.pendingCredential(tokenHash: pending.tokenHash) } == pending)
        },
        StoreCase("a pending credential needs its account") { store async throws in
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(.sample(1, collidedWith: "1")) } }
        },
        StoreCase("a pending credential is consumed once") { store async throws in
            let hash = PendingCredential.sample(1, collidedWith: "1").tokenHash
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(.sample(1, collidedWith: "1")) }
            #expect(try await store.write { try $0.consumePendingCredential(tokenHash: hash) })
            #expect(try await !store.write { try $0.consumePendingCredential(tokenHash: hash) })
            #expect(try await store.read { try $0.pendingCredential(tokenHash: hash) } == nil)
        },
        StoreCase("a consumption that is rolled back did not happen") { store async throws in
            let hash = PendingCredential.sample(1, collidedWith: "1").tokenHash
            try await store.insert(.sample("1"))
            try await store.write { try $0.insert(.sample(1, collidedWith: "1")) }
            await #expect(throws: Deliberate.self) {
                try await store.write { tx throws in
                    if try tx.consumePendingCredential(tokenHash: hash) { throw Deliberate() }
                }
            }
            #expect(try await store.write { try $0.consumePendingCredential(tokenHash: hash) })
        },
        StoreCase("what has expired is deleted, and no session") { store async throws in
            let later = Timestamp(milliseconds: Timestamp.sample.milliseconds + 1)
            try await store.insert(.sample("1"))
            try await store.write { tx throws in
                try tx.insert(.sample(1, collidedWith: "1", expiresAt: .sample))
                try tx.insert(.sample(2, collidedWith: "1", expiresAt: later))
                try tx.insert(.sample(3, of: "1"))
            }
            for (now, isThere) in [(Timestamp.sample, [true, true, true]), (later, [false, true, true])] {
                try await store.write { try $0.deleteExpired(now: now) }
                let found = try await store.read { tx in
                    [
                        try tx.pendingCredential(tokenHash: Data(repeating: 1, count: 32)) != nil,
                        try tx.pendingCredential(tokenHash: Data(repeating: 2, count: 32)) != nil,
                        try tx.session(Data(repeating: 3, count: 16)) != nil,
                    ]
                }
                #expect(found == isThere)
            }
        },
    ]
}
