import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The data that a sign-out removes, and the data that it keeps.
@Suite("Sign-out") struct SignOutTests {
    /// A storage that counts what it keeps.
    private final class Shelf: AuthStorage {
        let values = Locked<[String: Data]>([:])
        /// What it keeps beside the installation's key, which outlasts sessions.
        var sessions: [String: Data] { values.withLock { $0.filter { !$0.key.hasPrefix("installation-key:") } } }

        func read(_ key: String) -> Data? { values.withLock { $0[key] } }

        func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
            try values.withLock { $0[key] = try change($0[key]) }
        }
    }

    @Test("A session that cannot be read is gone after a sign-out, wherever it was moved")
    func unreadable() async throws {
        let shelf = Shelf()
        let device = Device(storage: shelf)
        try await device.signIn(device.start())
        func damage() { shelf.values.withLock { $0 = $0.mapValues { $0.dropLast(9) } } }
        damage()
        let auth = try await device.start()
        #expect(auth.currentUser == nil && auth.storageError != nil)
        try auth.signOut()
        #expect(shelf.sessions.isEmpty && auth.storageError == nil)

        // A sign-in over it need not lose anything: a newer version of the app may read it.
        try await device.signIn(auth)
        damage()
        let again = try await device.start()
        try await device.signIn(again)
        #expect(shelf.sessions.count == 2)
        try again.signOut()
        #expect(shelf.sessions.isEmpty)
    }

    @Test("Another user whom another process has signed in stays signed in")
    func somebodyElse() async throws {
        let server = ScriptedServer { request in
            let uid = request.host == "auth.example" && request.body.contains("other@") ? "v" : "u"
            return switch request.method {
            case "accounts:signInWithPassword":
                .init(body: #"{"idToken":"\#(ScriptedServer.idToken(of: uid))","refreshToken":"r0","expiresIn":"3600"}"#)
            case "accounts:lookup":
                .init(
                    body: #"{"users":[{"localId":"\#(request.body.contains(ScriptedServer.idToken(of: "v")) ? "v" : "u")"}]}"#)
            default: nil
            }
        }
        let storage = MemoryStorage()
        let (first, second) = (Device(server, storage: storage), Device(server, storage: storage))
        let (here, there) = (try await first.start(), try await second.start())
        for auth in [here, there] { try auth.useUserAccessGroup("group") }
        try await first.signIn(here)
        try await there.signIn(withEmail: "other@example.com", password: "correct horse")
        try here.signOut()
        #expect(here.currentUser == nil)
        #expect(try there.storedUser()?.uid == "v")
        try there.signOut()
        #expect(try there.storedUser() == nil)
    }
}
