import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// Copies of one user in one process, at a server that ends the session if it sees an older refresh token.
@Suite("Copies of a user") struct SharedCopiesTests {
    /// Two apps at one server, each with a storage of its own.
    private struct Apps {
        let file: String
        let server: ScriptedServer
        let process = SessionRegistry()
        let here: Device
        let there: Device

        init(_ folder: URL) {
            file = folder.appending(path: "server").path
            server = StrictServer.start(in: file)
            here = Device(server)
            there = Device(server)
        }

        func auths() async throws -> (here: Auth, there: Auth) {
            (try await here.start(in: process), try await there.start(in: process))
        }
    }

    private func withApps(_ body: (Apps) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(Apps(folder))
    }

    /// Has all users renew their tokens at once, again and again; then all have the newest, in memory and where they are stored.
    private func renew(_ users: [User], _ apps: Apps, _ auths: [Auth]) async throws {
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in users {
                    group.addTask { _ = try await user.getIDToken(forcingRefresh: true) }
                    group.addTask { _ = try await user.getIDToken() }
                }
                try await group.waitForAll()
            }
        }
        let newest = try #require(StrictServer.count(in: apps.file), "the session is over")
        for user in users { #expect(user.refreshToken == "r\(newest)") }
        for auth in auths {
            #expect(auth.currentUser?.refreshToken == "r\(newest)")
            try auth.expectAgreement()
        }
    }

    @Test("A user of two apps: one refresh at a time, and the newest token for both")
    func twoApps() async throws {
        try await withApps { apps in
            let auths = try await apps.auths()
            let user = try await apps.here.signIn(auths.here)
            try await auths.there.updateCurrentUser(user)
            let copy = try #require(auths.there.currentUser)
            #expect(copy !== user)
            try await renew([user, copy], apps, [auths.here, auths.there])
            // One renewed by either is at once the other's, also after a restart.
            _ = try await copy.getIDToken(forcingRefresh: true)
            let again = try await apps.here.start()
            _ = try await again.currentUser?.getIDToken(forcingRefresh: true)
            #expect(again.currentUser != nil && StrictServer.count(in: apps.file) != nil)
        }
    }

    @Test("A user from an archive that is older than the tokens")
    func archive() async throws {
        try await withApps { apps in
            let auths = try await apps.auths()
            let user = try await apps.here.signIn(auths.here)
            let data = try NSKeyedArchiver.archivedData(withRootObject: user, requiringSecureCoding: true)
            for _ in 0..<3 { _ = try await user.getIDToken(forcingRefresh: true) }
            let archived = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: User.self, from: data))
            try await auths.there.updateCurrentUser(archived)
            let restored = try #require(auths.there.currentUser)
            #expect(restored.refreshToken == user.refreshToken)
            try await renew([user, restored], apps, [auths.here, auths.there])
            // In the same app, too.
            let second = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: User.self, from: data))
            try await auths.here.updateCurrentUser(second)
            let current = try #require(auths.here.currentUser)
            try await renew([user, restored, current], apps, [auths.here, auths.there])
        }
    }

    @Test("Copies of a user whom several apps share in one storage")
    func group() async throws {
        try await withApps { apps in
            let storage = MemoryStorage()
            let devices = [Device(apps.server, storage: storage), Device(apps.server, storage: storage)]
            let (here, there) = (
                try await devices[0].start(in: apps.process), try await devices[1].start(in: apps.process)
            )
            try here.useUserAccessGroup("group")
            let user = try await devices[0].signIn(here)
            try there.useUserAccessGroup("group")
            let shared = try #require(there.currentUser)
            let copy = try #require(try here.getStoredUser(forAccessGroup: "group"))
            try await renew([user, shared, copy], apps, [here, there])
        }
    }

    @Test("The server ends the session: all copies are signed out, each once")
    func over() async throws {
        try await withApps { apps in
            let auths = try await apps.auths()
            let user = try await apps.here.signIn(auths.here)
            try await auths.there.updateCurrentUser(user)
            let copy = try #require(auths.there.currentUser)
            try Data("over".utf8).write(to: URL(filePath: apps.file))
            let tokens = apps.server.count("token")
            async let first = #expect(throws: NSError.self) { try await user.getIDToken(forcingRefresh: true) }
            async let second = #expect(throws: NSError.self) { try await copy.getIDToken(forcingRefresh: true) }
            _ = await (first, second)
            #expect(auths.here.currentUser == nil && auths.there.currentUser == nil)
            #expect(try auths.here.storedUser() == nil && auths.there.storedUser() == nil)
            #expect((1...2).contains(apps.server.count("token") - tokens))
        }
    }

    @Test("The app of the copy that renews is deleted meanwhile: the others renew for themselves")
    func deleted() async throws {
        try await withApps { apps in
            let auths = try await apps.auths()
            let user = try await apps.here.signIn(auths.here)
            try await auths.there.updateCurrentUser(user)
            let copy = try #require(auths.there.currentUser)
            let gate = Gate()
            apps.server.script { request in
                if request.method == "token", request.number == 1 {
                    await gate.pass()
                    throw URLError(.networkConnectionLost)
                }
                return nil
            }
            let refresh = Task { try await user.getIDToken(forcingRefresh: true) }
            await gate.guest()
            let waiting = Task { try await copy.getIDToken(forcingRefresh: true) }
            await auths.here.app?.delete()
            gate.open()
            _ = try await waiting.value
            await #expect(throws: NSError.self) { try await refresh.value }
            #expect(auths.there.currentUser === copy)
        }
    }

    @Test("Sessions of other accounts and servers are not treated as copies, whatever their tokens")
    func strangers() async throws {
        let process = SessionRegistry()
        let (here, there) = (Device(), Device())
        let first = try await here.signIn(here.start(at: "https://here.example", in: process))
        let second = try await there.signIn(there.start(at: "https://there.example", in: process))
        #expect(first.refreshToken == second.refreshToken)
        _ = try await first.getIDToken(forcingRefresh: true)
        #expect(first.refreshToken == "r1" && second.refreshToken == "r0")
    }
}
