import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// A session is one server's: no other server sees its tokens, ends it or takes its place.
@Suite("Sessions of several servers") struct EmulatorSessionTests {
    private func useEmulator(_ auth: Auth) { auth.useEmulator(withHost: "127.0.0.1", port: 9099) }

    @Test(
        "A development server sees nothing of the app's own session, and does not end it",
        arguments: ["https://auth.example", nil])
    func production(address: String?) async throws {
        let device = Device()
        device.server.script { request in request.host == "127.0.0.1" ? .refusal("USER_NOT_FOUND") : nil }
        try await device.signIn(device.start(at: address))
        let auth = try await device.start(at: address)
        let user = try #require(auth.currentUser)
        useEmulator(auth)
        #expect(auth.currentUser == nil)
        await #expect(throws: NSError.self) { try await user.getIDToken(forcingRefresh: true) }
        await #expect(throws: NSError.self) { try await user.reload() }
        #expect(device.server.requests.allSatisfy { $0.host != "127.0.0.1" })
        #expect(try await device.start(at: address).currentUser?.uid == "u")
    }

    @Test("A development server's session is there again with it, and not without it")
    func development() async throws {
        let device = Device()
        let auth = try await device.start()
        useEmulator(auth)
        try await device.signIn(auth)
        try auth.expectAgreement()
        #expect(try await device.start().currentUser == nil)
        let again = try await device.start()
        useEmulator(again)
        #expect(again.currentUser?.uid == "u")
        // Named once more, it changes nothing.
        let user = again.currentUser
        useEmulator(again)
        #expect(again.currentUser === user)
    }

    @Test(
        "An invalid emulator address sends nothing anywhere else",
        arguments: ["", "http://localhost", "local host", "localhost/x", "a@b"])
    func noEmulator(host: String) async throws {
        let device = Device()
        let auth = try await device.start()
        auth.useEmulator(withHost: host, port: 9099)
        let error = await #expect(throws: NSError.self) { try await auth.signInAnonymously() }
        #expect(error?.localizedDescription.contains("without a scheme") == true, "\(String(describing: error))")
        #expect(device.server.requests.isEmpty)
        useEmulator(auth)
        try await device.signIn(auth)
        #expect(device.server.requests.allSatisfy { $0.host == "127.0.0.1" })
    }

    @Test("An invalid address does not mean Google's servers")
    func noServer() throws {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "key"
        options.serverURL = URL(string: "")
        #expect(throws: NSError.self) {
            try FirebaseApp.configureOrThrow(name: "no server", options: options)
        }
        options.serverURL = URL(string: "https://auth.example")
        #expect(throws: Never.self) { try FirebaseApp.configureOrThrow(name: "a server", options: options) }
    }

    @Test("Listeners are told")
    func listeners() async throws {
        let device = Device()
        let auth = try await device.start()
        try await device.signIn(auth)
        var heard = auth.authStateChanges.makeAsyncIterator()
        #expect(await heard.next() == .some(auth.currentUser))
        useEmulator(auth)
        #expect(await heard.next() == .some(nil))
        let user = try await device.signIn(auth)
        #expect(await heard.next() == .some(user))
    }

    @Test(
        "A storage that keeps servers' sessions in one place: another server's is nobody's, and is kept until somebody signs in")
    func oneSlot() async throws {
        let slot = OneSlot()
        let device = Device(storage: slot)
        try await device.signIn(device.start(at: nil))
        let google = slot.data
        let auth = try await device.start()
        #expect(auth.currentUser == nil && auth.storageError == nil)
        try auth.signOut()
        #expect(slot.data == google)
        try await device.signIn(auth)
        #expect(try await device.start().currentUser?.uid == "u")
        #expect(try await device.start(at: nil).currentUser == nil)
    }

    @Test(
        "However a server is spelled, its session is the same",
        arguments: ["https://auth.example/", "https://AUTH.example", "HTTPS://auth.example:443", "https://auth.example:443//"])
    func spelling(address: String) async throws {
        let device = Device()
        try await device.signIn(device.start())
        #expect(try await device.start(at: address).currentUser?.uid == "u")
        for other in ["https://auth.example:8443", "https://auth.example/base", "https://auth.example.com"] {
            #expect(try await device.start(at: other).currentUser == nil)
        }
    }
}
