import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The changes that listeners are told about, and those that they are not.
@Suite("Listeners", .timeLimit(.minutes(20))) struct ListenerTests {
    @Test("Of accounts: who is signed in now, then each other one and none; nothing of what happens to the same account")
    func accounts() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String?>()
            let handle = auth.addStateDidChangeListener { heard.append($1?.uid) }
            #expect(await heard.all == [nil])
            let email = MadeUp.email()
            let ana = try await auth.createUser(withEmail: email, password: Ways.password).user
            #expect(await heard.all == [nil, ana.uid])

            try await ana.renewToken()
            try await ana.reload()
            try await ana.link(with: Ways.google())
            let change = ana.createProfileChangeRequest()
            change.displayName = "Ana"
            try await change.commitChanges()
            try await ana.reauthenticate(with: Ways.email(email))
            try await ana.updatePassword(to: "battery staple")
            _ = try await ana.unlink(fromProvider: "google.com")
            try await auth.signIn(withEmail: email, password: "battery staple")
            let late = Heard<String?>()
            let other = auth.addStateDidChangeListener { late.append($1?.uid) }
            let bob = try await auth.signIn(with: Ways.google()).user
            #expect(await heard.all == [nil, ana.uid, bob.uid])
            #expect(await late.all == [ana.uid, bob.uid])

            try auth.signOut()
            try auth.signOut()
            let nobody = try await auth.signInAnonymously().user
            try await auth.signInAnonymously()
            try await nobody.link(with: Ways.email())
            try await nobody.delete()
            #expect(await heard.all == [nil, ana.uid, bob.uid, nil, nobody.uid, nil])
            #expect(await late.all == [ana.uid, bob.uid, nil, nobody.uid, nil])
            auth.removeStateDidChangeListener(handle)
            auth.removeStateDidChangeListener(other)
        }
    }

    /// Something that an app does, and whether the ID token has to be another one afterwards; nil where that is the server's choice.
    private struct Step {
        let name: Comment
        let isNewToken: Bool?
        let act: (Auth) async throws -> Void

        init(_ name: Comment, _ isNewToken: Bool?, _ act: @escaping (Auth) async throws -> Void) {
            (self.name, self.isNewToken, self.act) = (name, isNewToken, act)
        }
    }

    private static func steps(_ email: String) -> [Step] {
        func user(_ auth: Auth) throws -> User { try #require(auth.currentUser) }
        return [
            Step("sign-up", true) { try await $0.createUser(withEmail: email, password: Ways.password) },
            Step("a token that is good", false) { _ = try await user($0).getIDToken() },
            Step("forced refresh", true) { try await user($0).renewToken() },
            Step("refresh of one that is due", true) { auth in
                let before = try user(auth).presentToken
                repeat {
                    try user(auth).letTokenExpire()
                    _ = try await user(auth).getIDToken()
                } while try user(auth).presentToken == before
            },
            Step("reload", false) { try await user($0).reload() },
            Step("link", true) { try await user($0).link(with: Ways.google("listener")) },
            Step("reauthentication", true) { try await user($0).reauthenticate(with: Ways.email(email)) },
            Step("profile", nil) { auth in
                let change = try user(auth).createProfileChangeRequest()
                change.displayName = "Ana"
                try await change.commitChanges()
            },
            Step("password", true) { try await user($0).updatePassword(to: "battery staple") },
            Step("unlink", nil) { _ = try await user($0).unlink(fromProvider: "google.com") },
            Step("a refused sign-in", false) { auth in
                await #expect(throws: NSError.self) { try await auth.signIn(withEmail: email, password: Ways.password) }
            },
            Step("another account", true) { try await $0.signInAnonymously() },
            Step("upgrade", true) { try await user($0).link(with: Ways.facebook()) },
            Step("sign-out", true) { try $0.signOut() },
            Step("sign-out again", false) { try $0.signOut() },
            Step("sign-in", true) { try await $0.signIn(withEmail: email, password: "battery staple") },
            Step("deletion", true) { try await user($0).delete() },
        ]
    }

    @Test("Of ID tokens: each new one, once: of refresh, link, reauthentication and password too")
    func tokens() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String?>()
            let handle = auth.addIDTokenDidChangeListener { heard.append($1?.presentToken) }
            var expected: [String?] = [nil]
            for step in Self.steps(MadeUp.email()) {
                let before = auth.currentUser?.presentToken
                try await step.act(auth)
                let now = auth.currentUser?.presentToken
                if let isNewToken = step.isNewToken { #expect((now != before) == isNewToken, step.name) }
                let all = await heard.all
                if now != before { expected.append(now) }
                #expect(all.last == expected.last && all.count == expected.count, step.name)
            }
            #expect(await heard.all == expected)
            auth.removeIDTokenDidChangeListener(handle)
        }
    }

    @Test("Each listener is called on the main queue, with its own Auth, whichever thread the change came from")
    func queue() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<Bool>()
            let handles = [
                auth.addStateDidChangeListener { own, _ in heard.append(MainQueue.isCurrent && own === auth) },
                auth.addIDTokenDidChangeListener { own, _ in heard.append(MainQueue.isCurrent && own === auth) },
            ]
            #expect(await heard.all == [true, true])
            // In a task, and on the main queue itself.
            try await auth.signInAnonymously()
            try await MainQueue.run { try auth.signOut() }
            #expect(await heard.all == Array(repeating: true, count: 6))
            for handle in handles { auth.removeIDTokenDidChangeListener(handle) }
        }
    }

    @Test("On the main queue, no listener is called before the call that it comes of has returned")
    func laterThanTheCall() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            try await auth.signInAnonymously()
            let heard = Heard<String>()
            let handles = Handles()
            try await MainQueue.run {
                handles.keep(auth.addStateDidChangeListener { heard.append($1 == nil ? "nobody" : "somebody") })
                heard.append("added")
                try auth.signOut()
                heard.append("signed out")
            }
            #expect(await heard.all == ["added", "signed out", "somebody", "nobody"])
            handles.remove(from: auth)
        }
    }

    @Test("Listeners are called in the order in which they were added, those of accounts and of tokens alike")
    func order() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<Int>()
            var handles = (0..<30).map { number in
                number.isMultiple(of: 2)
                    ? auth.addStateDidChangeListener { _, _ in heard.append(number) }
                    : auth.addIDTokenDidChangeListener { _, _ in heard.append(number) }
            }
            #expect(await heard.all == Array(0..<30))
            for number in [29, 17, 0] { auth.removeStateDidChangeListener(handles.remove(at: number)) }
            handles.append(auth.addStateDidChangeListener { _, _ in heard.append(30) })
            try await auth.signInAnonymously()
            let left = Array(1..<17) + Array(18..<29)
            #expect(await heard.all == Array(0..<30) + [30] + left + [30])
            for handle in handles { auth.removeStateDidChangeListener(handle) }
        }
    }

    @Test("A stored session: the first call tells of it, and there is no second one")
    func storedSession() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let user = try await Auth.auth(app: app).signInAnonymously().user
            // As after a restart.
            let auth = Auth(app: app)
            let heard = Heard<String?>()
            let handles = [
                auth.addStateDidChangeListener { heard.append($1?.uid) },
                auth.addIDTokenDidChangeListener { heard.append($1?.uid) },
            ]
            try await #require(auth.currentUser).reload()
            #expect(await heard.all == [user.uid, user.uid])
            try auth.signOut()
            #expect(await heard.all == [user.uid, user.uid, nil, nil])
            for handle in handles { auth.removeStateDidChangeListener(handle) }
        }
    }

    /// A storage that cannot be read at first, as before a device is unlocked.
    private final class LockedStorage: AuthStorage {
        private let memory = MemoryStorage()
        private let isLocked = Guarded(false)

        func lock(_ isLocked: Bool) { self.isLocked.withLock { $0 = isLocked } }

        private func requireOpen() throws {
            if isLocked.withLock({ $0 }) { throw CocoaError(.fileReadNoPermission) }
        }

        func read(_ key: String) throws -> Data? {
            try requireOpen()
            return memory.read(key)
        }

        func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
            try requireOpen()
            try memory.update(key, change)
        }
    }

    @Test("A session that cannot be read at first: nobody is told of, and then who it is")
    func lockedSession() async throws {
        try await ServerProcess.with { server in
            let storage = LockedStorage()
            let app = try server.app(storage: storage)
            let user = try await Auth.auth(app: app).signInAnonymously().user
            storage.lock(true)
            let auth = Auth(app: app)
            let heard = Heard<String?>()
            let handle = auth.addStateDidChangeListener { heard.append($1?.uid) }
            #expect(await heard.all == [nil])
            storage.lock(false)
            #expect(try auth.reloadStoredUser()?.uid == user.uid)
            #expect(await heard.all == [nil, user.uid])
            auth.removeStateDidChangeListener(handle)
        }
    }

    @Test("NotificationCenter: each new token is told on the main queue, after the listeners, with the Auth as its object")
    func notifications() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let other = try server.auth()
            let heard = Heard<String>()
            let observer = NotificationCenter.default.addObserver(forName: .AuthStateDidChange, object: auth, queue: nil) {
                note in
                let isRight = MainQueue.isCurrent && note.object as? Auth === auth
                heard.append(isRight ? "note" : "wrong note")
            }
            let handle = auth.addStateDidChangeListener { _, user in heard.append(user == nil ? "nobody" : "somebody") }
            #expect(await heard.all == ["nobody"])
            let user = try await auth.signInAnonymously().user
            #expect(await heard.all == ["nobody", "somebody", "note"])
            try await other.signInAnonymously()
            try await user.reload()
            try await user.renewToken()
            #expect(await heard.all == ["nobody", "somebody", "note", "note"])
            try auth.signOut()
            #expect(await heard.all == ["nobody", "somebody", "note", "note", "nobody", "note"])
            #expect(Notification.Name.AuthStateDidChange == Auth.authStateDidChangeNotification)
            NotificationCenter.default.removeObserver(observer)
            auth.removeStateDidChangeListener(handle)
        }
    }
}
