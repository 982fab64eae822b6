import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Users that apps share, over restarts and beside each other.
@Suite("Access groups") struct AccessGroupTests {
    @Test("The group and its user are remembered, and so is having none")
    func remembered() async throws {
        let device = Device()
        let auth = try await device.start()
        try auth.useUserAccessGroup("group")
        try await device.signIn(auth)
        let again = try await device.start()
        #expect(again.userAccessGroup == "group" && again.currentUser?.uid == "u")
        try again.expectAgreement()
        try again.useUserAccessGroup(nil)
        #expect(again.currentUser == nil)
        let third = try await device.start()
        #expect(third.userAccessGroup == nil && third.currentUser == nil)
        #expect(try third.getStoredUser(forAccessGroup: "group")?.uid == "u")
    }

    @Test("Storage that cannot say the group: nobody is signed in until it can")
    func locked() async throws {
        let storage = LockableStorage()
        let device = Device(storage: storage)
        let auth = try await device.start()
        try auth.useUserAccessGroup("group")
        try await device.signIn(auth)
        storage.isLocked.withLock { $0 = true }
        let again = try await device.start()
        #expect(again.currentUser == nil && again.storageError != nil)
        #expect(throws: NSError.self) { try again.useUserAccessGroup("other") }
        storage.isLocked.withLock { $0 = false }
        #expect(try again.reloadStoredUser()?.uid == "u")
        #expect(again.userAccessGroup == "group" && again.storageError == nil)
    }

    @Test("A user read from a group stays in step with it: renewed tokens are stored there")
    func copies() async throws {
        let device = Device()
        let auth = try await device.start()
        try auth.useUserAccessGroup("group")
        try await device.signIn(auth)
        try auth.useUserAccessGroup(nil)
        let copy = try #require(try auth.getStoredUser(forAccessGroup: "group"))
        _ = try await copy.getIDToken(forcingRefresh: true)
        let change = copy.createProfileChangeRequest()
        change.displayName = "Ana"
        try await change.commitChanges()
        let stored = try #require(try auth.getStoredUser(forAccessGroup: "group"))
        #expect(stored.refreshToken == "r1" && stored.displayName == "Ana" && auth.currentUser == nil)
        // Another copy gets what this one renews, and needs no request of its own.
        let third = try #require(try auth.getStoredUser(forAccessGroup: "group"))
        _ = try await copy.getIDToken(forcingRefresh: true)
        #expect(third.refreshToken == "r2")
        #expect(try await third.getIDToken() == copy.getIDToken() && device.server.count("token") == 2)
        // Signed out, it is not written back.
        try auth.useUserAccessGroup("group")
        try auth.signOut()
        _ = try await copy.getIDToken(forcingRefresh: true)
        #expect(try auth.getStoredUser(forAccessGroup: "group") == nil)
    }

    @Test("A user who is no longer current because the group changed stays in step with their stored session")
    func left() async throws {
        let device = Device()
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        try auth.useUserAccessGroup("group")
        _ = try await user.getIDToken(forcingRefresh: true)
        try auth.useUserAccessGroup(nil)
        #expect(auth.currentUser?.refreshToken == "r1")
    }

    @Test("A group whose user now has newer tokens in this process: they are stored there")
    func overtaken() async throws {
        let device = Device()
        let auth = try await device.start()
        try await device.signIn(auth)
        try auth.useUserAccessGroup("group")
        let younger = try await device.signIn(auth)
        try auth.useUserAccessGroup(nil)
        #expect(auth.currentUser?.state.withLock { $0.tokens } == younger.state.withLock { $0.tokens })
        try auth.expectAgreement()
    }

    @Test("Sign-ins while the group changes: memory and storage agree")
    func races() async throws {
        let device = Device()
        let auth = try await device.start()
        for number in 0..<100 {
            async let signIn = device.signIn(auth)
            try auth.useUserAccessGroup(number.isMultiple(of: 2) ? "group \(number)" : nil)
            _ = try await signIn
            try auth.expectAgreement()
        }
    }
}

/// A storage that can be made unreadable.
final class LockableStorage: AuthStorage {
    let isLocked = Locked(false)
    private let storage = MemoryStorage()

    private func open() throws {
        if isLocked.withLock({ $0 }) { throw CocoaError(.fileReadNoPermission) }
    }

    func read(_ key: String) throws -> Data? {
        try open()
        return storage.read(key)
    }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        try open()
        try storage.update(key, change)
    }
}
