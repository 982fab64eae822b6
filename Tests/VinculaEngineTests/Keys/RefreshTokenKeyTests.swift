import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct RefreshTokenKeyTests {
    @Test func `it is made once, by however many at once, and kept sealed`() async throws {
        try await TestEngine.runOnFile { test in
            let keys = try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await RefreshTokenKey.load(store: test.store, sealer: test.sealer) }
                }
                return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(keys.count == 1 && keys.first?.count == RefreshTokens.keyLength)
            let other = Sealer(masterKey: Data(repeating: 9, count: Sealer.keyLength))
            await #expect(throws: Sealer.CannotOpen.self) {
                try await RefreshTokenKey.load(store: test.store, sealer: other)
            }
        }
    }
}
