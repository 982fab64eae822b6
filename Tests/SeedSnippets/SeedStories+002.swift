import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    /// A provider whose browser brings what the test says.
    ///
    /// Seed 002 is of a time when getCredentialWith itself said that the account exists. Since then it is the sign-in that follows.
    private final class Twitter: OAuthProvider, @unchecked Sendable {
        let token: String
        let signsIn: Bool

        init(_ token: String, signsIn: Bool = false) {
            self.token = token
            self.signsIn = signsIn
            super.init(providerID: "twitter.com", auth: .auth())
        }

        var credential: OAuthCredential {
            OAuthProvider.credential(providerID: .custom("twitter.com"), idToken: token)
        }

        override func getCredentialWith(
            _ uiDelegate: (any AuthUIDelegate)?, completion: ((AuthCredential?, (any Error)?) -> Void)? = nil
        ) {
            guard signsIn else {
                completion?(credential, nil)
                return
            }
            Auth.auth().signIn(with: credential) { completion?($0?.credential, $1) }
        }
    }

    /// A provider that opens its page in the test's browser, though the snippet names none.
    private final class Opening: OAuthProvider, @unchecked Sendable {
        let browser: any AuthUIDelegate

        init(in browser: any AuthUIDelegate) {
            self.browser = browser
            super.init(providerID: "twitter.com", auth: .auth())
        }

        override func getCredentialWith(
            _ uiDelegate: (any AuthUIDelegate)?, completion: ((AuthCredential?, (any Error)?) -> Void)? = nil
        ) { super.getCredentialWith(browser, completion: completion) }
    }

    /// A person before a sign-in page who does something that ends in its address, or nothing.
    private final class Browser: NSObject, AuthUIDelegate {
        let result: String?
        let pages: AsyncStream<URL>
        private let opened: AsyncStream<URL>.Continuation

        init(_ result: String?) {
            self.result = result
            (pages, opened) = AsyncStream.makeStream()
        }

        func open(_ url: URL) async {
            opened.yield(url)
            guard let result else { return }
            let fields = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
            func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
            let inner = "https://auth.example/?eventId=\(field("eventId"))&authType=\(field("authType"))&\(result)"
            guard let back = URL(string: "\(field("redirect"))?deep_link_id=\(encoded(inner))") else { return }
            _ = Auth.auth().canHandle(back)
        }
    }

    @Test("002: the provider and its parameters")
    func providerAndParameters() async throws {
        try await Self.run { _ in
            let seed = Seed002()
            seed.parameters()
            #expect(seed.provider.providerID == "twitter.com")
            #expect(seed.provider.customParameters == ["lang": "fr"])
        }
    }

    @Test("002: sign in, link and reauthenticate with the provider's credential")
    func providersCredential() async throws {
        try await Self.run { _ in
            let seed = Seed002()
            let twitter = Twitter(MadeUp.idToken("t-1", email: MadeUp.email(), name: "Ana"))
            seed.provider = twitter
            let (signedIn, error) = await Self.told { seed.signIn(told: $0) }
            #expect(error == nil && signedIn?.user.uid == Auth.auth().currentUser?.uid)
            #expect(signedIn?.additionalUserInfo?.profile?["sub"] as? String == "t-1")
            #expect(signedIn?.credential?.idToken == twitter.token)

            let user = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            let second = Twitter(MadeUp.idToken("t-2")).credential
            let (linked, linkError) = await Self.told { seed.link(second, told: $0) }
            #expect(linkError == nil && linked?.user === user)
            #expect(Self.providers == ["password", "twitter.com"])
            let (again, againError) = await Self.told { seed.reauthenticate(second, told: $0) }
            #expect(againError == nil && again?.user === user)
            let (_, mismatch) = await Self.told { seed.reauthenticate(twitter.credential, told: $0) }
            #expect(Self.code(mismatch) == .userMismatch)
            let (_, refused) = await Self.told { seed.link(twitter.credential, told: $0) }
            #expect(Self.code(refused) == .providerAlreadyLinked)
            #expect(Auth.auth().currentUser === user)
        }
    }

    @Test("002: the account exists: password, then the pending credential is linked", arguments: [true, false])
    func collision(isPrivate: Bool) async throws {
        try await Self.run { server in
            // The snippet asks how an address may sign in, which is answered only where addresses are not kept private.
            try await Self.keepAddressesPrivate(isPrivate, server)
            let email = MadeUp.email()
            let uid = try await Auth.auth().createUser(withEmail: email, password: Self.password).user.uid
            try Auth.auth().signOut()
            let seed = Seed002()
            let twitter = Twitter(Self.facebook("t-3", email), signsIn: true)
            seed.provider = twitter
            let recovery: any OldRecovery = seed
            if isPrivate {
                // The snippet then does nothing, so what it would see is looked at here.
                let (_, error) = await Self.told { twitter.getCredentialWith(nil, completion: $0) }
                #expect(Self.code(error) == .accountExistsWithDifferentCredential)
                #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == email)
                let pending = error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
                try await Auth.auth().signIn(withEmail: email, password: Self.password)
                #expect(try await Auth.auth().currentUser?.link(with: #require(pending)).user.uid == uid)
            } else {
                let (linked, error) = await Self.told { recovery.recover(password: Self.password, told: $0) }
                #expect(error == nil && linked?.user.uid == uid)
            }
            #expect(Self.providers == ["password", "twitter.com"])
            try Auth.auth().signOut()
            #expect(try await Auth.auth().signIn(with: twitter.credential).user.uid == uid)
        }
    }

    @Test("002: no account exists: the recovery signs in")
    func noCollision() async throws {
        try await Self.run { _ in
            let seed = Seed002()
            let recovery: any OldRecovery = seed
            seed.provider = Twitter(MadeUp.idToken("t-4"))
            recovery.recover(password: "") { _, _ in Issue.record("only an error is told") }
            try await Self.until { Self.providers == ["twitter.com"] }
        }
    }

    @Test("002: a sign-in in the browser ends in what the page reports")
    func page() async throws {
        try await Self.run { _ in
            let seed = Seed002()
            seed.provider = Opening(
                in: Browser("firebaseError=%7B%22code%22%3A%22auth%2Fuser-cancelled%22%2C%22message%22%3A%22No%22%7D"))
            let (_, error) = await Self.told { seed.signIn(told: $0) }
            #expect(Self.code(error) == .webSignInUserInteractionFailure && error?.localizedDescription == "No")
            let recovery: any OldRecovery = seed
            let (_, again) = await Self.told { recovery.recover(password: "", told: $0) }
            #expect(Self.code(again) == .webSignInUserInteractionFailure)

            // The server has no page of its own yet, and refuses what one would bring.
            seed.provider = Opening(in: Browser("link=https%3A%2F%2Fauth.example%2F%3Fcode%3D1"))
            let (_, refused) = await Self.told { seed.signIn(told: $0) }
            #expect(refused?.domain == AuthErrorDomain && refused?.localizedDescription.isEmpty == false)
            #expect(Auth.auth().currentUser == nil)
        }
    }

    @Test("002: one sign-in in the browser at a time: a new one ends it, and so does being cancelled")
    func oneBrowserAtATime() async throws {
        try await Self.run { _ in
            let (first, second) = (Browser(nil), Browser(nil))
            let seed = Seed002()
            seed.provider = Opening(in: first)
            let next = Task {
                for await _ in first.pages { break }
                return try await OAuthProvider(providerID: "twitter.com").credential(with: second)
            }
            let (_, error) = await Self.told { seed.signIn(told: $0) }
            #expect(Self.code(error) == .webContextCancelled)
            for await _ in second.pages { break }
            next.cancel()
            let cancelled = await #expect(throws: NSError.self) { try await next.value }
            #expect(Self.code(cancelled) == .webContextCancelled)
        }
    }

    /// A storage that forgets nothing.
    private struct Unforgetting: AuthStorage {
        struct Refusal: Error {}

        let memory = MemoryStorage()

        func read(_ key: String) -> Data? { memory.read(key) }

        func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
            try memory.update(key) { old in
                guard let new = try change(old) else { throw Refusal() }
                return new
            }
        }
    }

    @Test("002, 004: sign out, and what happens when that fails")
    func signOut() async throws {
        try await Self.run { _ in
            for signOut in [Seed002().signOut, Seed004(link: "").signOut] {
                try await Auth.auth().signInAnonymously()
                try signOut()
                #expect(Auth.auth().currentUser == nil)
            }
        }
        try await Self.run(storage: Unforgetting()) { _ in
            for signOut in [Seed002().signOut, Seed004(link: "").signOut] {
                try await Auth.auth().signInAnonymously()
                // On Linux the snippet's `catch let … as NSError` matches only what really is one; else this would throw.
                try signOut()
                #expect(Auth.auth().currentUser != nil)
            }
        }
    }
}
