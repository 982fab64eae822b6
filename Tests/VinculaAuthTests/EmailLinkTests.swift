import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The cases in which a mailed link is shown to the server at all.
@Suite struct EmailLinkTests {
    private func methods(_ link: String, at server: String?, emulator: Bool = false) async throws -> ([String], AuthErrorCode?) {
        let transport = AnsweringTransport { _, _ in (400, #"{"error":{"message":"EXPIRED_OOB_CODE"}}"#) }
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "test-key"
        if let server { options.serverURL = URL(string: server) }
        options.storage = MemoryStorage()
        options.transport = transport
        let app = try FirebaseApp.configureOrThrow(name: UUID().uuidString, options: options)
        let auth = Auth.auth(app: app)
        if emulator { auth.useEmulator(withHost: "localhost", port: 9099) }
        let error = await #expect(throws: NSError.self) { try await auth.signIn(withEmail: "ana@example.com", link: link) }
        await app.delete()
        return (transport.sent, error.flatMap { AuthErrorCode($0) })
    }

    @Test func `A link of another project goes to no server`() async throws {
        let stranger = "https://auth.example/__/auth/action?apiKey=other&mode=signIn&oobCode=C"
        for link in [stranger, "https://shop.page.link/?link=\(stranger)"] {
            let (sent, code) = try await methods(link, at: "https://auth.example")
            #expect(sent == [] && code == .invalidActionCode)
        }
    }

    @Test(
        arguments: [
            ("apiKey=test-key&", "https://auth.example", false), ("", "https://auth.example", false),
            ("apiKey=browser-key&", nil, false), ("apiKey=fake-api-key&", "https://auth.example", true),
        ] as [(String, String?, Bool)])
    func `Links of the project, and of servers that name other keys of it, do`(
        key: String, server: String?, emulator: Bool
    ) async throws {
        let link = "https://auth.example/__/auth/action?\(key)mode=signIn&oobCode=C"
        let (sent, code) = try await methods(link, at: server, emulator: emulator)
        #expect(sent == ["accounts:signInWithEmailLink"] && code == .expiredActionCode)
    }
}
