import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    private static func device(_ byte: UInt8, seen: Int64, told: Int64? = nil) -> KnownDevice {
        KnownDevice(
            device: Data(repeating: byte, count: 16), seenAt: .sample.adding(seconds: seen),
            toldAt: told.map { Timestamp.sample.adding(seconds: $0) })
    }

    private static func devices(_ account: String, _ store: any Store) async throws -> [KnownDevice] {
        try await store.read { try $0.knownDevices(of: AccountID(account), in: .sample) }
    }

    static let knownDeviceCases = [
        StoreCase("an account remembers its devices, the latest first, and no others'") { store async throws in
            for id in ["1", "2"] { try await store.insert(.sample(id)) }
            let end = Timestamp.sample.adding(seconds: 100)
            try await store.write { tx throws in
                for (byte, seen) in [(1, 10), (2, 30), (3, 20)] as [(UInt8, Int64)] {
                    try tx.note(device(byte, seen: seen), of: AccountID("1"), most: 3, expiresAt: end, in: .sample)
                }
                try tx.note(device(4, seen: 40, told: 40), of: AccountID("2"), most: 3, expiresAt: end, in: .sample)
            }
            #expect(try await devices("1", store) == [device(2, seen: 30), device(3, seen: 20), device(1, seen: 10)])
            #expect(try await devices("2", store) == [device(4, seen: 40, told: 40)])
            // The oldest gives way; a known one is written over, and what the owner was told stays.
            try await store.write { tx throws in
                try tx.note(device(5, seen: 50, told: 50), of: AccountID("1"), most: 3, expiresAt: end, in: .sample)
                try tx.note(device(5, seen: 60), of: AccountID("1"), most: 3, expiresAt: end, in: .sample)
            }
            #expect(
                try await devices("1", store) == [device(5, seen: 60, told: 50), device(2, seen: 30), device(3, seen: 20)])
        },
        StoreCase("a device is forgotten, expires, and goes with its account") { store async throws in
            try await store.insert(.sample("1"))
            try await store.write { tx throws in
                for (byte, end) in [(1, 100), (2, 200)] as [(UInt8, Int64)] {
                    try tx.note(
                        device(byte, seen: 10, told: 10), of: AccountID("1"), most: 9, expiresAt: .sample.adding(seconds: end),
                        in: .sample)
                }
                try tx.forgetDevice(device(2, seen: 0).device, of: AccountID("1"), in: .sample)
                try tx.forgetDevice(Data([9]), of: AccountID("1"), in: .sample)
            }
            let forgotten = try #require(try await devices("1", store).last)
            #expect(forgotten.seenAt == Timestamp(seconds: 0) && forgotten.toldAt == .sample.adding(seconds: 10))
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 101)) }
            #expect(try await devices("1", store) == [forgotten])
            try await store.write { tx throws in _ = try tx.delete(AccountID("1"), in: .sample) }
            try await store.insert(.sample("1"))
            #expect(try await devices("1", store) == [])
        },
    ]
}
