import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The time of a sign-in while a project has hashes of different costs.
@Suite(.serialized)
struct ImportedPasswordTimeTests {
    /// An account with a slow hash.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hash: Data
        var salt: String?
        let parameters: @Sendable (inout GivenHashParameters) -> Void
    }

    private static func bcrypt(cost: String) -> Kind {
        let hash = "$2b$\(cost)$abcdefghijklmnopqrstuuNBpXtlux7FnXJE0fnrtkSXNhdOGmWHu"
        return Kind(testDescription: "bcrypt", hash: Data(hash.utf8)) { $0.algorithm = "BCRYPT" }
    }

    static let kinds = [
        Kind(testDescription: "scrypt", hash: Data(repeating: 1, count: 32), salt: "c2FsdA==") {
            ($0.algorithm, $0.cpuMemCost, $0.blockSize) = ("STANDARD_SCRYPT", 1 << 15, 8)
            ($0.parallelization, $0.derivedKeyLength) = (1, 32)
        },
        bcrypt(cost: "11"),
        Kind(testDescription: "our own with higher costs", hash: Data(repeating: 1, count: 32), salt: "c29tZXNhbHQ=") {
            var argon2 = GivenHashParameters.Argon2()
            argon2.variant = Argon2Variant(.id)
            (argon2.hashLength, argon2.iterations, argon2.memoryKib, argon2.parallelism) = (32, 8, 32768, 1)
            ($0.algorithm, $0.argon2) = ("ARGON2", argon2)
        },
    ]

    private func add(_ id: String, _ kind: Kind, to test: TestEngine) async throws {
        var new = AccountImport()
        kind.parameters(&new.hashes)
        var account = GivenAccount()
        (account.id, account.email) = (id, "\(id)@example.com")
        (account.passwordHash, account.salt) = (kind.hash.base64EncodedString(), kind.salt)
        new.accounts = [account]
        #expect(try await test.engine.accounts.importAccounts(new, in: test.scope) == [])
    }

    @Test("T086 unknown emails take the time of slow and of quick hashes, always the same ones", arguments: kinds)
    func times(kind: Kind) async throws {
        try await TestEngine.run { test in
            // The cost of bcrypt is no part of its scheme.
            try await add("slow", kind, to: test)
            try await add("quick", Self.bcrypt(cost: "04"), to: test)
            func time(_ email: String, _ error: AuthError = .emailNotFound) async throws -> Duration {
                var fastest = Duration.seconds(60)
                // The shortest of five: others use the machine, too.
                for _ in 0..<5 {
                    let start = ContinuousClock.now
                    await #expect(throws: error) { try await test.signIn(email, "wrong") }
                    fastest = min(fastest, .now - start)
                }
                return fastest
            }
            let limit = try await time("slow@example.com", .invalidPassword) / 2
            #expect(try await time("quick@example.com", .invalidPassword) < limit)
            var slow: [Bool] = []
            let emails = (0..<20).map { "unknown\($0)@example.com" }
            for email in emails { slow.append(try await time(email) > limit) }
            #expect((3...17).contains(slow.count { $0 }), "\(slow)")
            var again: [Bool] = []
            for email in emails.prefix(8) { again.append(try await time(email) > limit) }
            // One may be disturbed.
            #expect(zip(again, slow).count { $0 != $1 } <= 2, "\(again) \(slow)")

            // Once no account has such a hash, nobody waits for one.
            try await test.engine.accounts.deleteAccount("slow", in: test.scope)
            var waits = 0
            for email in emails where try await time(email) > limit { waits += 1 }
            #expect(waits <= 2)
        }
    }

    @Test func `T086 the password of the account that an unknown email stands in for does not open anything`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("ana@example.com", "secret 1")
            var new = AccountImport()
            var account = GivenAccount()
            (account.id, account.email) = ("ben", "ben@example.com")
            new.accounts = [account]
            #expect(try await test.engine.accounts.importAccounts(new, in: test.scope) == [])
            await #expect(throws: AuthError.emailNotFound) { try await test.signIn("unknown@example.com", "secret 1") }
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("ben@example.com", "secret 1") }
        }
    }
}
