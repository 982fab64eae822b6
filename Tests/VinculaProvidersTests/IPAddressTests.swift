import TestSupport
import Testing

@testable import VinculaProviders

struct IPAddressTests {
    @Test(arguments: [
        ("8.8.8.8", IPAddress.Place.anywhere), ("172.32.0.1", .anywhere), ("100.128.0.1", .anywhere),
        ("2a00:1450::1", .anywhere), ("64:ff9b::808:808", .anywhere), ("10.1.2.3", .privateNetwork),
        ("172.31.255.255", .privateNetwork),
        ("192.168.0.1", .privateNetwork), ("100.64.0.1", .privateNetwork), ("fd12::1", .privateNetwork),
        ("64:ff9b::a00:1", .privateNetwork),
        ("127.8.8.8", .loopback), ("::1", .loopback), ("::ffff:127.0.0.1", .loopback), ("2130706433", .loopback),
        ("0x7f.1", .loopback),
        ("169.254.169.254", .nowhere), ("::ffff:169.254.169.254", .nowhere), ("0.0.0.0", .nowhere), ("224.0.0.1", .nowhere),
        ("255.255.255.255", .nowhere), ("240.0.0.1", .nowhere), ("198.18.0.1", .nowhere), ("::", .nowhere), ("fe80::1", .nowhere),
        ("ff02::1", .nowhere), ("2002:7f00:1::", .nowhere), ("2001:db8::1", .nowhere), ("2001::1", .nowhere),
        ("::127.0.0.1", .nowhere), ("64:ff9b::a9fe:a9fe", .nowhere),
    ])
    func place(of text: String, is place: IPAddress.Place) async {
        let addresses = await IPAddress.lookUp(text, within: .seconds(60))
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.place == place }, "\(addresses.map(\.text))")
    }

    @Test func `a name that is none has no addresses`() async {
        #expect(await IPAddress.lookUp("no such host", within: .seconds(60)).isEmpty)
    }

    @Test func `addresses are written as they were read`() async {
        #expect(await IPAddress.lookUp("2a00:1450::1", within: .seconds(60)).map(\.text) == ["2a00:1450::1"])
        #expect(await IPAddress.lookUp("8.8.4.4", within: .seconds(60)).map(\.text) == ["8.8.4.4"])
    }
}
