import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The time of a sign-in while a project has slow hashes of another system.
struct ImportedPasswordTimeTests {
    @Test func `T086 half of the unknown emails take the time of an imported password, always the same ones`() async throws {
        try await TestEngine.run { test in
            var new = AccountImport()
            (new.hashes.algorithm, new.hashes.cpuMemCost, new.hashes.blockSize) = ("STANDARD_SCRYPT", 1 << 15, 8)
            (new.hashes.parallelization, new.hashes.derivedKeyLength) = (1, 32)
            var account = GivenAccount()
            (account.id, account.email) = ("a", "a@example.com")
            (account.passwordHash, account.salt) = (Data(repeating: 1, count: 32).base64EncodedString(), "c2FsdA==")
            new.accounts = [account]
            #expect(try await test.engine.accounts.importAccounts(new, in: test.scope) == [])
            func isSlow(_ email: String, _ error: AuthError = .emailNotFound, than limit: Duration) async throws -> Bool {
                try await time(email, error) > limit
            }
            func time(_ email: String, _ error: AuthError) async throws -> Duration {
                var fastest = Duration.seconds(60)
                // The shortest of three: others use the machine, too.
                for _ in 0..<3 {
                    let start = ContinuousClock.now
                    await #expect(throws: error) { try await test.signIn(email, "wrong") }
                    fastest = min(fastest, .now - start)
                }
                return fastest
            }
            let limit = try await time("a@example.com", .invalidPassword) / 2
            var slow: [Bool] = []
            let emails = (0..<30).map { "unknown\($0)@example.com" }
            for email in emails { slow.append(try await isSlow(email, than: limit)) }
            #expect(slow.contains(true) && slow.contains(false), "\(slow)")
            var again: [Bool] = []
            for email in emails.prefix(8) { again.append(try await isSlow(email, than: limit)) }
            #expect(again == Array(slow.prefix(8)))

            // Once no account has such a hash, nobody waits for one.
            try await test.engine.accounts.deleteAccount("a", in: test.scope)
            for email in emails { #expect(try await !isSlow(email, than: limit)) }
        }
    }
}
