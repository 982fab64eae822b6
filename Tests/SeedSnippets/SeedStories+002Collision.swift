import ChildProcesses
import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    /// The way by which Ana has signed in so far, with the address that X tells as well.
    enum OldWay: String, CaseIterable {
        case password
        case google = "google.com"

        @MainActor private var credential: AuthCredential {
            let email = SeedStories.ana["email"] ?? ""
            return switch self {
            case .password: EmailAuthProvider.credential(withEmail: email, password: SeedStories.password)
            case .google:
                GoogleAuthProvider.credential(withIDToken: MadeUp.idToken("g-1801", email: email), accessToken: "")
            }
        }

        @MainActor func signUp() async throws -> String {
            guard self == .password else { return try await signIn() }
            return try await Auth.auth().createUser(withEmail: SeedStories.ana["email"] ?? "", password: SeedStories.password)
                .user.uid
        }

        @MainActor func signIn() async throws -> String { try await Auth.auth().signIn(with: credential).user.uid }
    }

    /// In production X's word about an address is worth nothing; under --dev it has to be said.
    private static let wordOfX = ["--providers-trust", "twitter.com=never"]

    @Test(
        "002: X in a browser collides: the old way in, the pending credential is linked, and X opens the account from then on",
        arguments: OldWay.allCases)
    func collisionAtX(_ old: OldWay) async throws {
        try await Self.runWithX(Self.wordOfX) { _, x in
            let uid = try await old.signUp()
            try Auth.auth().signOut()

            let seed = Seed002()
            seed.provider = InBrowser(ChromiumPerson(.allow))
            let (none, error) = await Self.told { seed.signIn(told: $0) }
            #expect(none == nil && Auth.auth().currentUser == nil)
            #expect(Self.code(error) == .accountExistsWithDifferentCredential, "\(String(describing: error))")
            #expect(error?.code == 17012 && error?.domain == AuthErrorDomain)
            #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == Self.ana["email"])
            let pending = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            #expect(pending.provider == "twitter.com")
            #expect((pending as? OAuthCredential)?.accessToken?.hasPrefix("1801-") == true)

            #expect(try await old.signIn() == uid)
            #expect(Self.providers == [old.rawValue])
            let (linked, refusal) = await Self.told { seed.link(pending, told: $0) }
            #expect(refusal == nil && linked?.user.uid == uid, "\(String(describing: refusal))")
            #expect(Self.providers == [old.rawValue, "twitter.com"].sorted())
            #expect(linked?.additionalUserInfo?.profile?["screen_name"] as? String == "ana_x")
            let tokens = linked?.credential
            #expect(tokens?.accessToken?.hasPrefix("1801-") == true && tokens?.secret?.count == 45)
            // It was X's code that was used, once; the person was at X's page once.
            let counts = try await x.counts()
            #expect(counts.pages.count == 1 && counts.counts["access_token"] == 1)
            // The credential of a collision works once.
            _ = try await Auth.auth().currentUser?.unlink(fromProvider: "twitter.com")
            let (_, replayed) = await Self.told { seed.link(pending, told: $0) }
            #expect(Self.code(replayed) == .invalidCredential, "\(String(describing: replayed))")
            let (again, trouble) = await Self.sign(ChromiumPerson(.allow))
            let fresh = try #require(again, "\(String(describing: trouble))")
            #expect(try await Auth.auth().currentUser?.link(with: fresh).user.uid == uid)

            try seed.signOut()
            seed.provider = InBrowser(ChromiumPerson(.allow))
            let (back, unexpected) = await Self.told { seed.signIn(told: $0) }
            #expect(unexpected == nil && back?.user.uid == uid && back?.additionalUserInfo?.isNewUser == false)
            #expect(back?.user.email == Self.ana["email"])
            try seed.signOut()
            #expect(try await old.signIn() == uid)
        }
    }

    @Test("002: X in a browser collides: the snippet of the way out, unchanged, to its end")
    func recoveryAtX() async throws {
        try await Self.runWithX(Self.wordOfX) { server, _ in
            // The snippet asks how an address may sign in, which is answered only where addresses are not kept private.
            try await Self.keepAddressesPrivate(false, server)
            let uid = try await OldWay.password.signUp()
            try Auth.auth().signOut()
            let seed = Seed002()
            seed.provider = InBrowser(ChromiumPerson(.allow), signsIn: true)
            let recovery: any OldRecovery = seed
            let (linked, error) = await Self.told { recovery.recover(password: Self.password, told: $0) }
            #expect(error == nil && linked?.user.uid == uid, "\(String(describing: error))")
            #expect(Self.providers == ["password", "twitter.com"])

            try seed.signOut()
            let (back, trouble) = await Self.sign(ChromiumPerson(.allow))
            let credential = try #require(back, "\(String(describing: trouble))")
            #expect(try await Auth.auth().signIn(with: credential).user.uid == uid)
            // Nothing collides any more, so the snippet's other branch signs in.
            try seed.signOut()
            seed.provider = InBrowser(ChromiumPerson(.allow))
            recovery.recover(password: "") { Issue.record("\(String(describing: $0)) \(String(describing: $1))") }
            try await Self.until { Auth.auth().currentUser?.uid == uid }
        }
    }

    @Test("002: sign in, link and reauthenticate with the provider itself, each by its page in a browser")
    func providerItself() async throws {
        try await Self.runWithX { _, x in
            let provider = OAuthProvider(providerID: "twitter.com")
            let user = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            let linked = try await user.link(with: provider, uiDelegate: ChromiumPerson(.allow))
            #expect(linked.user === user && Self.providers == ["password", "twitter.com"])
            #expect(linked.additionalUserInfo?.username == "ana_x" && linked.credential?.secret?.count == 45)
            let again = try await user.reauthenticate(with: provider, uiDelegate: ChromiumPerson(.allow))
            #expect(again.user === user && again.additionalUserInfo?.isNewUser == false)

            try await x.add("1802", ["name": "Bea", "screen_name": "bea_x", "email": "bea.x@example.com"])
            let mismatch = await #expect(throws: NSError.self) {
                try await user.reauthenticate(with: provider, uiDelegate: ChromiumPerson(.allow, ["person": "1802"]))
            }
            #expect(Self.code(mismatch) == .userMismatch, "\(String(describing: mismatch))")

            try Auth.auth().signOut()
            let back = try await Auth.auth().signIn(with: provider, uiDelegate: ChromiumPerson(.allow))
            #expect(back.user.uid == user.uid && back.credential?.accessToken?.hasPrefix("1801-") == true)
        }
    }
}
