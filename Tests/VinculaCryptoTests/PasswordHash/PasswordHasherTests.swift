import Testing
import VinculaCrypto

struct PasswordHasherTests {
    private let hasher = PasswordHasher(
        pool: HashPool(threads: 1), parameters: Argon2id.Parameters(memory: 64, passes: 1, lanes: 1))

    @Test func `its own hashes match`() async throws {
        let hash = try await hasher.hash("secret")
        let right = try await hasher.check("secret", against: hash)
        #expect(right.matches && !right.isOutdated)
        #expect(try await hasher.check("Secret", against: hash).matches == false)
    }

    @Test("without a hash nothing matches", arguments: ["", "secret"])
    func unknown(password: String) async throws {
        let check = try await hasher.check(password, against: nil)
        #expect(!check.matches && !check.isOutdated)
    }

    @Test func `a hash of other parameters matches and is outdated`() async throws {
        let old = try Argon2id.hash("secret", parameters: Argon2id.Parameters(memory: 32, passes: 2, lanes: 1))
        let check = try await hasher.check("secret", against: old)
        #expect(check.matches && check.isOutdated)
    }
}
