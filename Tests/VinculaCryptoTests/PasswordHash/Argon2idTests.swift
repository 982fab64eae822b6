import Testing
import VinculaCrypto

struct Argon2idTests {
    private static let cheap = Argon2id.Parameters(memory: 64, passes: 1, lanes: 1)

    private func hash(_ password: String) throws -> String { try Argon2id.hash(password, parameters: Self.cheap) }

    @Test func `a hash fits its password only, and tells its parameters`() throws {
        let hash = try hash("correct horse")
        #expect(hash.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
        #expect(Argon2id.verify("correct horse", hash: hash))
        for wrong in ["", "correct hors", "correct horse ", " correct horse", "Correct horse", "correct horse\u{0}"] {
            #expect(!Argon2id.verify(wrong, hash: hash))
        }
        #expect(try self.hash("correct horse") != hash)
    }

    @Test func `the reference implementation's vector verifies`() {
        // libargon2's own test: password "password", salt "somesalt", t=2, m=256, p=1.
        let hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        #expect(Argon2id.verify("password", hash: hash))
        #expect(!Argon2id.verify("passwore", hash: hash))
    }

    @Test(
        "T151 passwords are taken byte for byte",
        arguments: [
            ("caf\u{E9} au lait", "cafe\u{301} au lait"), ("secret\u{0}one", "secret\u{0}two"), ("secret\u{0}", "secret"),
            (" secret", "secret"), ("\u{1F600}\u{1F600}", "\u{1F600}"), ("\u{212B}ngstr\u{F6}m", "\u{C5}ngstr\u{F6}m"),
        ])
    func bytes(password: String, other: String) throws {
        let hash = try hash(password)
        #expect(Argon2id.verify(password, hash: hash))
        #expect(!Argon2id.verify(other, hash: hash))
    }

    @Test func `a long password is hashed in full`() throws {
        let long = String(repeating: "a", count: 4095)
        let hash = try hash(long + "x")
        #expect(Argon2id.verify(long + "x", hash: hash))
        #expect(!Argon2id.verify(long + "y", hash: hash))
    }

    @Test func `a dummy looks like a hash and matches nothing`() throws {
        let dummy = Argon2id.dummy(parameters: Self.cheap)
        let real = try hash("secret")
        #expect(dummy.count == real.count)
        #expect(dummy.split(separator: "$").count == real.split(separator: "$").count)
        #expect(!Argon2id.isOutdated(dummy, parameters: Self.cheap))
        for password in ["", "secret", "password", "\u{0}"] { #expect(!Argon2id.verify(password, hash: dummy)) }
        #expect(Argon2id.dummy(parameters: Self.cheap) != dummy)
    }

    @Test(
        "an unreadable hash matches nothing",
        arguments: [
            "", "$", "secret", "$argon2id$", "$argon2id$v=19$m=64,t=1,p=1$", "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$",
            "$argon2id$v=19$m=4294967295,t=4294967295,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=0,t=0,p=0$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        ])
    func unreadable(hash: String) {
        #expect(!Argon2id.verify("secret", hash: hash))
        #expect(!Argon2id.verify("", hash: hash))
    }

    @Test func `other parameters make a hash outdated`() throws {
        let hash = try hash("secret")
        #expect(!Argon2id.isOutdated(hash, parameters: Self.cheap))
        #expect(Argon2id.isOutdated(hash, parameters: Argon2id.Parameters(memory: 128, passes: 1, lanes: 1)))
        #expect(Argon2id.isOutdated(hash, parameters: Argon2id.Parameters(memory: 64, passes: 2, lanes: 1)))
        #expect(Argon2id.isOutdated(hash, parameters: Argon2id.Parameters(memory: 64, passes: 1, lanes: 2)))
        #expect(Argon2id.isOutdated(hash, parameters: Argon2id.Parameters(memory: 6, passes: 1, lanes: 1)))
        #expect(Argon2id.isOutdated("$2b$10$whatever", parameters: Self.cheap))
    }

    @Test func `the standard is OWASP's`() {
        #expect(Argon2id.Parameters.standard == Argon2id.Parameters(memory: 19_456, passes: 2, lanes: 1))
    }

    @Test func `parameters that make no sense are an error`() {
        #expect(throws: Argon2id.Failure.self) {
            try Argon2id.hash("secret", parameters: Argon2id.Parameters(memory: 1, passes: 0, lanes: 0))
        }
    }
}
