import Foundation
import Testing
import VinculaCore

struct ReadHashTests {
    private func parameters(
        _ algorithm: String, _ change: (inout GivenHashParameters) -> Void = { _ in }
    ) throws -> HashParameters {
        var given = GivenHashParameters()
        given.algorithm = algorithm
        change(&given)
        return try HashParameters(given)
    }

    @Test func `digests are taken as bytes and as hexadecimal text`() throws {
        let sha1 = try parameters("SHA1") { $0.rounds = 1 }
        let bytes = Data((0..<20).map { UInt8($0 * 13) })
        let text = bytes.map { String(format: "%02x", $0) }.joined()
        for hash in [bytes, Data(text.utf8), Data(text.uppercased().utf8)] {
            let read = try sha1.read(hash: hash, salt: Data("s".utf8))
            #expect(read.digest == bytes && read.salt == Data("s".utf8) && read.scheme.length == 20)
        }
        for hash in [Data(), bytes.dropLast(), bytes + [0], Data(String(repeating: "g", count: 40).utf8)] {
            #expect(throws: ImportFault.self) { try sha1.read(hash: Data(hash), salt: Data()) }
        }
        #expect(throws: ImportFault.self) { try sha1.read(hash: bytes, salt: Data(count: 513)) }
    }

    @Test func `of PBKDF2 only what one block gives is kept`() throws {
        let pbkdf2 = try parameters("PBKDF2_SHA256") { $0.rounds = 1000 }
        for (count, kept) in [(16, 16), (20, 20), (32, 32), (64, 32), (128, 32)] {
            let hash = Data((0..<count).map { UInt8($0) })
            let read = try pbkdf2.read(hash: hash, salt: Data())
            #expect(read.digest == hash.prefix(kept) && read.scheme.length == kept)
        }
        for count in [0, 15, 129] {
            #expect(throws: ImportFault.self) { try pbkdf2.read(hash: Data(count: count), salt: Data()) }
        }
    }

    @Test func `bcrypt's text is checked, and its cost`() throws {
        let bcrypt = try parameters("BCRYPT")
        let good = "$2b$10$abcdefghijklmnopqrstuuNBpXtlux7FnXJE0fnrtkSXNhdOGmWHu"
        let read = try bcrypt.read(hash: Data(good.utf8), salt: Data())
        #expect(read.salt == Data(good.utf8.prefix(29)) && read.digest == Data(good.utf8))
        for (from, to) in [
            ("$2b$10$", "$2a$04$"), ("$2b$10$", "$2y$14$"),
        ] {
            #expect(throws: Never.self) { try bcrypt.read(hash: Data(good.replacing(from, with: to).utf8), salt: Data()) }
        }
        for bad in [
            good.replacing("$10$", with: "$15$"), good.replacing("$10$", with: "$31$"), good.replacing("$10$", with: "$03$"),
            good.replacing("$10$", with: "$1a$"), good.replacing("$10$", with: "$-4$"), good.replacing("$2b", with: "$2x"),
            good.replacing("$2b", with: "$2$"), good.replacing("$2b", with: "$1b"), String(good.dropLast()), good + "a",
            good.replacing("x7", with: "x:"), good.replacing("x7", with: "x\0"), "", "$2b$10$",
        ] {
            #expect(throws: ImportFault.self, "\(bad)") { try bcrypt.read(hash: Data(bad.utf8), salt: Data()) }
        }
        #expect(throws: ImportFault.self) { try bcrypt.read(hash: Data(good.utf8), salt: Data([1])) }
    }

    @Test func `lengths that the parameters state are required`() throws {
        let scrypt = try parameters("STANDARD_SCRYPT") {
            ($0.cpuMemCost, $0.blockSize, $0.parallelization, $0.derivedKeyLength) = (1024, 8, 1, 64)
        }
        let firebase = try parameters("SCRYPT") { ($0.signerKey, $0.rounds, $0.memoryCost) = (Data(count: 64), 8, 14) }
        for parameters in [scrypt, firebase] {
            #expect(throws: Never.self) { try parameters.read(hash: Data(count: 64), salt: Data()) }
            for count in [0, 63, 65] {
                #expect(throws: ImportFault.self) { try parameters.read(hash: Data(count: count), salt: Data()) }
            }
        }
        let argon2 = try parameters("ARGON2") {
            var argon2 = GivenHashParameters.Argon2()
            argon2.variant = Argon2Variant(.id)
            (argon2.hashLength, argon2.iterations, argon2.memoryKib, argon2.parallelism) = (32, 1, 64, 1)
            $0.argon2 = argon2
        }
        #expect(throws: Never.self) { try argon2.read(hash: Data(count: 32), salt: Data(count: 8)) }
        #expect(throws: ImportFault.self) { try argon2.read(hash: Data(count: 32), salt: Data(count: 7)) }
    }

    @Test func `base64 in both alphabets`() {
        #expect(Data(anyBase64: "-_8=") == Data([0xFB, 0xFF]) && Data(anyBase64: "+/8") == Data([0xFB, 0xFF]))
        #expect(Data(anyBase64: "") == Data())
        for text in ["A", "A===", "-_8 ", "é", "AA=A"] { #expect(Data(anyBase64: text) == nil, "\(text)") }
    }

    @Test func `times in RFC 3339`() {
        #expect(Timestamp(rfc3339: "2016-10-12T01:05:05.000Z")?.milliseconds == 1_476_234_305_000)
        #expect(Timestamp(rfc3339: "2016-10-12T01:05:05.25Z")?.milliseconds == 1_476_234_305_250)
        #expect(Timestamp(rfc3339: "2016-10-12T03:05:05+02:00")?.milliseconds == 1_476_234_305_000)
        #expect(Timestamp(rfc3339: "2016-02-29T23:59:59Z")?.milliseconds == 1_456_790_399_000)
        for text in [
            "", "yesterday", "2016-10-12", "1969-12-31T23:59:59Z", "2016-13-12T01:05:05Z",
            // Foundation takes most of these for another time, or ignores their end.
            "2027-02-29T00:00:00Z", "2016-02-30T00:00:00.5Z", "2016-04-31T01:05:05+02:00", "2016-10-12T24:00:01Z",
            "2016-10-12T01:60:05Z", "2016-10-12T01:05:60Z", "2016-1-2T01:05:05Z", "2016-10-12T01:05:05Zulu",
            "2016-10-12T01:05:05",
        ] {
            #expect(Timestamp(rfc3339: text) == nil, "\(text)")
        }
    }

    @Test func `duplicates within an import`() {
        func account(_ id: String?, _ email: String? = nil, link: (String, String)? = nil) -> GivenAccount {
            var account = GivenAccount()
            (account.id, account.email) = (id, email)
            if let link {
                var given = GivenAccount.Link()
                (given.provider, given.subject) = link
                account.links = [given]
            }
            return account
        }
        let accounts = [account("a", "x@example.com", link: ("google.com", "1")), account("b", "X@example.com")]
        #expect(accounts.duplicate(ids: true, ways: true) == .email("X@example.com"))
        #expect(accounts.duplicate(ids: true, ways: false) == nil)
        #expect([account("a"), account("a")].duplicate(ids: true, ways: true) == .id("a"))
        #expect([account("a"), account("a")].duplicate(ids: false, ways: true) == nil)
        #expect([account(nil), account(nil)].duplicate(ids: true, ways: false) == .id(""))
        let links = [accounts[0], account("c", link: ("github.com", "1")), account("d", link: ("google.com", "1"))]
        #expect(links.duplicate(ids: true, ways: true) == .identity(provider: "google.com", subject: "1"))
        #expect(Array(links.prefix(2)).duplicate(ids: true, ways: true) == nil)
    }
}
