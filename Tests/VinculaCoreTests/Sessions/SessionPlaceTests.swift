import Testing
import VinculaCore

struct SessionPlaceTests {
    @Test(arguments: [
        ("203.0.113.77", "203.0.113.0/24"), ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("::1", "::/48"),
    ])
    func `a place is a network, never an address`(address: String, network: String) {
        #expect(SessionPlace(client: ClientAddress(address), userAgent: nil).network == network)
    }

    @Test func `what is not known is nothing`() {
        #expect(SessionPlace(client: nil, userAgent: nil) == SessionPlace())
        #expect(SessionPlace(client: .unknown, userAgent: "") == SessionPlace())
    }

    @Test(arguments: [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
            "Chrome, Windows"
        ),
        (
            """
            Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 \
            Edg/126.0.0.0
            """, "Edge, Windows"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox, Linux"),
        (
            """
            Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
            Mobile/15E148 Safari/604.1
            """, "Safari, iPhone"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
            "Safari, macOS"
        ),
        (
            """
            Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 \
            Chrome/121.0.0.0 Mobile Safari/537.36
            """, "Samsung Internet, Android"
        ),
        ("Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)", "Android"), ("curl/8.5.0", "curl"),
    ])
    func `a device is a family that is known here`(userAgent: String, device: String) {
        #expect(SessionPlace(client: nil, userAgent: userAgent).device == device)
    }

    @Test func `nothing of an unknown header is kept, and nothing of its rest is read`() {
        for header in [
            "", "secret-tool/1.0 (build 77)", "Firefox/1\u{0} on Windows", "Firef\u{F6}x/ Windows", "<script>Chrome</script>",
            String(repeating: "x", count: 600) + "Firefox/1 Windows",
        ] {
            #expect(SessionPlace(client: nil, userAgent: header).device == nil, "\(header)")
        }
        let long = "Firefox/1 Windows " + String(repeating: "secret", count: 10_000)
        #expect(SessionPlace(client: nil, userAgent: long).device == "Firefox, Windows")
    }
}
