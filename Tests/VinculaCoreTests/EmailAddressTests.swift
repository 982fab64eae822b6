import Foundation
import Testing
import VinculaCore

struct EmailAddressTests {
    @Test(
        "T145 ASCII letters are lowered, in both parts",
        arguments: ["v@x.com", "V@X.com", "v@x.COM", "V@X.COM"])
    func lowered(text: String) {
        #expect(EmailAddress(text)?.value == "v@x.com")
    }

    @Test(
        "T146 no Unicode rule makes an address equal to an ASCII one",
        arguments: [
            "m\u{131}ke@x.com",  // dotless i
            "mi\u{212A}e@x.com",  // Kelvin sign
            "mi\u{17F}e@x.com",  // long s
            "M\u{130}KE@x.com",  // I with dot
            "\u{FF4D}ike@x.com",  // full-width m
            "stra\u{DF}e@x.com",  // sharp s
            "mik\u{E9}@x.com",  // composed
            "mike\u{301}@x.com",  // decomposed
            "mike\u{200B}@x.com",  // zero-width space
            "mike\u{202E}@x.com",  // right-to-left override
            "\u{1F600}@x.com",
        ])
    func folded(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test(
        "T147 international domains become A-labels",
        arguments: [
            ("v@b\u{FC}cher.example", "v@xn--bcher-kva.example"), ("V@B\u{DC}CHER.example", "v@xn--bcher-kva.example"),
            // Decomposed.
            ("v@bu\u{308}cher.example", "v@xn--bcher-kva.example"),
            // The first letter is Cyrillic.
            ("v@\u{435}xample.com", "v@xn--xample-2of.com"), ("v@XN--BCHER-KVA.example", "v@xn--bcher-kva.example"),
        ])
    func internationalDomains(text: String, canonical: String) {
        #expect(EmailAddress(text)?.value == canonical)
    }

    @Test(
        "T147 no international domain becomes an ASCII one that differs in its letters",
        arguments: ["v@\u{435}xample.com", "v@ex\u{430}mple.com", "v@\u{3B1}.com", "v@examp\u{29F}e.com"])
    func homographs(text: String) {
        #expect(EmailAddress(text)?.domain.hasPrefix("xn--") != false)
    }

    @Test("T148 plus tags and dots tell addresses apart")
    func tags() {
        let texts = ["v@gmail.com", "v+1@gmail.com", "v+2@gmail.com", "vv@gmail.com", "v.v@gmail.com", "v@googlemail.com"]
        #expect(Set(texts.map(EmailAddress.init)).count == texts.count)
        #expect(texts.allSatisfy { EmailAddress($0)?.value == $0 })
    }

    @Test(
        "T149 what could be read in two ways is refused",
        arguments: [
            "", "@", "v", "v@", "@x.com", "a@b", "v@x.", "v@x.com.", ".v@x.com", "v.@x.com", "v..w@x.com", "v@x..com",
            "v@.x.com", " v@x.com", "v@x.com ", "v w@x.com", "v@x .com", "\tv@x.com", "\"v\"@x.com", "\"v w\"@x.com",
            "v(comment)@x.com", "v@(comment)x.com", "v@[127.0.0.1]", "v@[IPv6:::1]", "v@127.0.0.1", "v@x.com\u{0}",
            "v@x.com\u{0}.evil.com", "v\u{0}@x.com", "v@x.com\r\nBcc: w@x.com", "v@x.com\n", "v\r@x.com", "v@w@x.com",
            "<v@x.com>", "V <v@x.com>", "v@x.com,w@x.com", "v@x.com;w@x.com", "@x.com:v@y.com", "v@-x.com", "v@x-.com",
            "v@x_y.com", "v@x.1", "v@x.com/..", "v@x.com:25", "v@x.com?a", "v@x.com#a", "v@%78.com", "v\\@x.com", "v@x\\.com",
            "v\u{7F}@x.com", "v@x\u{3002}com\u{0}", "v\u{A0}@x.com",
        ])
    func refused(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test("T149 lengths: 254 bytes, 64 of them local, labels of 63")
    func lengths() {
        let label = String(repeating: "a", count: 63)
        let local = String(repeating: "v", count: 64)
        #expect(EmailAddress("\(local)@x.com") != nil)
        #expect(EmailAddress("v\(local)@x.com") == nil)
        #expect(EmailAddress("v@\(label).com") != nil)
        #expect(EmailAddress("v@a\(label).com") == nil)
        let domain = "\(label).\(label).\(label.dropLast(2))"
        #expect("\(local)@\(domain)".utf8.count == 254)
        #expect(EmailAddress("\(local)@\(domain)") != nil)
        #expect(EmailAddress("\(local)@\(domain)a") == nil)
        #expect(EmailAddress(String(repeating: "v", count: 1_000_000) + "@x.com") == nil)
    }

    @Test("T149 an international domain may not grow beyond the limit as A-labels")
    func longInternationalDomain() {
        let label = String(repeating: "\u{FC}", count: 31)
        let text = "v@\(label).\(label).\(label).com"
        #expect((EmailAddress(text)?.value.utf8.count ?? 0) <= 254)
    }

    @Test(
        "ordinary addresses are accepted",
        arguments: [
            "first.last@example.com", "o'brien@example.ie", "a_b-c~d@example.co.uk", "1@example.com", "v@1.example.com",
            "!#$%&'*+-/=?^_`{|}~@example.com", "v@a-b.example", "v@xn--p1ai.xn--p1ai",
        ])
    func ordinary(text: String) {
        #expect(EmailAddress(text)?.value == text)
    }

    @Test func `the domain is what stands behind the at sign`() {
        #expect(EmailAddress("v@Mail.Example.com")?.domain == "mail.example.com")
    }

    @Test func `the canonical form stays as it is`() throws {
        for text in ["V@X.com", "v@b\u{FC}cher.example"] {
            let email = try #require(EmailAddress(text))
            #expect(EmailAddress(email.value) == email)
            let json = try JSONEncoder().encode([email])
            #expect(try JSONDecoder().decode([EmailAddress].self, from: json) == [email])
        }
    }
}
