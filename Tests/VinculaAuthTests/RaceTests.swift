import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Concurrent operations on one user, in one process.
@Suite("Races") struct RaceTests {
    @Test("500 at once, reads of an expired token and forced refreshes: one request, one token")
    func oneRefresh() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            user.letTokenExpire()
            let everybodyWaits = Gate()
            transport.after { method, _ in if method == "token" { await everybodyWaits.pass() } }
            let executor = CountingExecutor(opening: everybodyWaits, afterJobs: 500)
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<500 {
                    group.addTask(executorPreference: executor) {
                        try await user.getIDToken(forcingRefresh: number.isMultiple(of: 2))
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(transport.count("token") == 1)
            try auth.expectAgreement()
            #expect(try await user.getIDToken() == tokens.first)
            #expect(transport.count("token") == 1)
            _ = try await user.getIDToken(forcingRefresh: true)
            #expect(transport.count("token") == 2)
        }
    }

    @Test("A failed refresh leaves nothing behind: all callers get the error, and the next call tries again")
    func failedRefresh() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user = try await auth.signInAnonymously().user
            let everybodyWaits = Gate()
            transport.before { method, _ in
                guard method == "token" else { return }
                await everybodyWaits.pass()
                throw URLError(.networkConnectionLost)
            }
            let executor = CountingExecutor(opening: everybodyWaits, afterJobs: 50)
            await withTaskGroup(of: AuthErrorCode?.self) { group in
                for _ in 0..<50 {
                    group.addTask(executorPreference: executor) {
                        do {
                            _ = try await user.getIDToken(forcingRefresh: true)
                            return nil
                        } catch {
                            return AuthErrorCode(error)
                        }
                    }
                }
                for await code in group { #expect(code == .networkError) }
            }
            #expect(transport.count("token") == 1 && auth.currentUser === user)
            transport.before(nil)
            _ = try await user.getIDToken(forcingRefresh: true)
            #expect(transport.count("token") == 2)
            try auth.expectAgreement()
        }
    }

    @Test("One waiting caller is cancelled: the others get their token")
    func cancellation() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user = try await auth.signInAnonymously().user
            let answer = Gate()
            transport.after { method, _ in if method == "token" { await answer.pass() } }
            // Whoever asks first begins the refresh, and is the one that is cancelled.
            let first = Task { try await user.getIDToken(forcingRefresh: true) }
            await answer.guest()
            let everybodyWaits = Gate()
            let executor = CountingExecutor(opening: everybodyWaits, afterJobs: 20)
            async let tokens = withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask(executorPreference: executor) { try await user.getIDToken(forcingRefresh: true) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            await everybodyWaits.pass()
            first.cancel()
            answer.open()
            #expect(try await tokens.count == 1)
            #expect(transport.count("token") == 1)
            try auth.expectAgreement()
        }
    }

    /// The moment at which the answer to the refresh is delayed: before the server did its part, or after.
    enum Late: CaseIterable {
        case request, answer
    }

    /// Has a refresh wait while something else happens.
    ///
    /// - Returns: What came of the refresh.
    private func refresh(
        _ user: User, _ transport: WatchedTransport, late: Late, while body: () async throws -> Void
    ) async throws -> Result<String, any Error> {
        let gate = Gate()
        let hold: WatchedTransport.Step = { method, _ in if method == "token" { await gate.pass() } }
        if late == .request { transport.before(hold) } else { transport.after(hold) }
        let refresh = Task { try await user.getIDToken(forcingRefresh: true) }
        await gate.guest()
        try await body()
        gate.open()
        let result = await refresh.result
        transport.before(nil)
        transport.after(nil)
        return result
    }

    @Test("Sign-out during a refresh: the late answer signs nobody in again", arguments: Late.allCases)
    func signOut(late: Late) async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            let result = try await refresh(user, transport, late: late) { try auth.signOut() }
            #expect(throws: Never.self) { try result.get() }
            #expect(auth.currentUser == nil)
            try auth.expectAgreement()
        }
    }

    @Test("Sign-in during a refresh: the late answer changes nothing of the new session", arguments: Late.allCases)
    func signIn(late: Late) async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let email = MadeUp.email()
            let user = try await auth.createUser(withEmail: email, password: Ways.password).user
            for isSamePerson in [true, false] {
                let old = try #require(auth.currentUser)
                var state: UserState?
                _ = try await refresh(old, transport, late: late) {
                    try await auth.signIn(
                        with: isSamePerson ? Ways.email(email) : Ways.google())
                    state = auth.currentUser?.state.withLock { $0 }
                }
                #expect(auth.currentUser !== old && auth.currentUser?.state.withLock { $0 } == state)
                #expect((auth.currentUser?.uid == user.uid) == isSamePerson)
                try auth.expectAgreement()
                _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
                try auth.expectAgreement()
            }
        }
    }

    @Test(
        "Link during a refresh: the session of the link stays, and the refresh signs nobody out",
        arguments: Late.allCases, [true, false])
    func link(late: Late, isAnonymous: Bool) async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user =
                try await isAnonymous
                ? auth.signInAnonymously().user : auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            var linked: UserState?
            let result = try await refresh(user, transport, late: late) {
                try await user.link(with: Ways.google())
                linked = user.state.withLock { $0 }
            }
            // The anonymous session is over, so what the waiting call gets is the token of the link's.
            let token = try result.get()
            if isAnonymous { #expect(token == linked?.tokens.idToken) }
            #expect(auth.currentUser === user && user.state.withLock { $0 } == linked)
            #expect(user.ways == (isAnonymous ? ["google.com"] : ["google.com", "password"]) && !user.isAnonymous)
            try auth.expectAgreement()
            _ = try await user.getIDToken(forcingRefresh: true)
            try await user.reload()
            try auth.expectAgreement()
        }
    }

    @Test("Reload and profile change that began before an anonymous account was linked: done with the new session")
    func callsDuringLink() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            for method in ["accounts:lookup", "accounts:update"] {
                try auth.signOut()
                let user = try await auth.signInAnonymously().user
                let gate = Gate()
                let old = try await user.getIDToken()
                transport.before { called, body in
                    if called == method, body.contains(old) { await gate.pass() }
                }
                let call = Task {
                    guard method == "accounts:update" else { return try await user.reload() }
                    let change = user.createProfileChangeRequest()
                    change.displayName = "Ana"
                    try await change.commitChanges()
                }
                await gate.guest()
                try await user.link(with: Ways.google())
                gate.open()
                try await call.value
                #expect(auth.currentUser === user && user.ways == ["google.com"])
                #expect(user.displayName == (method == "accounts:update" ? "Ana" : nil))
                try auth.expectAgreement()
                transport.before(nil)
            }
        }
    }

    @Test("Two links at once, the first answer late: both methods are known")
    func twoLinks() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            let gate = Gate()
            transport.after { method, _ in
                if method == "accounts:lookup", transport.count("accounts:lookup") == 2 { await gate.pass() }
            }
            let google = Task { try await user.link(with: Ways.google()) }
            await gate.guest()
            try await user.link(with: Ways.facebook())
            gate.open()
            _ = try await google.value
            #expect(user.ways == ["facebook.com", "google.com", "password"])
            try auth.expectAgreement()
        }
    }

    @Test("Sign-ins, sign-outs and refreshes at once: memory and storage agree")
    func concurrentSignIns() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let email = MadeUp.email()
            try await auth.createUser(withEmail: email, password: Ways.password)
            // Only refreshes may fail: they can meet a user that is signed out meanwhile.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        switch number % 5 {
                        case 0: _ = try await auth.signIn(with: Ways.google())
                        case 1: _ = try await auth.signIn(withEmail: email, password: Ways.password)
                        case 2: _ = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password)
                        case 3: try auth.signOut()
                        default: _ = try? await auth.currentUser?.getIDToken(forcingRefresh: true)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try auth.expectAgreement()
            try await auth.signIn(withEmail: email, password: Ways.password)
            _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
            try auth.expectAgreement()
        }
    }
}
