import ChildProcesses
import Foundation
import Testing

@testable import VinculaAuth

/// Bound sessions while servers of before and after there were keys answer, as during an upgrade or on its way back.
@Suite("Bound sessions at servers of two versions") struct BoundSessionVersionTests {
    private let server = BindingServer()

    @Test("T393 A server of before there were keys answers in between, as during an upgrade: nobody is signed out")
    func twoVersions() async throws {
        let phone = Installation(server: server, storage: MemoryStorage())
        let auth = try await phone.start()
        let user = try await phone.signIn(auth)
        let key = try #require(user.boundTo)
        for restarts in [false, true] {
            server.state.withLock { $0.mode = .old }
            let before = try #require((restarts ? try await phone.start() : auth).currentUser)
            _ = try await before.getIDToken(forcingRefresh: true)
            #expect(before.boundTo == nil)
            try await before.updatePassword(to: "battery staple")
            server.state.withLock { $0.mode = .optional }
            let after = try #require((restarts ? try await phone.start() : auth).currentUser)
            // The older server's token names no key, and the newer server knows the session's all the same.
            _ = try await after.getIDToken(forcingRefresh: true)
            #expect(after.boundTo == key)
            try await after.updatePassword(to: "correct horse")
        }
        #expect(server.refusals == [])
        // A session that the older server opened has no key, and goes on without one.
        server.state.withLock { $0.mode = .old }
        let last = try await phone.start()
        let opened = try await phone.signIn(last)
        server.state.withLock { $0.mode = .optional }
        _ = try await opened.getIDToken(forcingRefresh: true)
        #expect(opened.boundTo == nil && server.refusals == [])
        try last.expectAgreement()
    }

    @Test("T393 A session with a key of another installation keeps it while a server of before there were keys answers")
    func twoVersionsElsewhere() async throws {
        let storage = MemoryStorage()
        let there = Installation(server: server, storage: storage)
        let process = SessionRegistry()
        let user = try await Installation(server: server).signIn(try await Installation(server: server).start(in: process))
        let key = try #require(user.boundTo)
        let theirs = try await there.start(in: process)
        try #require(try await there.signIn(theirs).boundTo != key)
        try await theirs.updateCurrentUser(user)
        for _ in 0..<2 {
            server.state.withLock { $0.mode = .old }
            let before = try #require((try await there.start()).currentUser)
            for _ in 0..<2 { _ = try await before.getIDToken(forcingRefresh: true) }
            #expect(before.boundTo == nil && before.state.withLock { $0.tokens.boundTo } == key)
            server.state.withLock { $0.mode = .optional }
            let after = try #require((try await there.start()).currentUser)
            try await after.updatePassword(to: "battery staple")
            _ = try await after.getIDToken(forcingRefresh: true)
            #expect(after.boundTo == key && after.state.withLock { $0.tokens.earlierKey } == nil)
        }
        // In another app of the device it goes on as well.
        server.state.withLock { $0.mode = .old }
        let third = try await there.start()
        _ = try await third.currentUser?.getIDToken(forcingRefresh: true)
        let other = Installation(server: server)
        try await other.start(in: third.state.withLock { $0.sessions }).updateCurrentUser(try #require(third.currentUser))
        server.state.withLock { $0.mode = .optional }
        let last = try await other.start()
        _ = try await last.currentUser?.getIDToken(forcingRefresh: true)
        #expect(last.currentUser?.boundTo == key && server.refusals == [])
    }

    @Test("T393 An app that wants no keys any more, or has lost one that the server does not ask for: nobody is signed out")
    func twoVersionsWithoutKeys() async throws {
        let storage = MemoryStorage()
        let phone = Installation(server: server, storage: storage)
        let user = try await phone.signIn(try await phone.start())
        let key = try #require(user.boundTo)
        server.state.withLock { $0.mode = .old }
        _ = try await user.getIDToken(forcingRefresh: true)
        server.state.withLock { $0.mode = .optional }
        let unwilling = try await phone.start(bindsSessions: false)
        _ = try await unwilling.currentUser?.getIDToken(forcingRefresh: true)
        #expect(unwilling.currentUser?.boundTo == key && server.refusals == [])
        // The session moves to a server that knows no key of it, and the device loses the key.
        server.state.withLock { $0.mode = .old }
        _ = try await unwilling.currentUser?.getIDToken(forcingRefresh: true)
        storage.update("installation-key:https://auth.example") { _ in nil }
        server.state.withLock { state in
            state.mode = .optional
            for token in state.sessions.keys { state.sessions[token] = .some(nil) }
        }
        let keyless = try await phone.start()
        _ = try await keyless.currentUser?.getIDToken(forcingRefresh: true)
        try await keyless.currentUser?.updatePassword(to: "battery staple")
        #expect(keyless.currentUser?.uid == "u" && server.refusals == [])
    }
}
