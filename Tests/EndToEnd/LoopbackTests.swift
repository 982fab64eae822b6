import ChildProcesses
import Foundation
import SDKSupport
import TestSupport
import Testing
import VinculaAuth
import VinculaCore
import VinculaEngine
import VinculaProviders
import VinculaServer

/// Our SDK in a program on the person's machine, with a server in production and X in a headless Chromium.
@Suite("Programs' sign-ins in a browser, in production", .alone, .timeLimit(.minutes(10)))
struct LoopbackTests {
    private static func allowLoopback(_ isAllowed: Bool, _ server: TestServer) async throws {
        let body: [String: JSONValue] = ["vincula": .object(["signIn": .object(["loopbackRedirects": .bool(isAllowed)])])]
        let changed = try await server.configure("vincula.signIn.loopbackRedirects", body)
        #expect(changed.status == 200, "\(changed.text)")
    }

    /// An app of a server in production that knows X.
    private static func with(_ body: @escaping @Sendable (TestServer, XServer, Auth) async throws -> Void) async throws {
        try await XServer.with { x in
            try await TestServer.with(
                settings: .production, isProduction: true,
                providers: {
                    $0[.twitter].clientIDs = [XServer.key]
                    $0[.twitter].clientSecret = XServer.secret
                    $0[.twitter].apiURL = x.url.absoluteString
                }
            ) { server in
                try await x.register(callbacks: ["\(server.url)/__/auth/callback/twitter.com"])
                try await x.add("1801", ["name": "Ana", "screen_name": "ana_x", "email": "ana.x@example.com"])
                let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
                options.apiKey = server.apiKey
                options.serverURL = URL(string: server.url)
                options.storage = MemoryStorage()
                let app = try FirebaseApp.configureOrThrow(name: UUID().uuidString, options: options)
                do {
                    try await body(server, x, Auth.auth(app: app))
                } catch {
                    await app.delete()
                    throw error
                }
                await app.delete()
            }
        }
    }

    @Test("T074: off, the app learns it within seconds and no browser opens; on, X signs in, and the account comes back by it")
    func setting() async throws {
        try await Self.with { server, x, auth in
            let provider = OAuthProvider(providerID: "twitter.com", auth: auth)
            let start = ContinuousClock.now
            let refused = await #expect(throws: NSError.self) {
                try await auth.signIn(with: provider, uiDelegate: ChromiumPerson(.allow))
            }
            #expect(refused.flatMap { AuthErrorCode($0) } == .operationNotAllowed, "\(String(describing: refused))")
            #expect(refused?.localizedDescription.contains("vincula.signIn.loopbackRedirects") == true)
            #expect(ContinuousClock.now - start < .seconds(30))
            #expect(try await x.counts().pages.isEmpty)

            try await Self.allowLoopback(true, server)
            let person = ChromiumPerson(.allow)
            let signedIn = try await auth.signIn(with: provider, uiDelegate: person)
            #expect(signedIn.additionalUserInfo?.username == "ana_x" && signedIn.additionalUserInfo?.isNewUser == true)
            #expect(signedIn.credential?.accessToken?.hasPrefix("1801-") == true)
            #expect(try await person.sight().text.contains("You can close this window"))
            try auth.signOut()
            let back = try await auth.signIn(with: provider, uiDelegate: ChromiumPerson(.allow))
            #expect(back.user.uid == signedIn.user.uid && back.additionalUserInfo?.isNewUser == false)

            try await Self.allowLoopback(false, server)
            let again = await #expect(throws: NSError.self) {
                try await auth.signIn(with: provider, uiDelegate: ChromiumPerson(.allow))
            }
            #expect(again.flatMap { AuthErrorCode($0) } == .operationNotAllowed)
        }
    }
}
