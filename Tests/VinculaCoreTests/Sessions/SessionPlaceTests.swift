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
        #expect(SessionPlace(client: .unknown, device: nil) == SessionPlace())
    }

    @Test(
        arguments: [
            (.firefox, .windows, "Firefox, Windows"), (.safari, .iOS, "Safari, iOS"), (.samsungInternet, nil, "Samsung Internet"),
            (nil, .linux, "Linux"), (.app, .android, "App, Android"), (.app, nil, "App"),
        ] as [(ClientDevice.Program?, ClientDevice.System?, String)])
    func `a device is its family and that of its system`(
        program: ClientDevice.Program?, system: ClientDevice.System?, name: String
    ) {
        let device = ClientDevice(program: program, system: system)
        #expect(device != nil && SessionPlace(client: nil, device: device).device == name)
    }

    @Test func `the longest name is short`() {
        for program in ClientDevice.Program.allCases {
            for system in ClientDevice.System.allCases {
                let name = SessionPlace(client: nil, device: ClientDevice(program: program, system: system)).device
                #expect(name.map { $0.utf8.count <= 60 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } } == true)
            }
        }
    }
}
