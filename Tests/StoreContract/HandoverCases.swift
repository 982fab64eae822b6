import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let handoverCases = [
        StoreCase("a hand-over's code comes back, and is consumed once") { store async throws in
            let code = HandoverCode.sample(1, ofSession: 1)
            try await store.insert(.sample("1"))
            try await store.write { tx throws in
                try tx.insert(.sample(1, of: "1"))
                try tx.insert(code)
            }
            #expect(try await store.read { try $0.handoverCode(code.id) } == code)
            #expect(try await store.read { try $0.handoverCode(Data([1])) } == nil)
            #expect(try await store.write { try $0.consumeHandoverCode(code.id) })
            #expect(try await !store.write { try $0.consumeHandoverCode(code.id) })
            #expect(try await store.read { try $0.handoverCode(code.id) } == nil)
        },
        StoreCase("a hand-over's code needs its session, and goes with it") { store async throws in
            try await store.insert(.sample("1"))
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.insert(HandoverCode.sample(1, ofSession: 1)) }
            }
            try await store.write { tx throws in
                try tx.insert(.sample(1, of: "1"))
                try tx.insert(HandoverCode.sample(1, ofSession: 1))
                try tx.deleteSession(Data(repeating: 1, count: 16))
            }
            #expect(try await store.read { try $0.handoverCode(HandoverCode.sample(1, ofSession: 1).id) } == nil)
        },
        StoreCase("a session has so many codes of hand-overs, the newest; expired ones go") { store async throws in
            try await store.insert(.sample("1"))
            try await store.write { tx throws in
                for session in [1, 2] as [UInt8] { try tx.insert(.sample(session, of: "1")) }
                try tx.insert(HandoverCode.sample(100, ofSession: 2))
                for byte in 1...7 as ClosedRange<UInt8> { try tx.insert(HandoverCode.sample(byte, ofSession: 1)) }
            }
            let kept: @Sendable (any ReadTransaction) throws -> [UInt8] = { tx in
                try ([100] + Array(1...7)).filter { try tx.handoverCode(Data(repeating: $0, count: 32)) != nil }
            }
            #expect(try await store.read(kept) == [100, 3, 4, 5, 6, 7])
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 119)) }
            #expect(try await store.read(kept).count == 6)
            try await store.write { try $0.deleteExpired(now: .sample.adding(seconds: 121)) }
            #expect(try await store.read(kept) == [])
        },
    ]
}
