import Testing
import VinculaCore

/// The cases in which a server tells its operator that many clients look like one.
@Suite("Traces of proxies")
struct ProxyTraceTests {
    private static func trace(_ peer: String, _ change: (inout ProxyTrace) -> Void = { _ in }) throws -> ProxyTrace {
        var trace = ProxyTrace(peer: try #require(ClientAddress(peer)))
        change(&trace)
        return trace
    }

    @Test("Every combination of what a request can show, against the rule in words")
    func table() throws {
        for peer in ["127.0.0.1", "::1", "10.1.2.3", "192.168.0.7", "fd00::1", "203.0.113.9", "2001:db8::1"] {
            for bits in 0..<64 {
                func bit(_ number: Int) -> Bool { bits >> number & 1 == 1 }
                let trace = try Self.trace(peer) {
                    $0.isPeerTrusted = bit(0)
                    $0.hasClientAddress = bit(1)
                    $0.hasForwardingHeader = bit(2)
                    $0.isOldProtocol = bit(3)
                    $0.isFromElsewhere = bit(4)
                    $0.isEncrypted = bit(5)
                }
                let shows = bit(2) || bit(3) || bit(4)
                let isHere = ["127.0.0.1", "::1"].contains(peer)
                let isPublic = ["203.0.113.9", "2001:db8::1"].contains(peer)
                var expected: ProxyTrace.Fault?
                if bit(0) {
                    // A client was found, or a program of this machine calls.
                    if !bit(1), !isHere || shows { expected = .namesNoClient }
                } else if !isPublic {
                    // Anybody on the internet can write a header; a machine of one's own that does is a proxy.
                    if bit(2) || isHere && shows && !bit(5) { expected = .isNotTrusted }
                }
                #expect(trace.fault == expected, "\(trace)")
            }
        }
    }

    @Test("Detects whether a proxy says for whom it forwards a request")
    func clients() {
        for (values, isNamed) in [
            ([], false), ([""], false), (["unknown"], false), (["203.0.113.9"], true), (["127.0.0.1"], true),
            (["[::1]:80"], true),
            (["203.0.113.9, unknown"], false), (["nonsense, 203.0.113.9:81"], true), (["203.0.113.9", "_hidden"], false),
            (["x", "2001:db8::1"], true),
        ] { #expect(TrustedProxies.namesClient(values) == isNamed, "\(values)") }
    }

    @Test("Addresses of this machine, and addresses of nobody on the internet")
    func addresses() throws {
        for (text, isLoopback, isPrivate) in [
            ("127.0.0.1", true, true), ("127.255.0.9", true, true), ("::1", true, true), ("::ffff:127.0.0.1", true, true),
            ("10.0.0.1", false, true), ("172.16.0.1", false, true), ("172.32.0.1", false, false), ("192.168.1.1", false, true),
            ("192.169.1.1", false, false), ("100.64.0.1", false, true), ("100.128.0.1", false, false), ("fd12::1", false, true),
            ("fe80::1", false, true), ("8.8.8.8", false, false), ("2606:4700::1", false, false), ("128.0.0.1", false, false),
        ] {
            let address = try #require(ClientAddress(text))
            #expect(address.isLoopback == isLoopback && address.isPrivate == isPrivate, "\(text)")
        }
        #expect(!ClientAddress.unknown.isPrivate)
    }
}
