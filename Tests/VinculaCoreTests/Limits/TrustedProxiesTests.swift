import Testing
import VinculaCore

struct TrustedProxiesTests {
    private func client(_ peer: String, _ values: [String], proxies: [String] = ["10.0.0.0/8", "loopback"]) throws -> String {
        let peer = try #require(ClientAddress(peer))
        return try TrustedProxies(proxies).client(peer: peer, forwardedFor: values).description
    }

    @Test(
        "the right-most address that is no trusted proxy's",
        arguments: [
            (["198.51.100.1"], "198.51.100.1"),
            (["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
            (["6.6.6.6", "198.51.100.1, 10.1.1.1"], "198.51.100.1"),
            (["198.51.100.1, 10.1.1.1 ,127.0.0.1"], "198.51.100.1"),
            (["198.51.100.1:4711"], "198.51.100.1"),
            (["[2001:db8::7]:443"], "2001:db8::7"), (["[2001:db8::7]"], "2001:db8::7"), (["2001:db8::7"], "2001:db8::7"),
            (["::ffff:198.51.100.1"], "198.51.100.1"),
            // Only proxies: the one farthest away.
            (["10.3.3.3, 10.2.2.2"], "10.3.3.3"),
            ([], "10.0.0.9"), ([""], "10.0.0.9"),
            // If an entry cannot be parsed, the client is the last trusted proxy.
            (["198.51.100.1, unknown"], "10.0.0.9"), (["198.51.100.1, "], "10.0.0.9"),
            (["198.51.100.1,_x, 10.2.2.2"], "10.2.2.2"),
            (["198.51.100.1:x"], "10.0.0.9"), (["[198.51.100.1"], "10.0.0.9"), (["198.51.100.1:123456"], "10.0.0.9"),
        ] as [([String], String)])
    func throughProxies(values: [String], expected: String) throws {
        #expect(try client("10.0.0.9", values) == expected)
    }

    @Test func `nothing is read from an untrusted client`() throws {
        #expect(try client("203.0.113.5", ["198.51.100.1"]) == "203.0.113.5")
        #expect(try client("10.0.0.9", ["198.51.100.1"], proxies: []) == "10.0.0.9")
        #expect(try client("11.0.0.1", ["198.51.100.1"]) == "11.0.0.1")
    }

    @Test func `loopback is both families`() throws {
        for peer in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(try client(peer, ["198.51.100.1"], proxies: ["loopback"]) == "198.51.100.1")
        }
    }

    @Test func `a chain without end is not followed`() throws {
        let chain = Array(repeating: "10.2.2.2", count: 1000).joined(separator: ",")
        #expect(try client("10.0.0.9", ["198.51.100.1," + chain]) == "10.2.2.2")
    }

    @Test(
        "invalid proxies",
        arguments: ["", "proxy.example.com", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::1/129"])
    func unreadable(text: String) {
        #expect(throws: TrustedProxies.Unreadable(text: text)) { try TrustedProxies([text]) }
    }

    @Test("networks", arguments: [("0.0.0.0/0", true), ("192.0.2.0/25", true), ("192.0.2.128/25", false), ("::/0", true)])
    func networks(range: String, isInside: Bool) throws {
        let address = try #require(ClientAddress("192.0.2.7"))
        #expect(try TrustedProxies([range]).contains(address) == isInside)
    }
}
