import Dispatch
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Refreshes that share what they bring, and when they store it.
@Suite("Shared refreshes") struct SharedRefreshTests {
    @Test("A forced refresh that meets one which takes over a stored token makes its own request")
    func forced() async throws {
        let storage = SlowStorage()
        let server = ScriptedServer()
        let (first, second) = (Device(server, storage: storage), Device(server, storage: storage))
        let (here, there) = (try await first.start(), try await second.start())
        try here.useUserAccessGroup("group")
        try await first.signIn(here)
        try there.useUserAccessGroup("group")
        _ = try await there.currentUser?.getIDToken(forcingRefresh: true)
        let user = try #require(here.currentUser)
        user.letTokenExpire()
        storage.isSlow.withLock { $0 = true }
        let reader = Task { try await user.getIDToken() }
        await storage.reader.guest()
        let isWaiting = Gate()
        let executor = CountingExecutor(opening: isWaiting, afterJobs: 1)
        let forcing = Task(executorPreference: executor) { try await user.getIDToken(forcingRefresh: true) }
        await isWaiting.pass()
        storage.isSlow.withLock { $0 = false }
        storage.reader.open()
        storage.go.signal()
        #expect(try await reader.value == ScriptedServer.idToken(1))
        #expect(try await forcing.value == ScriptedServer.idToken(2))
        #expect(server.count("token") == 2)
    }

    @Test("A token that is valid for minutes only is stored before another is requested")
    func short() async throws {
        let storage = MemoryStorage()
        let stored = Locked<[String?]>([])
        let peek = Locked<(@Sendable () -> String?)?>(nil)
        let device = Device(
            ScriptedServer { request in
                guard request.method == "token" else { return nil }
                stored.withLock { $0.append(peek.withLock { $0 }?()) }
                let idToken = ScriptedServer.idToken(request.number)
                return .init(
                    body: #"{"id_token":"\#(idToken)","refresh_token":"r\#(request.number)","expires_in":"60"}"#)
            }, storage: storage)
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        peek.withLock { $0 = { try? auth.storedUser()?.tokens.refreshToken } }
        #expect(try await user.getIDToken(forcingRefresh: true) == ScriptedServer.idToken(2))
        #expect(stored.withLock { $0 } == ["r0", "r1"])
        try auth.expectAgreement()
    }

    @Test("A storage that asks for other Auths while one is made", .timeLimit(.minutes(20)))
    func curious() async throws {
        let device = Device()
        let other = try await device.start()
        let storage = CuriousStorage { _ = Auth.auth(app: other.app ?? .unconfigured) }
        let auth = try await Device(device.server, storage: storage).start()
        #expect(auth.currentUser == nil && auth.storageError == nil)
    }
}

/// A storage that somebody can be made to wait at.
private final class SlowStorage: AuthStorage {
    let isSlow = Locked(false)
    let reader = Gate()
    let go = DispatchSemaphore(value: 0)
    private let storage = MemoryStorage()

    func read(_ key: String) -> Data? {
        if isSlow.withLock({ isSlow in
            defer { isSlow = false }; return isSlow
        }) {
            Task { await reader.pass() }
            go.wait()
        }
        return storage.read(key)
    }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws { try storage.update(key, change) }
}

/// A storage that does something else first.
private final class CuriousStorage: AuthStorage {
    private let storage = MemoryStorage()
    private let look: @Sendable () -> Void

    init(_ look: @escaping @Sendable () -> Void) { self.look = look }

    func read(_ key: String) -> Data? {
        look()
        return storage.read(key)
    }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws { try storage.update(key, change) }
}
