import ChildProcesses
import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    /// A provider whose page somebody opens in a browser, though the snippet names no delegate.
    ///
    /// Seed 002 is of a time when getCredentialWith itself said that the account exists; see ``Twitter``.
    final class InBrowser: OAuthProvider, @unchecked Sendable {
        let person: ChromiumPerson
        let signsIn: Bool

        init(_ person: ChromiumPerson, signsIn: Bool = false) {
            self.person = person
            self.signsIn = signsIn
            super.init(providerID: "twitter.com", auth: .auth())
        }

        override func getCredentialWith(
            _ uiDelegate: (any AuthUIDelegate)?, completion: ((AuthCredential?, (any Error)?) -> Void)? = nil
        ) {
            guard signsIn else { return super.getCredentialWith(person, completion: completion) }
            super.getCredentialWith(person) { credential, error in
                guard let credential else {
                    completion?(nil, error)
                    return
                }
                Auth.auth().signIn(with: credential) { completion?($0?.credential, $1) }
            }
        }
    }

    static let ana = ["name": "Ana", "screen_name": "ana_x", "email": "ana.x@example.com"]

    /// Runs a server that knows X, and X, which knows the server.
    ///
    /// - Parameter arguments: Further arguments of the server.
    static func runWithX(
        _ arguments: [String] = [], _ body: (ServerProcess, XServer) async throws -> Void
    ) async throws {
        try await XServer.with { x in
            try await ServerProcess.with(
                ["--twitter-client-id", XServer.key, "--twitter-api-url", x.url.absoluteString] + arguments,
                environment: ["VINCULA_TWITTER_CLIENT_SECRET": XServer.secret]
            ) { server in
                try await x.register(callbacks: [server.url.appending(path: "__/auth/callback/twitter.com").absoluteString])
                try await x.add("1801", ana)
                try await use(server, MemoryStorage()) { try await body(server, x) }
            }
        }
    }

    /// What a person's browser brings: the credential, or the error.
    static func sign(_ person: ChromiumPerson) async -> (AuthCredential?, NSError?) {
        await told { OAuthProvider(providerID: "twitter.com").getCredentialWith(person, completion: $0) }
    }

    @Test("002: X in a browser: sign in with profile, user name, token and secret; reauthenticate")
    func signInAtX() async throws {
        try await Self.runWithX { _, x in
            let seed = Seed002()
            let person = ChromiumPerson(.allow)
            seed.provider = InBrowser(person)
            seed.parameters()
            let (result, error) = await Self.told { seed.signIn(told: $0) }
            let sight = try await person.sight()
            #expect(error == nil && sight.page == "x", "\(String(describing: error)) \(sight)")
            #expect(sight.text.contains("A program on this computer (127.0.0.1:"), "\(sight.text)")
            #expect(sight.text.contains("You can close this window"))
            #expect(result?.additionalUserInfo?.profile?["screen_name"] as? String == "ana_x")
            #expect(result?.additionalUserInfo?.profile?["id_str"] as? String == "1801")
            #expect(result?.additionalUserInfo?.username == "ana_x")
            #expect(result?.additionalUserInfo?.isNewUser == true)
            #expect(result?.user.email == "ana.x@example.com" && result?.user.displayName == "Ana")
            let credential = result?.credential as? OAuthCredential
            #expect(credential?.accessToken?.hasPrefix("1801-") == true)
            #expect(credential?.secret?.count == 45 && credential?.idToken == nil)
            // The snippet's parameter arrived, and the app's credential went only where it belongs.
            let counts = try await x.counts()
            #expect(counts.pages.map { $0["lang"] } == ["fr"])
            #expect(counts.counts["request_token"] == 1 && counts.counts["access_token"] == 1)

            let (fresh, freshError) = await Self.sign(ChromiumPerson(.allow))
            let again = try #require(fresh, "\(String(describing: freshError))")
            let (reauthenticated, refusal) = await Self.told { seed.reauthenticate(again, told: $0) }
            #expect(refusal == nil && reauthenticated?.user.uid == result?.user.uid, "\(String(describing: refusal))")
            // What a browser brought works once.
            let (_, replayed) = await Self.told { seed.reauthenticate(again, told: $0) }
            #expect(Self.code(replayed) == .invalidCredential, "\(String(describing: replayed))")

            // Somebody else's account at X does not reauthenticate.
            try await x.add("1802", ["name": "Bea", "screen_name": "bea_x", "email": "bea.x@example.com"])
            let (other, _) = await Self.sign(ChromiumPerson(.allow, ["person": "1802"]))
            let theirs = try #require(other)
            let (_, mismatch) = await Self.told { seed.reauthenticate(theirs, told: $0) }
            #expect(Self.code(mismatch) == .userMismatch, "\(String(describing: mismatch))")
            #expect(Auth.auth().currentUser?.uid == result?.user.uid)
        }
    }

    @Test("002: X in a browser: link to an account with a password, come back by it, unlink")
    func linkX() async throws {
        try await Self.runWithX { _, _ in
            let user = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            let (found, error) = await Self.sign(ChromiumPerson(.allow))
            let credential = try #require(found, "\(String(describing: error))")
            let (linked, refusal) = await Self.told { Seed002().link(credential, told: $0) }
            #expect(refusal == nil && linked?.user === user, "\(String(describing: refusal))")
            #expect((linked?.credential as? OAuthCredential)?.secret?.isEmpty == false)
            #expect(Self.providers == ["password", "twitter.com"])

            try Auth.auth().signOut()
            let seed = Seed002()
            seed.provider = InBrowser(ChromiumPerson(.allow))
            let (back, _) = await Self.told { seed.signIn(told: $0) }
            #expect(back?.user.uid == user.uid && back?.additionalUserInfo?.isNewUser == false)
            _ = try await Auth.auth().currentUser?.unlink(fromProvider: "twitter.com")
            #expect(Self.providers == ["password"])
        }
    }
}
