import Foundation
import Testing

@testable import VinculaServer

@Suite struct HostRuleTests {
    @Test(arguments: [
        "example.com", "Example.COM", "example.com:443", "example.com:1", "example.com:123456", "example.com:", "example.com:a",
        "example.com.", "example.com.:80", "127.0.0.1", "127.0.0.1:9099", "1.2.3", "0x7f.1", "localhost:9099", "a.localhost",
        "[::1]", "[::1]:80", "::1", "xn--bcher-kva.example", "XN--bcher-kva.example", "a--b.example", "-a.example", "a-.example",
        "a.example-", "a..b", ".a", "", ":80", "a_b.example", "a%2Eb", "user@a.example", "a.example/b", "a b",
        "b\u{FC}cher.example",
    ])
    func theShortWayToAHostLeadsToTheSame(authority: String) {
        let url = URL(string: "http://\(authority)")?.host(percentEncoded: false)?.lowercased()
        let expected = url.flatMap { $0.isEmpty ? nil : $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        #expect(HostRule.host(authority) == expected)
    }

    @Test func anAddressKnowsItsHostAfterAChange() {
        let address = PublicAddress("")
        #expect(address.host == nil)
        #expect(!address.isSecure)
        address.set("https://Auth.Example.com:8443")
        #expect(address.host == "auth.example.com")
        #expect(address.isSecure)
        #expect(address.url == "https://Auth.Example.com:8443")
    }
}
