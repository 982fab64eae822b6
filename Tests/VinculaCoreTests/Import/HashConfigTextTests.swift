import Foundation
import Testing
import VinculaCore

struct HashConfigTextTests {
    private static let block = """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: c2VjcmV0LXNlY3JldC1zZWNyZXQ=,
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }
        """

    @Test func `the block of Firebase's console`() throws {
        let given = try GivenHashParameters(hashConfig: Self.block)
        #expect(given.algorithm == "SCRYPT" && given.signerKey == Data("secret-secret-secret".utf8))
        #expect(given.saltSeparator == Data([7]) && given.rounds == 8 && given.memoryCost == 14)
        #expect(try HashParameters(given).key == given.signerKey)
    }

    @Test func `other algorithms`() throws {
        let scrypt = try GivenHashParameters(
            hashConfig: "algorithm: standard_scrypt\nmem_cost: 1024\nblock_size: 8\nparallelization: 1\ndk_len: 32")
        #expect(scrypt.cpuMemCost == 1024 && scrypt.memoryCost == nil)
        _ = try HashParameters(scrypt)
        let hmac = try GivenHashParameters(
            hashConfig: "algorithm: HMAC_SHA256\nbase64_signer_key: 'c2VjcmV0'\nhash_input_order: SALT_FIRST\n# a comment")
        #expect(hmac.order == .saltFirst && hmac.signerKey == Data("secret".utf8))
        let argon2 = try GivenHashParameters(
            hashConfig: """
                algorithm: ARGON2
                argon2_hash_type: ID
                argon2_hash_length_bytes: 32
                argon2_iterations: 2
                argon2_memory_cost_kib: 19456
                argon2_parallelism: 1
                """)
        _ = try HashParameters(argon2)
        #expect(argon2.argon2?.variant == Argon2Variant(.id) && argon2.argon2?.memoryKib == 19456)
    }

    @Test(arguments: [
        "", "hash_config {}", "algorithm SCRYPT", "algorithm: SCRYPT\nrounds: eight", "algorithm: SCRYPT\nsecret_key: x",
        "algorithm: SCRYPT\nalgorithm: BCRYPT", "algorithm: SCRYPT\nbase64_signer_key: this-is-no*base64",
        "algorithm: ARGON2\nargon2_x: 1", "algorithm: MD5\nhash_input_order: BOTH", String(repeating: "#", count: 20_000),
    ])
    func `what is not understood is refused, and no message has a value`(text: String) {
        do {
            _ = try GivenHashParameters(hashConfig: text)
            Issue.record("it was read")
        } catch {
            #expect(!error.reason.contains("this-is-no") && !error.reason.contains("eight") && error.reason.utf8.count < 200)
        }
    }
}
