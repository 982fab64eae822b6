import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The remains of an app that was deleted.
@Suite("Deleted apps") struct DeletedAppTests {
    @Test("Whoever asks for a deleted app's Auth gets one that answers with errors, and no later app gets it")
    func reusedAddress() async throws {
        for _ in 0..<50 {
            try await {
                let app = try TestApp.configure(at: #require(URL(string: "https://auth.example")), transport: ScriptedServer())
                await app.delete()
                let auth = Auth.auth(app: app)
                #expect(auth.currentUser == nil)
                await #expect(throws: NSError.self) { try await auth.signInAnonymously() }
            }()
            let app = try TestApp.configure(at: #require(URL(string: "https://auth.example")), transport: ScriptedServer())
            #expect(Auth.auth(app: app).app === app)
            #expect(Auth.auth(app: app) === Auth.auth(app: app))
            await app.delete()
        }
    }

    @Test("Its Auth and its user answer with errors; the session stays stored")
    func errors() async throws {
        let device = Device()
        let auth = try await device.start()
        let user = try await device.signIn(auth)
        let app = try #require(auth.app)
        await app.delete()
        let count = device.server.requests.count
        await #expect(throws: NSError.self) { try await device.signIn(auth) }
        await #expect(throws: NSError.self) { try await user.getIDToken(forcingRefresh: true) }
        #expect(device.server.requests.count == count)
        #expect(try await device.start().currentUser?.uid == "u")
    }

    @Test("A sign-in that is under way when the app is deleted stores nobody")
    func signInUnderWay() async throws {
        let gate = Gate()
        let device = Device(
            ScriptedServer { request in
                if request.method == "accounts:lookup" { await gate.pass() }
                return nil
            })
        let auth = try await device.start()
        let signIn = Task { try await device.signIn(auth) }
        await gate.guest()
        await auth.app?.delete()
        gate.open()
        await #expect(throws: NSError.self) { try await signIn.value }
        #expect(try await device.start().currentUser == nil)
    }
}
