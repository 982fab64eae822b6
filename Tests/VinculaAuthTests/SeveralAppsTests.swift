import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Several apps in one process, and users that go from one to another.
@Suite("Several apps", .timeLimit(.minutes(20))) struct SeveralAppsTests {
    @Test("Each has its own user, listeners and place in one storage; signing out of one leaves the others")
    func sideBySide() async throws {
        try await ServerProcess.with { server in
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let storage = FileStorage(directory: folder)
            let apps = try (0..<3).map { _ in try server.app(storage: storage) }
            let auths = apps.map { Auth.auth(app: $0) }
            #expect(auths[0] !== auths[1] && Auth.auth(app: apps[0]) === auths[0] && auths[0].app === apps[0])
            let heard = auths.map { _ in Heard<String?>() }
            let handles = zip(auths, heard).map { auth, heard in
                auth.addStateDidChangeListener { heard.append($0 === auth ? $1?.uid : "another app's") }
            }
            let email = MadeUp.email()
            let first = try await auths[0].createUser(withEmail: email, password: Ways.password).user
            let second = try await auths[1].signInAnonymously().user
            // One account in two apps is two sessions.
            let third = try await auths[2].signIn(withEmail: email, password: Ways.password).user
            #expect(third !== first && third.uid == first.uid && third.refreshToken != first.refreshToken)
            for auth in auths { try auth.expectAgreement() }
            try await first.link(with: Ways.google())
            #expect(third.ways == ["password"])

            try auths[0].signOut()
            #expect(auths.map { $0.currentUser?.uid } == [nil, second.uid, third.uid])
            _ = try await third.getIDToken(forcingRefresh: true)
            _ = try await second.getIDToken(forcingRefresh: true)
            try await second.delete()
            try await third.reload()
            #expect(third.ways == ["google.com", "password"])
            for auth in auths { try auth.expectAgreement() }
            #expect(await heard[0].all == [nil, first.uid, nil])
            #expect(await heard[1].all == [nil, second.uid, nil])
            #expect(await heard[2].all == [nil, third.uid])

            // A restart finds each app's own.
            #expect(apps.map { Auth(app: $0).currentUser?.uid } == [nil, nil, third.uid])
            for app in apps { await app.delete() }
            #expect(apps.map { Auth(app: $0).currentUser?.uid } == [nil, nil, nil])
            withExtendedLifetime(handles) {}
        }
    }

    @Test("Language, tenant and settings are each app's own")
    func settings() async throws {
        try await ServerProcess.with { server in
            let transports = [WatchedTransport(), WatchedTransport()]
            let auths = try transports.map { try server.auth(transport: $0) }
            auths[0].languageCode = "es"
            auths[0].tenantID = "acme"
            auths[0].settings?.isAppVerificationDisabledForTesting = true
            #expect(auths[1].languageCode == nil && auths[1].tenantID == nil)
            #expect(auths[1].settings?.isAppVerificationDisabledForTesting == false)
            try await auths[1].signInAnonymously()
            try await auths[0].signInAnonymously()
            #expect(auths[0].currentUser?.tenantID == "acme" && auths[1].currentUser?.tenantID == nil)
            #expect(!transports[0].requests.isEmpty)
            #expect(transports[0].requests.allSatisfy { $0.headers["X-Firebase-Locale"] == "es" })
            #expect(transports[1].requests.allSatisfy { $0.headers["X-Firebase-Locale"] == nil })
            #expect(transports[1].requests.allSatisfy { !$0.body.contains("tenantId") })
        }
    }

    // MARK: updateCurrentUser

    @Test("The current user again, and an earlier one of the same app: the same object, without a request")
    func ownUser() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            let first = try await auth.signInAnonymously().user
            let second = try await auth.signIn(with: Ways.google()).user
            let heard = Heard<String?>()
            let handle = auth.addStateDidChangeListener { heard.append($1?.uid) }
            let count = transport.sent.count
            try await auth.updateCurrentUser(second)
            #expect(auth.currentUser === second)
            try await auth.updateCurrentUser(first)
            #expect(auth.currentUser === first && transport.sent.count == count)
            try auth.expectAgreement()
            #expect(await heard.all == [second.uid, first.uid])
            _ = try await first.getIDToken(forcingRefresh: true)
            try auth.expectAgreement()
            auth.removeStateDidChangeListener(handle)
        }
    }

    @Test("A user of another app of the same server: a copy becomes the current one, and the other app keeps its own")
    func otherApp() async throws {
        try await ServerProcess.with { server in
            let there = try server.auth()
            let here = try server.auth()
            let user = try await there.createUser(withEmail: MadeUp.email(), password: Ways.password).user
            let heard = Heard<String?>()
            let handle = here.addStateDidChangeListener { heard.append($1?.uid) }
            try await here.updateCurrentUser(user)
            let copy = try #require(here.currentUser)
            #expect(copy !== user && copy.uid == user.uid && copy.email == user.email && copy.ways == ["password"])
            #expect(there.currentUser === user)
            try here.expectAgreement()
            try there.expectAgreement()
            #expect(await heard.all == [nil, user.uid])
            // Operations on the copy happen in the app that has it.
            try there.signOut()
            #expect(here.currentUser === copy)
            _ = try await copy.getIDToken(forcingRefresh: true)
            try await copy.link(with: Ways.google())
            #expect(there.currentUser == nil && user.ways == ["password"])
            try here.expectAgreement()
            try here.signOut()
            #expect(await heard.all == [nil, user.uid, nil])
            here.removeStateDidChangeListener(handle)
        }
    }

    @Test("A user of a deleted app and one out of an archive: they become this app's")
    func ownerless() async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            let user = try await Auth.auth(app: app).signInAnonymously().user
            let data = try NSKeyedArchiver.archivedData(withRootObject: user, requiringSecureCoding: true)
            await app.delete()
            let archived = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: User.self, from: data))
            for stranger in [user, archived] {
                let auth = try server.auth()
                try await auth.updateCurrentUser(stranger)
                #expect(auth.currentUser?.uid == user.uid)
                try await auth.currentUser?.reload()
                try auth.expectAgreement()
            }
        }
    }

    @Test("Refused: nobody, a user of another server, of another tenant, or whose account is gone; the current user stays")
    func refused() async throws {
        try await ServerProcess.with { server in
            try await ServerProcess.with { otherServer in
                let auth = try server.auth()
                let current = try await auth.signInAnonymously().user
                let there = try server.auth()
                let tenants = try await server.auth().signInAnonymously().user
                tenants.state.withLock { $0.tenantID = "acme" }
                let deleted = try await there.signInAnonymously().user
                try await server.administer("accounts:delete", deleted.uid)
                let elsewhere = try otherServer.auth()
                let stranger = try await elsewhere.signInAnonymously().user
                let due = try await otherServer.auth().signInAnonymously().user
                due.letTokenExpire()

                let before = current.state.withLock { $0 }
                let heard = Heard<String?>()
                let handle = auth.addIDTokenDidChangeListener { heard.append($1?.uid) }
                let cases: [(User?, AuthErrorCode)] = [
                    (nil, .nullUser), (stranger, .internalError), (due, .internalError), (tenants, .tenantIDMismatch),
                    (deleted, .userNotFound),
                ]
                for (user, code) in cases {
                    let codes = Heard<AuthErrorCode?>()
                    let gate = Gate()
                    auth.updateCurrentUser(user) {
                        codes.append($0.flatMap { AuthErrorCode($0) })
                        gate.open()
                    }
                    await gate.pass()
                    #expect(await codes.all == [code])
                    #expect(auth.currentUser === current && current.state.withLock { $0 } == before)
                    try auth.expectAgreement()
                }
                // The other way round: this Auth is a tenant's, and the user is not.
                auth.tenantID = "acme"
                let error = await #expect(throws: NSError.self) { try await auth.updateCurrentUser(current) }
                #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .tenantIDMismatch)
                try await auth.updateCurrentUser(tenants)
                #expect(auth.currentUser?.tenantID == "acme")
                try auth.signOut()
                #expect(await heard.all == [current.uid, tenants.uid, nil])
                #expect(elsewhere.currentUser === stranger && there.currentUser === deleted)
                auth.removeIDTokenDidChangeListener(handle)
            }
        }
    }
}
