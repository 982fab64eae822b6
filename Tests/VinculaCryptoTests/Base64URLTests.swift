import Foundation
import Testing
import VinculaCrypto

struct Base64URLTests {
    @Test(
        "the vectors of RFC 4648, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(text: String, encoded: String) {
        #expect(Data(text.utf8).base64URL == encoded)
        #expect(Data(base64URL: encoded) == Data(text.utf8))
    }

    @Test func `the two characters that differ from base64`() {
        #expect(Data([0xFB, 0xEF, 0xFF]).base64URL == "--__")
        #expect(Data(base64URL: "--__") == Data([0xFB, 0xEF, 0xFF]))
    }

    @Test(
        "anything but our own exact format is refused",
        arguments: [
            "Zg==", "Zg=", "Z", "Zm9vY", "Zh", "Zm9", "++//", "Zm 9v", "Zm9v\n", "Zm9v ", "\u{0}", "Zm9v\u{0}", "Zm9v.",
            "Z\u{E9}", "\u{FF3A}g", "Zm9v%3D", "=", "Zg\u{301}",
        ])
    func refused(text: String) {
        #expect(Data(base64URL: text) == nil)
    }

    @Test func `every byte in every place comes back`() {
        for length in 1...4 {
            for byte in UInt8.min...UInt8.max {
                let data = Data(repeating: byte, count: length)
                #expect(Data(base64URL: data.base64URL) == data)
            }
        }
    }
}
