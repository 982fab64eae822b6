import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let keyCases = [
        StoreCase("signing keys come back, oldest first, and are changed and deleted") { store async throws in
            let old = key("b", at: .sample, activeFrom: .sample)
            let new = key("a", at: .sample.adding(seconds: 1), activeFrom: nil)
            try await store.write { tx throws in
                try tx.insert(new)
                try tx.insert(old)
            }
            #expect(try await store.read { try $0.signingKeys() } == [old, new])
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(old) } }
            var retired = old
            retired.retiredAt = .sample.adding(seconds: 9)
            var active = new
            active.activeFrom = .sample.adding(seconds: 9)
            let changed = [retired, active]
            try await store.write { tx throws in
                for key in changed { try tx.update(key) }
            }
            #expect(try await store.read { try $0.signingKeys() } == changed)
            try await store.write { try $0.deleteSigningKey("b") }
            #expect(try await store.read { try $0.signingKeys() } == [active])
            await #expect(throws: (any Error).self) { try await store.write { try $0.update(old) } }
        },
        StoreCase("a secret is kept once and for all") { store async throws in
            #expect(try await store.read { try $0.sealedSecret("csrf") } == nil)
            let kept = try await withThrowingTaskGroup(of: Data.self) { group in
                for byte in 0..<16 as Range<UInt8> {
                    group.addTask { try await store.write { try $0.keepSealedSecret(Data([1, byte]), named: "csrf") } }
                }
                return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(kept.count == 1)
            #expect(try await store.read { try $0.sealedSecret("csrf") } == kept.first)
            #expect(try await store.write { try $0.keepSealedSecret(Data([2]), named: "other") } == Data([2]))
        },
        StoreCase("a secret is replaced by one of those who have read it") { store async throws in
            func replace(_ old: Data?, _ new: Data) async throws -> Bool {
                try await store.claim { try $0.replaceSealedSecret("acme", from: old, with: new) }
            }
            #expect(try await !replace(Data([1]), Data([2])))
            #expect(try await replace(nil, Data([1])))
            #expect(try await !replace(nil, Data([2])))
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for byte in 2..<10 as Range<UInt8> { group.addTask { try await replace(Data([1]), Data([byte])) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(winners == 1)
            #expect(try await store.read { try $0.sealedSecret("acme") } != Data([1]))
        },
    ]

    private static func key(_ id: String, at created: Timestamp, activeFrom: Timestamp?) -> StoredSigningKey {
        StoredSigningKey(
            id: id, purpose: id == "a" ? .sessionCookie : .idToken, algorithm: id == "a" ? .es256 : .rs256,
            sealedPrivateKey: Data([0, 1, 255]), certificate: "PEM",
            createdAt: created, activeFrom: activeFrom
        )
    }
}
