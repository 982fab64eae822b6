import Foundation
import Testing
import VinculaCrypto

struct SecureRandomTests {
    @Test("the length is what was asked for", arguments: [0, 1, 7, 8, 9, 16, 20, 32, 33])
    func lengths(count: Int) {
        #expect(SecureRandom.bytes(count).count == count)
        #expect(SecureRandom.alphanumeric(count).utf8.count == count)
    }

    @Test func `no two are equal, and every character occurs`() {
        #expect(Set((0..<1000).map { _ in SecureRandom.bytes(16) }).count == 1000)
        let text = SecureRandom.alphanumeric(20_000)
        #expect(Set(text).count == 62)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `hexadecimal has two digits for each byte`() {
        #expect(Data([0, 1, 15, 16, 255]).hex == "00010f10ff")
    }

    @Test func `SHA-256 is SHA-256`() {
        #expect(Data("abc".utf8).sha256.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
