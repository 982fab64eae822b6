import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Adding and removing listeners, also from inside of them, and listeners that use the `Auth` that calls them.
@Suite("Listeners that come and go", .timeLimit(.minutes(20))) struct ListenerRemovalTests {
    @Test("A removed listener is never called again, of whichever kind and by whichever call it was removed")
    func removed() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<Int>()
            let handles = [
                auth.addStateDidChangeListener { _, _ in heard.append(0) },
                auth.addIDTokenDidChangeListener { _, _ in heard.append(1) },
                auth.addStateDidChangeListener { _, _ in heard.append(2) },
                auth.addIDTokenDidChangeListener { _, _ in heard.append(3) },
            ]
            #expect(await heard.all == [0, 1, 2, 3])
            auth.removeStateDidChangeListener(handles[0])
            auth.removeStateDidChangeListener(handles[1])
            auth.removeIDTokenDidChangeListener(handles[2])
            auth.removeStateDidChangeListener(handles[0])
            auth.removeStateDidChangeListener(NSObject())
            try await auth.signInAnonymously()
            #expect(await heard.all == [0, 1, 2, 3, 3])
            auth.removeIDTokenDidChangeListener(handles[3])
            try auth.signOut()
            #expect(await heard.all == [0, 1, 2, 3, 3])
            #expect(auth.state.withLock { $0.listeners.isEmpty })
        }
    }

    @Test("One that is removed before its first call is never called, whoever gets its place in memory")
    func beforeTheFirstCall() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String>()
            let kept = Handles()
            try await MainQueue.run {
                for _ in 0..<100 {
                    auth.removeStateDidChangeListener(auth.addStateDidChangeListener { _, _ in heard.append("removed") })
                    auth.removeIDTokenDidChangeListener(auth.addIDTokenDidChangeListener { _, _ in heard.append("removed") })
                    kept.keep(auth.addStateDidChangeListener { _, _ in heard.append("kept") })
                }
            }
            #expect(await heard.all == Array(repeating: "kept", count: 100))
            try await auth.signInAnonymously()
            #expect(await heard.all == Array(repeating: "kept", count: 200))
            kept.remove(from: auth)
        }
    }

    @Test("One that is removed after a change, before it was told of it: it is not told")
    func betweenChangeAndCall() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            try await auth.signInAnonymously()
            let heard = Heard<String>()
            let handles = Handles()
            handles.keep(auth.addStateDidChangeListener { heard.append($1 == nil ? "nobody" : "somebody") })
            #expect(await heard.all == ["somebody"])
            try await MainQueue.run {
                try auth.signOut()
                handles.remove(from: auth)
            }
            #expect(await heard.all == ["somebody"])
        }
    }

    @Test("One that removes itself, and one that removes the next one: neither is called again")
    func fromInside() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String>()
            let own = Handles()
            let next = Handles()
            try await MainQueue.run {
                own.keep(
                    auth.addStateDidChangeListener { auth, _ in
                        heard.append("once")
                        own.remove(from: auth)
                    })
                let remover = auth.addStateDidChangeListener { auth, user in
                    heard.append("remover")
                    if user != nil { next.remove(from: auth) }
                }
                next.keep(auth.addStateDidChangeListener { _, _ in heard.append("next") })
                withExtendedLifetime(remover) {}
            }
            #expect(await heard.all == ["once", "remover", "next"])
            try await auth.signInAnonymously()
            try auth.signOut()
            #expect(await heard.all == ["once", "remover", "next", "remover", "remover"])
        }
    }

    @Test("One that is added inside another is told the current user once")
    func addedInside() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String>()
            let inner = Handles()
            let outer = auth.addStateDidChangeListener { auth, user in
                heard.append(user == nil ? "outer: nobody" : "outer: somebody")
                guard user != nil else { return }
                inner.keep(
                    auth.addStateDidChangeListener { heard.append($1 == nil ? "inner: nobody" : "inner: somebody") })
            }
            try await auth.signInAnonymously()
            #expect(await heard.all == ["outer: nobody", "outer: somebody", "inner: somebody"])
            try auth.signOut()
            #expect(
                await heard.all == [
                    "outer: nobody", "outer: somebody", "inner: somebody", "outer: nobody", "inner: nobody",
                ])
            auth.removeStateDidChangeListener(outer)
            inner.remove(from: auth)
        }
    }

    @Test("One that signs out: the others hear of the sign-in and then of the sign-out, in this order")
    func signsOut() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String>()
            let handles = [
                auth.addStateDidChangeListener { auth, user in
                    heard.append(user == nil ? "first: nobody" : "first: somebody")
                    guard user != nil else { return }
                    #expect(throws: Never.self) { try auth.signOut() }
                    #expect(auth.currentUser == nil)
                },
                auth.addIDTokenDidChangeListener { heard.append($1 == nil ? "second: nobody" : "second: somebody") },
            ]
            try await auth.signInAnonymously()
            #expect(
                await heard.all == [
                    "first: nobody", "second: nobody", "first: somebody", "second: somebody", "first: nobody", "second: nobody",
                ])
            try auth.expectAgreement()
            for handle in handles { auth.removeStateDidChangeListener(handle) }
        }
    }

    @Test("One that signs somebody in when nobody is: it and the others hear of it")
    func signsIn() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String?>()
            let isSignedIn = Gate()
            let handle = auth.addStateDidChangeListener { auth, user in
                heard.append(user?.uid)
                guard user == nil else { return }
                auth.signInAnonymously { result, error in
                    #expect(result != nil && error == nil && MainQueue.isCurrent)
                    isSignedIn.open()
                }
            }
            await isSignedIn.pass()
            let first = try #require(auth.currentUser)
            #expect(await heard.all == [nil, first.uid])
            try await auth.signIn(with: Ways.google())
            let second = try #require(auth.currentUser)
            #expect(await heard.all == [nil, first.uid, second.uid])
            auth.removeStateDidChangeListener(handle)
        }
    }

    @Test("Adding and removing on many threads while people sign in and out: nothing is lost, and nobody waits for ever")
    func manyThreads() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let heard = Heard<String?>()
            let handle = auth.addStateDidChangeListener { heard.append($1?.uid) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<50 {
                            let handle = auth.addIDTokenDidChangeListener { auth, _ in _ = auth.currentUser }
                            await Task.yield()
                            auth.removeIDTokenDidChangeListener(handle)
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<10 {
                        try await auth.signInAnonymously()
                        try auth.signOut()
                    }
                }
                try await group.waitForAll()
            }
            let all = await heard.all
            #expect(all.count == 21)
            for (number, uid) in all.enumerated() { #expect((uid == nil) == number.isMultiple(of: 2)) }
            #expect(auth.state.withLock { $0.listeners.count } == 1)
            auth.removeStateDidChangeListener(handle)
        }
    }

    @Test("The app is deleted: no listener is called any more, and the user stays stored")
    func deletedApp() async throws {
        try await ServerProcess.with { server in
            let storage = MemoryStorage()
            let app = try server.app(storage: storage)
            let auth = Auth.auth(app: app)
            let user = try await auth.signInAnonymously().user
            let heard = Heard<String?>()
            let handle = auth.addStateDidChangeListener { heard.append($1?.uid) }
            #expect(await heard.all == [user.uid])
            let name = app.name
            await app.delete()
            #expect(throws: NSError.self) { try auth.signOut() }
            #expect(await heard.all == [user.uid])
            let again = try TestApp.configure(name: name, at: server.url, storage: storage)
            #expect(Auth.auth(app: again).currentUser?.uid == user.uid)
            await again.delete()
            withExtendedLifetime(handle) {}
        }
    }
}
