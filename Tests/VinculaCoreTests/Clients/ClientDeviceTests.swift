import Testing
import VinculaCore

@Suite("What a mail says of a device")
struct ClientDeviceTests {
    private static let table: [(String, ClientDevice.Program?, ClientDevice.System?)] = [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0", .firefox, .windows),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0", .firefox, .macOS),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
            .chrome, .windows
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
            .edge, .windows
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 OPR/116.0",
            .opera, .linux
        ),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML) Chrome/130.0 Safari/537.36", .chrome, .chromeOS),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
            .safari, .macOS
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML) CriOS/130.0 Mobile Safari/604.1",
            .chrome, .iOS
        ),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1", .safari, .iPadOS),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
            .samsungInternet, .android
        ),
        ("FirebaseAuth.iOS/11.4.0 com.example.app/1.0 iPhone/18.0 hw/iPhone15_2", .app, .iOS),
        ("FirebaseAuth.iOS/11.4.0 com.example.app/1.0 MacOSX/15.0 hw/Mac14_2", .app, .macOS),
        ("FirebaseAuth.iOS/11.4.0", .app, .iOS),
        ("Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/AP1A)", .app, .android),
        ("VinculaAuth/0.2.0", .app, nil), ("VinculaAuth/0.3.0 (iOS)", .app, .iOS), ("VinculaAuth/0.3.0 (Linux)", .app, .linux),
        ("VinculaAuth/0.3.0 (macOS)", .app, .macOS), ("VinculaAuth/0.3.0 (other)", .app, nil),
        ("MyApp/1 CFNetwork/1568 Darwin/24.0.0", .app, nil),
        ("SomethingElse (Windows NT 10.0)", nil, .windows),
    ]

    @Test("Browsers and SDKs are told apart, whatever else they claim to be", arguments: table)
    func families(_ row: (userAgent: String, program: ClientDevice.Program?, system: ClientDevice.System?)) {
        let device = ClientDevice(userAgent: row.userAgent)
        #expect(device?.program == row.program && device?.system == row.system, "\(row.userAgent)")
    }

    @Test(
        "What nobody knows is not repeated",
        arguments: ["", "curl/8.5", "<b>Click http://evil.example</b>", String(repeating: "x", count: 512) + "Firefox/1 Windows"])
    func unknown(_ userAgent: String) { #expect(ClientDevice(userAgent: userAgent) == nil) }
}
