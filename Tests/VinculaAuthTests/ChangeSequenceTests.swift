import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The asynchronous sequences of the signed-in user.
@Suite("Sequences of changes", .timeLimit(.minutes(20))) struct ChangeSequenceTests {
    private static func listeners(_ auth: Auth) -> Int { auth.state.withLock { $0.listeners.count } }

    @Test("First who is signed in now, then each change: of the account, or of the token")
    func values() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let auth = Auth.auth(app: app)
            var accounts = auth.authStateChanges.makeAsyncIterator()
            var tokens = auth.idTokenChanges.makeAsyncIterator()
            #expect(await accounts.next() == .some(nil))
            #expect(await tokens.next() == .some(nil))
            let user = try await auth.signInAnonymously().user
            #expect(await accounts.next() == .some(user))
            #expect(await tokens.next() == .some(user))
            try await user.renewToken()
            #expect(await tokens.next() == .some(user))
            try await user.link(with: Ways.google())
            #expect(await tokens.next() == .some(user))
            try await user.reload()
            try auth.signOut()
            #expect(await accounts.next() == .some(nil))
            #expect(await tokens.next() == .some(nil))
            // Nobody waits for a deleted app.
            await app.delete()
            #expect(await accounts.next() == nil)
            #expect(await tokens.next() == nil)
            #expect(await tokens.next() == nil)
        }
    }

    @Test("A sequence that is read late has missed nothing, and begins with the user at its creation")
    func late() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let auth = Auth.auth(app: app)
            var iterator = auth.authStateChanges.makeAsyncIterator()
            let first = try await auth.signInAnonymously().user.uid
            let second = try await auth.signIn(with: Ways.google()).user.uid
            try auth.signOut()
            await app.delete()
            var all: [String?] = []
            while let user = await iterator.next() { all.append(user?.uid) }
            #expect(all == [nil, first, second, nil])
        }
    }

    @Test("Several at once: each gets everything, in its own time")
    func severalAtOnce() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let auth = Auth.auth(app: app)
            var late = auth.authStateChanges.makeAsyncIterator()
            let isListening = Gate()
            let collector = Task {
                var uids: [String?] = []
                for await user in auth.authStateChanges {
                    uids.append(user?.uid)
                    isListening.open()
                }
                return uids
            }
            await isListening.pass()
            let user = try await auth.signInAnonymously().user
            #expect(Self.listeners(auth) == 2)
            // One sequence, walked through twice.
            let changes = auth.authStateChanges
            var first = changes.makeAsyncIterator()
            var second = changes.makeAsyncIterator()
            #expect(await first.next() == .some(user))
            try auth.signOut()
            #expect(await second.next() == .some(user))
            await app.delete()
            #expect(await collector.value == [nil, user.uid, nil])
            var uids: [String?] = []
            while let user = await late.next() { uids.append(user?.uid) }
            #expect(uids == [nil, user.uid, nil])
            #expect(await first.next() == .some(nil))
            #expect(await first.next() == nil)
            #expect(await second.next() == .some(nil))
            #expect(await second.next() == nil)
        }
    }

    @Test("The task is cancelled: its sequence ends, nobody listens any more, and the others go on")
    func cancellation() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let auth = Auth.auth(app: app)
            var other = auth.authStateChanges.makeAsyncIterator()
            for isOfTokens in [false, true] {
                let isListening = Gate()
                let hasHeard = Gate()
                let task = Task {
                    var uids: [String?] = []
                    func hear(_ user: User?) {
                        uids.append(user?.uid)
                        isListening.open()
                        if user != nil { hasHeard.open() }
                    }
                    if isOfTokens {
                        for await user in auth.idTokenChanges { hear(user) }
                    } else {
                        for await user in auth.authStateChanges { hear(user) }
                    }
                    return uids
                }
                await isListening.pass()
                #expect(Self.listeners(auth) == 2)
                let uid = try await auth.signInAnonymously().user.uid
                await hasHeard.pass()
                task.cancel()
                #expect(await task.value == [nil, uid])
                #expect(Self.listeners(auth) == 1)
                try auth.signOut()
                #expect(await other.next() == .some(nil))
                #expect(await other.next()??.uid == uid)
            }
            #expect(await other.next() == .some(nil))
            await app.delete()
            #expect(await other.next() == nil)
        }
    }

    @Test("A task that is cancelled before it asks: its sequence ends at once")
    func cancelledBefore() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let gate = Gate()
            let task = Task {
                await gate.pass()
                for await _ in auth.authStateChanges {}
                for await _ in auth.idTokenChanges {}
            }
            task.cancel()
            gate.open()
            await task.value
            #expect(Self.listeners(auth) == 0)
        }
    }

    @Test("A loop that is left: nobody listens any more")
    func leftLoop() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            func leave() async { for await user in auth.idTokenChanges where user == nil { return } }
            await leave()
            #expect(Self.listeners(auth) == 0)
            try await auth.signInAnonymously()
            try auth.expectAgreement()
        }
    }

    @Test("No main queue is needed")
    func heldQueue() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let auth = Auth.auth(app: app)
            try await MainQueue.hold {
                let isListening = Gate()
                let collector = Task {
                    var uids: [String?] = []
                    for await user in auth.idTokenChanges {
                        uids.append(user?.uid)
                        isListening.open()
                    }
                    return uids
                }
                await isListening.pass()
                let uid = try await auth.signInAnonymously().user.uid
                try auth.signOut()
                await app.delete()
                #expect(await collector.value == [nil, uid, nil])
            }
        }
    }
}
