import ChildProcesses
import Foundation
import IdentityToolkit
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sessions bound to the key of an installation, at a server that refuses every proof that is not right.
@Suite("Bound sessions") struct BoundSessionTests {
    private let server = BindingServer()

    private func reason(_ error: (any Error)?) -> SessionKeyError? { error.flatMap { SessionKeyError($0) } }

    @Test("A sign-in, a refresh and a change each have a proof of one key; what only reads has none")
    func everyCall() async throws {
        let phone = Installation(server: server)
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        let key = try #require(user.boundTo)
        _ = try await user.getIDToken(forcingRefresh: true)
        try await user.updatePassword(to: "battery staple")
        try await user.reload()
        try await user.delete()
        #expect(server.refusals == [] && server.keys == [key])
        #expect(server.proven == ["accounts:signInWithPassword", "token", "accounts:update", "accounts:delete"])
        #expect(Set(server.unproven) == ["accounts:lookup"])
        // A start of the app finds the key; after a sign-out it stays, and no other server gets it.
        let again = try await phone.start()
        #expect(try await phone.signIn(again).boundTo == key)
        let elsewhere = try await phone.start(at: "https://other.example")
        #expect(try await phone.signIn(elsewhere).boundTo != key)
    }

    @Test("500 refreshes at once: each has a proof of its own, and nobody is signed out")
    func many() async throws {
        let phone = Installation(server: server)
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        let tokens = user.state.withLock { $0.tokens }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask { _ = try await user.getIDToken(forcingRefresh: true) }
                group.addTask {
                    _ = try await auth.backend().call(
                        .token, .init(grantType: "refresh_token", refreshToken: tokens.refreshToken), of: tokens)
                }
            }
            try await group.waitForAll()
        }
        #expect(server.refusals == [] && server.proven.count > 500 && auth.currentUser === user)
        try auth.expectAgreement()
    }

    @Test("T370 A copy of the tokens is worth nothing without the key, and the owner goes on")
    func copied() async throws {
        let phone = Installation(server: server)
        let user = try await phone.signIn(try await phone.start())
        let archive = try NSKeyedArchiver.archivedData(withRootObject: user, requiringSecureCoding: true)
        let thief = Installation(server: server)
        let thiefs = try await thief.start()
        // It has a key of its own.
        _ = try await thief.signIn(thiefs)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: User.self, from: archive))
        copy.letTokenExpire()
        let error = await #expect(throws: NSError.self) { try await thiefs.updateCurrentUser(copy) }
        #expect(error.flatMap { AuthErrorCode($0) } == .userTokenExpired && reason(error) == .lost)
        // By hand, with the thief's own key or with none.
        for binds in [true, false] {
            let tool = try await Installation(server: server).start(bindsSessions: binds)
            let token = try #require(user.refreshToken)
            let error = await #expect(throws: NSError.self) {
                _ = try await tool.backend().call(.token, .init(grantType: "refresh_token", refreshToken: token))
            }
            #expect(error.flatMap { AuthErrorCode($0) } == .userTokenExpired && reason(error) == .refused)
        }
        #expect(server.refusals == ["SESSION_KEY_MISMATCH", "SESSION_KEY_REQUIRED"])
        _ = try await user.getIDToken(forcingRefresh: true)
    }

    @Test("T370 No archive has the key, and no printed object")
    func secrecy() async throws {
        let storage = MemoryStorage()
        let phone = Installation(server: server, storage: storage)
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        let stored = try #require(storage.read("installation-key:https://auth.example"))
        let secret = try #require(
            (try JSONSerialization.jsonObject(with: stored) as? [String: Any])?["key"] as? String)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: user, requiringSecureCoding: true)
        let session = try #require(storage.read(auth.store.key))
        for data in [archive, session] { #expect(!String(decoding: data, as: UTF8.self).contains(secret)) }
        let key = try #require(try await auth.installationKey())
        let token = try await user.provenIDToken(for: try #require(URL(string: "https://api.example/me")))
        for text in [SecretsTests.everything(in: key), SecretsTests.everything(in: auth), SecretsTests.everything(in: token)] {
            #expect(!text.contains(secret) && !text.contains("rawRepresentation") && !text.contains(token.idToken))
        }
    }

    @Test("T371 A session whose key is lost: signed out here, with the reason, and nowhere else")
    func lost() async throws {
        let storage = MemoryStorage()
        let phone = Installation(server: server, storage: storage)
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        // A backup has the session without the key.
        let backup = MemoryStorage()
        let restored = Installation(server: server, storage: backup)
        let other = try await restored.start()
        backup.update(other.store.key) { _ in storage.read(auth.store.key) }
        #expect(other.currentUser?.uid == "u")
        let heard = Guarded<[String?]>([])
        let handle = other.addStateDidChangeListener { _, user in heard.withLock { $0.append(user?.uid) } }
        let error = await #expect(throws: NSError.self) {
            _ = try await other.currentUser?.getIDToken(forcingRefresh: true)
        }
        #expect(error.flatMap { AuthErrorCode($0) } == .userTokenExpired && reason(error) == .lost)
        #expect(error?.localizedDescription.contains("key") == true)
        #expect(other.currentUser == nil && backup.read(other.store.key) == nil)
        for _ in 0..<200 where heard.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(heard.withLock { $0.last } == .some(nil))
        other.removeStateDidChangeListener(handle)
        // The server was not asked, and knows the session still.
        #expect(server.refusals == [])
        _ = try await user.getIDToken(forcingRefresh: true)
        // The new device signs in with a key of its own.
        let fresh = try await restored.start()
        #expect(try await restored.signIn(fresh).boundTo != user.boundTo)
    }

    @Test("T371 An account call finds the loss as well")
    func lostAtCall() async throws {
        let storage = MemoryStorage()
        let phone = Installation(server: server, storage: storage)
        try await phone.signIn(try await phone.start())
        storage.update("installation-key:https://auth.example") { _ in nil }
        let auth = try await phone.start()
        let user = try #require(auth.currentUser)
        let url = try #require(URL(string: "https://api.example/me"))
        // The token itself is good for a while, and needs no key.
        _ = try await user.getIDToken()
        let error = await #expect(throws: NSError.self) { try await user.updatePassword(to: "battery staple") }
        #expect(reason(error) == .lost && auth.currentUser == nil && !server.proven.contains("accounts:update"))
        let again = await #expect(throws: NSError.self) { _ = try await user.provenIDToken(for: url) }
        #expect(again.flatMap { AuthErrorCode($0) } == .userTokenExpired)
    }

    @Test("T372 A storage that cannot be read now is no lost key: nobody is signed out")
    func unreadable() async throws {
        let storage = FailingKeys()
        let phone = Installation(server: server, storage: storage)
        let user = try await phone.signIn(try await phone.start())
        let key = try #require(user.boundTo)
        let auth = try await phone.start()
        let same = try #require(auth.currentUser)
        storage.isFailing.withLock { $0 = true }
        let error = await #expect(throws: NSError.self) { _ = try await same.getIDToken(forcingRefresh: true) }
        #expect(error.flatMap { AuthErrorCode($0) } == .keychainError && auth.currentUser === same)
        storage.isFailing.withLock { $0 = false }
        _ = try await same.getIDToken(forcingRefresh: true)
        #expect(same.boundTo == key)
        // A key of a newer SDK is not touched: the session waits for the update of the app.
        let newer = Data(#"{"version":2,"kind":"quantum","key":"AAAA"}"#.utf8)
        try storage.update("installation-key:https://auth.example") { _ in newer }
        let older = try await phone.start()
        let waiting = await #expect(throws: NSError.self) {
            _ = try await older.currentUser?.getIDToken(forcingRefresh: true)
        }
        #expect(waiting.flatMap { AuthErrorCode($0) } == .keychainError && older.currentUser != nil)
        #expect(try storage.read("installation-key:https://auth.example") == newer)
    }

    @Test("A wrong clock is told once, and a nonce asked for once; what can be mended is not seen by the app")
    func mended() async throws {
        let phone = Installation(server: server)
        server.state.withLock { $0.skew = 5000 }
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        #expect(server.refusals == ["INVALID_DPOP_PROOF"])
        _ = try await user.getIDToken(forcingRefresh: true)
        #expect(server.refusals.count == 1)
        server.state.withLock { $0.nonce = "first-nonce" }
        _ = try await user.getIDToken(forcingRefresh: true)
        try await user.updatePassword(to: "battery staple")
        #expect(server.refusals == ["INVALID_DPOP_PROOF", "USE_DPOP_NONCE"])
        #expect(server.state.withLock { $0.last["nonce"] } == "first-nonce")
        // Both at once, and with an app that has just begun: the first refusal tells both.
        server.state.withLock {
            $0.nonce = "second-nonce"
            $0.skew = -5000
        }
        _ = try await (try await phone.start()).currentUser?.getIDToken(forcingRefresh: true)
        #expect(server.refusals.count == 3)
        #expect(server.state.withLock { $0.usedIDs.count } == server.proven.count - 3)
    }

    @Test("A server that goes on refusing is not asked for ever")
    func endless() async throws {
        let phone = Installation(server: server)
        server.state.withLock { $0.nonce = "with a space" }
        let auth = try await phone.start()
        let error = await #expect(throws: NSError.self) { try await phone.signIn(auth) }
        #expect(error.flatMap { AuthErrorCode($0) } == .internalError && server.refusals.count == 1)
        let wrong = try await phone.start(transport: WatchedAddress(next: server))
        let refused = await #expect(throws: NSError.self) { try await phone.signIn(wrong) }
        #expect(refused?.localizedDescription.contains("public address") == true && server.refusals.count == 2)
    }

    @Test("A project that begins to require keys: who is signed in is bound at the next refresh")
    func required() async throws {
        server.state.withLock { $0.mode = .old }
        let phone = Installation(server: server, storage: MemoryStorage())
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        #expect(user.boundTo == nil)
        server.state.withLock { $0.mode = .optional }
        _ = try await user.getIDToken(forcingRefresh: true)
        #expect(user.boundTo == nil)
        server.state.withLock { $0.mode = .required }
        _ = try await user.getIDToken(forcingRefresh: true)
        let key = try #require(user.boundTo)
        #expect(server.keys == [key])
        let again = try await phone.start()
        _ = try await again.currentUser?.getIDToken(forcingRefresh: true)
        #expect(again.currentUser?.boundTo == key && server.refusals == [])
        // An app that wants no key is told why it may not sign in.
        let old = Installation(server: server)
        let error = await #expect(throws: NSError.self) { try await old.signIn(try await old.start(bindsSessions: false)) }
        #expect(error.flatMap { AuthErrorCode($0) } == .operationNotAllowed && reason(error) == .requiredByProject)
    }

    @Test("A server of before there were keys, and Google's: nothing changes")
    func otherServers() async throws {
        server.state.withLock { $0.mode = .old }
        let phone = Installation(server: server)
        let user = try await phone.signIn(try await phone.start())
        _ = try await user.getIDToken(forcingRefresh: true)
        try await user.updatePassword(to: "battery staple")
        #expect(user.boundTo == nil && server.refusals == [])
        let google = WatchedTransport()
        google.reply(["accounts:signInWithPassword": .refusal("USER_DISABLED")])
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "test-key"
        options.storage = MemoryStorage()
        options.transport = google
        let app = try FirebaseApp.configureOrThrow(name: UUID().uuidString, options: options)
        _ = try? await Auth.auth(app: app).signIn(withEmail: "u@example.com", password: "correct horse")
        #expect(
            google.requests.count == 1 && google.requests.allSatisfy { !$0.headers.keys.contains { $0.lowercased() == "dpop" } })
        await app.delete()
    }

    @Test("A session keeps its key when it moves to another app, another group and another start")
    func moved() async throws {
        let process = SessionRegistry()
        let here = Installation(server: server)
        let there = Installation(server: server)
        let user = try await here.signIn(try await here.start(in: process))
        let theirs = try await there.start(in: process)
        let before = try #require(try await there.signIn(theirs).boundTo)
        try await theirs.updateCurrentUser(user)
        try #require(user.boundTo != before)
        // In a process of its own, the other app has the key in its own storage.
        let later = try await there.start()
        _ = try await later.currentUser?.getIDToken(forcingRefresh: true)
        #expect(later.currentUser?.boundTo == user.boundTo)
        // New sessions of it are still bound to its own.
        try later.signOut()
        #expect(try await there.signIn(later).boundTo == before)
        try later.useUserAccessGroup("group")
        #expect(try await there.signIn(later).boundTo == before)
        let shared = try #require(try (try await there.start()).getStoredUser(forAccessGroup: "group"))
        _ = try await shared.getIDToken(forcingRefresh: true)
        #expect(server.refusals == [])
    }

    @Test("A storage with one place for everything: its session stays what it is, without a key")
    func oneSlot() async throws {
        let storage = OneSlot()
        let phone = Installation(server: server, storage: storage)
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        #expect(user.boundTo == nil)
        let again = try await phone.start()
        _ = try await again.currentUser?.getIDToken(forcingRefresh: true)
        #expect(again.currentUser?.uid == "u" && server.refusals == [])
    }

    @Test("A token for a backend of one's own comes with a proof for that request")
    func backend() async throws {
        let phone = Installation(server: server)
        let user = try await phone.signIn(try await phone.start())
        let url = try #require(URL(string: "https://api.example/items?page=2#top"))
        let token = try await user.provenIDToken(for: url, method: "POST")
        let proof = try #require(token.proof)
        #expect(token.headers == ["Authorization": "DPoP \(token.idToken)", "DPoP": proof])
        let claims = try #require(JSONParts(proof).payload)
        #expect(claims["htu"] as? String == "https://api.example/items" && claims["htm"] as? String == "POST")
        #expect(claims["ath"] != nil && claims["nonce"] == nil)
        let request = try await user.authorize(URLRequest(url: url))
        #expect(request.value(forHTTPHeaderField: "DPoP") != nil && request.value(forHTTPHeaderField: "DPoP") != proof)
        let old = Installation(server: server)
        let unbound = try await old.signIn(try await old.start(bindsSessions: false))
        let bare = try await unbound.provenIDToken(for: url)
        #expect(bare.proof == nil && bare.headers == ["Authorization": "Bearer \(bare.idToken)"])
    }
}

/// The parts of a token that have claims.
private struct JSONParts {
    let payload: [String: Any]?

    init(_ token: String) {
        let parts = token.split(separator: ".")
        var base64 = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        payload = Data(base64Encoded: base64).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }
}

/// A proxy that changes the address, so that the server sees another than the app.
private struct WatchedAddress: AuthTransport {
    let next: BindingServer

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        var request = request
        request.url = request.url.flatMap { URL(string: $0.absoluteString.replacingOccurrences(of: "auth.", with: "inner.")) }
        return try await next.send(request)
    }
}

/// A storage whose keys cannot be read at times.
private final class FailingKeys: AuthStorage {
    let isFailing = Guarded(false)
    private let next = MemoryStorage()

    func read(_ key: String) throws -> Data? {
        if key.hasPrefix("installation-key"), isFailing.withLock({ $0 }) { throw CocoaError(.fileReadNoPermission) }
        return next.read(key)
    }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        if key.hasPrefix("installation-key"), isFailing.withLock({ $0 }) { throw CocoaError(.fileReadNoPermission) }
        try next.update(key, change)
    }
}
