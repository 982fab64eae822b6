import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// One session in one storage, used by several: two processes, or two apps of a group.
@Suite("Shared sessions") struct SharedSessionTests {
    /// Two apps that share a user who is signed in, each as a process of its own would see it.
    private struct Pair {
        let here: Auth
        let there: Auth
        let transport = WatchedTransport()
        let storage: FileStorage

        init(_ server: ServerProcess, _ folder: URL, _ signIn: (Auth) async throws -> Void) async throws {
            storage = FileStorage(directory: folder)
            here = try server.auth(storage: storage, transport: transport)
            try here.useUserAccessGroup("group")
            try await signIn(here)
            // It waits shortly for its turn: in one of the tests, the other never gives it up.
            there = try server.auth(
                storage: FileStorage(directory: folder, patience: .seconds(30), turnPatience: .milliseconds(200)))
            there.state.withLock { $0.sessions = SessionRegistry() }
            try there.useUserAccessGroup("group")
        }

        var userHere: User { get throws { try #require(here.currentUser) } }
        var userThere: User { get throws { try #require(there.currentUser) } }
    }

    private static func with(
        _ signIn: (Auth) async throws -> Void, _ body: (Pair) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await ServerProcess.with { server in try await body(Pair(server, folder, signIn)) }
    }

    private static func person(_ auth: Auth) async throws {
        try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password)
    }

    private static func nobodyKnown(_ auth: Auth) async throws { try await auth.signInAnonymously() }

    @Test("One refreshes, the other takes over what is stored, without a request")
    func adoption() async throws {
        try await Self.with(Self.person) { pair in
            _ = try await pair.userThere.getIDToken(forcingRefresh: true)
            try pair.userHere.letTokenExpire()
            #expect(try await pair.userHere.getIDToken() == pair.userThere.getIDToken())
            #expect(pair.transport.count("token") == 0)
            #expect(try pair.userHere.refreshToken == pair.userThere.refreshToken)
            try pair.here.expectAgreement()
        }
    }

    @Test("Each in turn is forced to refresh, many times: the newer refresh token is used, and nobody is signed out")
    func inTurns() async throws {
        try await Self.with(Self.person) { pair in
            for _ in 0..<5 {
                let before = try pair.userThere.refreshToken
                let isShown = Gate()
                pair.transport.before { method, body in
                    if method == "token", let before, body.contains(before) { isShown.open() }
                }
                _ = try await pair.userHere.getIDToken(forcingRefresh: true)
                await isShown.pass()
                _ = try await pair.userThere.getIDToken(forcingRefresh: true)
                _ = try await pair.userThere.getIDToken(forcingRefresh: true)
            }
            try pair.there.expectAgreement()
        }
    }

    @Test("Both refresh at once: both get tokens, and both go on")
    func atOnce() async throws {
        try await Self.with(Self.person) { pair in
            for _ in 0..<5 {
                async let here = pair.userHere.getIDToken(forcingRefresh: true)
                async let there = pair.userThere.getIDToken(forcingRefresh: true)
                _ = try await (here, there)
            }
            #expect(pair.here.currentUser != nil && pair.there.currentUser != nil)
        }
    }

    @Test("A refresh with a late answer does not overwrite a newer token of the other")
    func lateRefresh() async throws {
        try await Self.with(Self.person) { pair in
            let gate = Gate()
            pair.transport.after { method, _ in if method == "token" { await gate.pass() } }
            let refresh = Task { try await pair.userHere.getIDToken(forcingRefresh: true) }
            await gate.guest()
            // ID tokens of one second are the same text, and none of them is the younger one.
            try await Task.sleep(for: .milliseconds(1100))
            for _ in 0..<3 { _ = try await pair.userThere.getIDToken(forcingRefresh: true) }
            gate.open()
            _ = try await refresh.value
            try pair.there.expectAgreement()
            try pair.here.expectAgreement()
            _ = try await pair.userHere.getIDToken(forcingRefresh: true)
        }
    }

    @Test("One signs out: the other's refresh does not write the session back")
    func signOut() async throws {
        try await Self.with(Self.person) { pair in
            let gate = Gate()
            pair.transport.after { method, _ in if method == "token" { await gate.pass() } }
            let user = try pair.userHere
            let refresh = Task { try await user.getIDToken(forcingRefresh: true) }
            await gate.guest()
            try pair.there.signOut()
            gate.open()
            _ = try await refresh.value
            #expect(try pair.here.storedUser() == nil)
            pair.transport.after(nil)
            // Nor does anything else that is done with the user who is still known here.
            _ = try await user.getIDToken(forcingRefresh: true)
            try await user.link(with: Ways.google())
            try await user.reload()
            #expect(try pair.here.storedUser() == nil)
        }
    }

    @Test("One signs in another user: the other does not overwrite it")
    func signIn() async throws {
        try await Self.with(Self.person) { pair in
            let user = try pair.userHere
            let other = try await pair.there.signIn(with: Ways.google()).user
            _ = try await user.getIDToken(forcingRefresh: true)
            try await user.link(with: Ways.facebook())
            #expect(try pair.here.storedUser()?.uid == other.uid)
            try pair.there.expectAgreement()
        }
    }

    @Test("One links an anonymous account, whose earlier tokens end: the other continues with the new session")
    func link() async throws {
        try await Self.with(Self.nobodyKnown) { pair in
            let user = try pair.userHere
            let google = Ways.google()
            try await pair.userThere.link(with: google)
            // The ID token here looks good still, and the server says that it is over.
            try await user.reload()
            #expect(pair.here.currentUser === user && user.ways == ["google.com"] && !user.isAnonymous)
            try pair.here.expectAgreement()
            try pair.there.expectAgreement()
            _ = try await pair.userThere.getIDToken(forcingRefresh: true)
            try await user.link(with: Ways.facebook())
            try pair.here.expectAgreement()
            // The other one's changes are based on the stored state, not on what it knew.
            let change = try pair.userThere.createProfileChangeRequest()
            change.displayName = "Ana"
            try await change.commitChanges()
            #expect(try pair.here.storedUser()?.providers.count == 2)
            #expect(try pair.here.storedUser()?.displayName == "Ana")
            try pair.there.expectAgreement()
        }
    }

    @Test("A session that is really over ends for both")
    func over() async throws {
        try await Self.with(Self.person) { pair in
            let user = try pair.userThere
            try await pair.userHere.delete()
            await #expect(throws: NSError.self) { try await user.getIDToken(forcingRefresh: true) }
            #expect(pair.here.currentUser == nil && pair.there.currentUser == nil)
            #expect(try pair.here.storedUser() == nil)
        }
    }
}
