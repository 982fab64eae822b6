import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Under which key a session is kept: the app's, whatever its API key is.
@Suite("Session keys") struct SessionKeyTests {
    private static let server = "https://auth.example"

    /// A storage as a release left it that had the API key in its keys.
    private static func former(_ device: Device, group: String? = nil) throws {
        let user = UserState(
            uid: "u", tokens: Tokens(idToken: ScriptedServer.idToken(), refreshToken: "r0", expiresAt: Date() + 3000))
        let data = try StoredUser.encode(user, appID: "1:1:ios:1", apiKey: "test-key", server: server)
        let place = group.map { "group:\($0)" } ?? "\(device.name):1:1:ios:1"
        try device.storage.update("\(place):test-key:\(server)") { _ in data }
        if let group {
            try device.storage.update("\(device.name):1:1:ios:1:test-key:accessGroup") { _ in
                Data(#"{"accessGroup":"\#(group)"}"#.utf8)
            }
        }
    }

    @Test("A new API key signs nobody out, nor does the old one again", arguments: [nil, "group"])
    func newKey(group: String?) async throws {
        let device = Device()
        let auth = try await device.start(apiKey: "first")
        try auth.useUserAccessGroup(group)
        try await device.signIn(auth)
        for key in ["second", "third", "first"] {
            let again = try await device.start(apiKey: key)
            #expect(again.userAccessGroup == group && again.currentUser?.uid == "u", "\(key)")
            _ = try await again.currentUser?.getIDToken(forcingRefresh: true)
            try again.expectAgreement()
        }
        let last = try await device.start(apiKey: "fourth")
        try last.signOut()
        #expect(try await device.start(apiKey: "first").currentUser == nil)
    }

    @Test(
        "A session of an earlier release is found, moved at the first change, and signed out of for good",
        arguments: [nil, "group"])
    func moved(group: String?) async throws {
        let device = Device()
        try Self.former(device, group: group)
        for _ in 0..<2 {
            let auth = try await device.start()
            #expect(auth.currentUser?.refreshToken == "r0" && auth.userAccessGroup == group)
        }
        let auth = try await device.start()
        _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
        try auth.expectAgreement()
        let again = try await device.start(apiKey: "another")
        #expect(again.currentUser?.refreshToken == "r1" || group != nil)
        let last = try await device.start()
        #expect(last.currentUser?.refreshToken == "r1")
        try last.signOut()
        #expect(try await device.start().currentUser == nil)
    }

    @Test("Signed out, or ended by the server: it does not come back", arguments: [true, false])
    func over(isSignOut: Bool) async throws {
        let server = ScriptedServer { $0.method == "token" ? .refusal("TOKEN_EXPIRED") : nil }
        let device = Device(server)
        try Self.former(device)
        let auth = try await device.start()
        if isSignOut {
            try auth.signOut()
        } else {
            await #expect(throws: NSError.self) { try await auth.currentUser?.getIDToken(forcingRefresh: true) }
        }
        #expect(auth.currentUser == nil)
        #expect(try await device.start().currentUser == nil)
    }

    @Test("A move that was interrupted halfway: the session exists, and can be removed for good")
    func brokenOff() async throws {
        let device = Device()
        try Self.former(device)
        let auth = try await device.start()
        _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
        try Self.former(device)
        let again = try await device.start()
        #expect(again.currentUser?.refreshToken == "r1")
        try again.signOut()
        #expect(try await device.start().currentUser == nil)
    }

    @Test("Somebody else signs in over it, and a storage that can only be read shows it still")
    func replaced() async throws {
        let storage = ReadOnlyStorage()
        let device = Device(storage: storage)
        try Self.former(device)
        storage.isReadOnly.withLock { $0 = true }
        let auth = try await device.start()
        #expect(auth.currentUser?.uid == "u")
        storage.isReadOnly.withLock { $0 = false }
        try await device.signIn(auth)
        try auth.expectAgreement()
        try auth.signOut()
        #expect(try await device.start().currentUser == nil)
    }

    @Test("Another app, another server and another project have separate storage keys")
    func others() async throws {
        let storage = MemoryStorage()
        let device = Device(storage: storage)
        try await device.signIn(device.start())
        #expect(try await Device(storage: storage).start().currentUser == nil)
        #expect(try await device.start(at: "https://other.example").currentUser == nil)
        #expect(try await device.start().currentUser?.uid == "u")
        let options = FirebaseOptions(googleAppID: "1:2:ios:1", gcmSenderID: "2")
        options.apiKey = "test-key"
        options.serverURL = URL(string: Self.server)
        options.storage = storage
        let app = try FirebaseApp.configureOrThrow(name: UUID().uuidString, options: options)
        let auth = try await device.start()
        try auth.useUserAccessGroup("group")
        try await device.signIn(auth)
        #expect(try Auth.auth(app: app).getStoredUser(forAccessGroup: "group") == nil)
        await app.delete()
    }
}

/// A storage that can be made one that cannot be written.
private final class ReadOnlyStorage: AuthStorage {
    let isReadOnly = Locked(false)
    private let storage = MemoryStorage()

    func read(_ key: String) -> Data? { storage.read(key) }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        if isReadOnly.withLock({ $0 }) { throw CocoaError(.fileWriteNoPermission) }
        try storage.update(key, change)
    }
}
