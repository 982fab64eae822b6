import Testing
import VinculaCore

struct SessionPlaceTests {
    @Test(arguments: [
        ("203.0.113.77", "203.0.113.0/24"), ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("::1", "::/48"),
    ])
    func `a place is a network, never an address`(address: String, network: String) {
        #expect(SessionPlace(client: ClientAddress(address), device: nil).network == network)
    }

    @Test func `what is not known is nothing`() {
        #expect(SessionPlace(client: nil, device: nil) == SessionPlace())
        #expect(SessionPlace(client: .unknown, device: ClientDevice(userAgent: "")) == SessionPlace())
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox, Linux"),
        ("Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)", "App, Android"), ("VinculaAuth/0.2.0", "App"),
        ("SomethingElse (Windows NT 10.0)", "Windows"), ("secret-tool/1.0 (build 77)", nil),
        ("Firefox/1 Windows " + String(repeating: "secret", count: 10_000), "Firefox, Windows"),
    ] as [(String, String?)])
    func `a device is known by its family only`(userAgent: String, device: String?) {
        #expect(SessionPlace(client: nil, device: ClientDevice(userAgent: userAgent)).device == device)
    }
}
