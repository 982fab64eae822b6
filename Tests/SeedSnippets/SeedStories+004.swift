import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    private static let link = "https://demo.example/__/auth/action?mode=signIn&oobCode=abc&apiKey=test-key"

    @Test("004: a mail cannot be sent yet, and the error says so")
    func mail() async throws {
        try await Self.run { _ in
            let seed = Seed004(link: Self.link)
            let settings = seed.settings()
            #expect(settings.handleCodeInApp && settings.url?.host() == "www.example.com")
            #expect(settings.iOSBundleID == "com.example.ios" && settings.androidPackageName == "com.example.android")
            #expect(settings.androidMinimumVersion == "12" && !settings.androidInstallIfNotAvailable)
            let (_, error) = await Self.told { told in seed.send(to: MadeUp.email(), settings) { told(Never?.none, $0) } }
            Self.expectUseful(error)
            #expect(seed.messages == [error?.localizedDescription])
        }
    }

    @Test("004: what a link brings cannot be used yet, and the errors say so")
    func links() async throws {
        try await Self.run { _ in
            let seed = Seed004(link: Self.link)
            let email = MadeUp.email()
            let (_, refused) = await Self.told { #expect(seed.complete(email: email, told: $0)) }
            Self.expectUseful(refused)
            #expect(Auth.auth().currentUser == nil)
            #expect(!Seed004(link: "https://demo.example/shop?id=1").complete(email: email) { _, _ in Issue.record("no link") })

            let user = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            let (_, alreadyLinked) = await Self.told { seed.linkIt(email: email, told: $0) }
            #expect(Self.code(alreadyLinked) == .providerAlreadyLinked, "a password and a link are one provider")
            let (_, again) = await Self.told { seed.reauthenticate(email: email, told: $0) }
            Self.expectUseful(again)
            #expect(Auth.auth().currentUser === user, "a way in that is not there ends no session")
            try await Auth.auth().signInAnonymously()
            let (_, unlinked) = await Self.told { seed.linkIt(email: email, told: $0) }
            Self.expectUseful(unlinked)
            #expect(Auth.auth().currentUser?.isAnonymous == true)
        }
    }

    @Test("004: how an address may sign in, where that is told")
    func methods() async throws {
        try await Self.run { server in
            let question: any OldQuestion = Seed004(link: Self.link)
            let email = MadeUp.email()
            try await Auth.auth().createUser(withEmail: email, password: Self.password)
            for (isPrivate, expected) in [(false, ["password"]), (true, [])] {
                try await Self.keepAddressesPrivate(isPrivate, server)
                let (ways, error) = await Self.told { told in question.ways(of: email) { told($0, $1) } }
                #expect(error == nil && ways == expected)
            }
        }
    }

    /// Until the server has its part.
    static func expectUseful(_ error: NSError?) {
        #expect(error?.domain == AuthErrorDomain)
        #expect(error?.localizedDescription.contains("Check the server's version") == true, "\(String(describing: error))")
    }
}
