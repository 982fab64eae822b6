import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The deletion of expired data, however much of it there is.
struct DeleteExpiredTests {
    @Test func `a credential that waits goes with its quarter of an hour, and not before`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("v@x.com")
            let first = try await collide("1", test)
            test.clock.advance(seconds: 600)
            let second = try await collide("2", test)
            test.clock.advance(seconds: 300)
            try await test.engine.upkeep.deleteExpired()
            #expect(try await isThere(first, test))
            test.clock.advance(seconds: 1)
            try await test.engine.upkeep.deleteExpired()
            #expect(try await !isThere(first, test))
            #expect(try await isThere(second, test))
        }
    }

    @Test func `of more than one portion nothing is left over`() async throws {
        try await TestEngine.run { test in
            let now = test.clock.now
            let assertions = (0..<1200).map { Data("assertion \($0)".utf8).sha256 }
            try await test.store.write { transaction in
                for hash in assertions { _ = try transaction.useAssertion(hash, now: now, expiresAt: now.adding(seconds: 60)) }
            }
            test.clock.advance(seconds: 61)
            try await test.engine.upkeep.deleteExpired()
            let later = test.clock.now
            let known = try await test.store.write { transaction in
                try assertions.count { try transaction.useAssertion($0, now: later, expiresAt: later) != nil }
            }
            #expect(known == 0)
        }
    }

    @Test func `counts of wrong passwords go once they are forgotten`() async throws {
        try await TestEngine.run { test in
            let now = test.clock.now
            let keys = (0..<1200).map { PasswordAttemptsKey(target: Data("\($0)".utf8).sha256, neighbourhood: Data()) }
            let young = keys[0]
            try await test.store.write { transaction in
                for key in keys {
                    let attempts = PasswordAttempts(failures: 1, lastFailureAt: now)
                    try transaction.save(attempts, key, expiresAt: now.adding(seconds: key == young ? 61 : 60))
                }
            }
            test.clock.advance(seconds: 60)
            try await test.engine.upkeep.deleteExpired()
            let left = try await test.store.read { transaction in
                try keys.filter { try transaction.passwordAttempts($0) != nil }
            }
            #expect(left == [young])
        }
    }

    /// Presents an identity that only claims somebody's address.
    ///
    /// - Returns: By which hash the credential is kept.
    private func collide(_ subject: String, _ test: TestEngine) async throws -> Data {
        let collision = try #require(try await test.present(.of(.acme, subject, email: "v@x.com")).collision)
        return Data(try #require(collision.pendingToken).utf8).sha256
    }

    private func isThere(_ hash: Data, _ test: TestEngine) async throws -> Bool {
        try await test.store.read { try $0.pendingCredential(tokenHash: hash) != nil }
    }
}
