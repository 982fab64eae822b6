import Testing
import VinculaCore

struct ClientAddressTests {
    @Test(
        "two spellings of one address are one",
        arguments: [
            ("::ffff:192.0.2.7", "192.0.2.7"), ("::FFFF:C000:0207", "192.0.2.7"), ("2001:DB8::1", "2001:db8:0:0:0::1"),
        ])
    func spellings(one: String, other: String) {
        #expect(ClientAddress(one) == ClientAddress(other) && ClientAddress(one) != nil)
        #expect(ClientAddress(one)?.description == ClientAddress(other)?.description)
    }

    @Test(
        "invalid addresses",
        arguments: [
            "", " ", "192.0.2", "192.0.2.256", "010.0.0.1", "0x7f.0.0.1", "1", "192.0.2.7 ", "192.0.2.7:80", "[::1]", "::1%eth0",
            "localhost", "192.0.2.7\u{0}x", "1.2.3.4.5", "fe80::1::2",
        ])
    func unreadable(text: String) { #expect(ClientAddress(text) == nil) }

    @Test func `a site is an address of IPv4 and a 64 of IPv6`() throws {
        let four = try #require(ClientAddress("192.0.2.7"))
        #expect(four.site == four && four.block == nil && four.isIPv4)
        #expect(four.neighbourhood == ClientAddress("192.0.2.200")?.neighbourhood)
        #expect(four.neighbourhood != ClientAddress("192.0.3.7")?.neighbourhood)
        let six = try #require(ClientAddress("2001:db8:1:2:3:4:5:6"))
        #expect(six.site == ClientAddress("2001:db8:1:2:ffff::")?.site && !six.isIPv4)
        #expect(six.site != ClientAddress("2001:db8:1:3::")?.site)
        #expect(six.block == ClientAddress("2001:db8:1:ffff::")?.block)
        #expect(six.block != ClientAddress("2001:db8:2::")?.block)
        #expect(six.neighbourhood == six.site)
    }

    @Test("an address is printed as it is parsed", arguments: ["192.0.2.7", "2001:db8::1", "::", "255.255.255.255"])
    func description(text: String) { #expect(ClientAddress(text)?.description == text) }

    @Test func `sixteen bytes make an address`() {
        #expect(ClientAddress(ipv6: [UInt8](repeating: 0, count: 15) + [1]) == ClientAddress("::1"))
        #expect(ClientAddress(ipv6: [1, 2]) == nil)
        #expect(ClientAddress(ipv4: 0xC000_0207).description == "192.0.2.7")
    }
}
