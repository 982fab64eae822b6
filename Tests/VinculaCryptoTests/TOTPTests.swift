import Foundation
import Testing
import VinculaCrypto

struct TOTPTests {
    private static let secret = Data("12345678901234567890".utf8)

    @Test(
        "RFC 6238, appendix B: the last six of its eight digits",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)])
    func vectors(_ seconds: Int64, _ code: String) {
        #expect(TOTP.code(Self.secret, period: TOTP.period(at: seconds)) == code)
    }

    @Test func `periods begin at each half minute, before 1970 too`() {
        #expect([0, 29, 30, 59, 60, -1, -30, -31].map(TOTP.period(at:)) == [0, 0, 1, 1, 2, -1, -1, -2])
    }

    @Test("A code counts in its own period and as many beside it as are allowed", arguments: [0, 1, 5])
    func window(_ adjacent: Int) {
        let now: Int64 = 1_800_000_015
        let present = TOTP.period(at: now)
        for offset in Int64(-7)...7 {
            let code = TOTP.code(Self.secret, period: present + offset)
            let found = TOTP.period(of: code, Self.secret, at: now, adjacent: adjacent)
            #expect(found == (abs(offset) <= Int64(adjacent) ? present + offset : nil), "\(offset)")
        }
    }

    @Test(arguments: ["", "28708", "2870822", "287 082", "٢٨٧٠٨٢", "abcdef", "287082\u{0}"])
    func `anything but six digits is refused as a code`(_ code: String) {
        #expect(TOTP.period(of: code, Self.secret, at: 59, adjacent: 10) == nil)
    }

    @Test(
        "RFC 4648, section 10, without padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(_ text: String, _ encoded: String) {
        #expect(Data(text.utf8).base32 == encoded)
    }
}
