import ChildProcesses
import FirebaseAuth
import FirebaseCore
import Foundation
import SDKSupport
import Testing

/// With a server that sends by SMTP; each link is taken from the mail as it came over the wire.
extension SeedStories {
    /// Has the seed ask for a link, and takes it from the mail.
    ///
    /// - Returns: The seed as an app that was opened by the link.
    private static func seed(mailedTo email: String, _ mailbox: Mailbox) async throws -> Seed004 {
        let asking = Seed004(link: "")
        let (_, error) = await told { told in asking.send(to: email, asking.settings()) { told(Never?.none, $0) } }
        #expect(error == nil && asking.messages == ["Check your email for link"], "\(String(describing: error))")
        #expect(UserDefaults.standard.string(forKey: "Email") == email)
        UserDefaults.standard.removeObject(forKey: "Email")
        return Seed004(link: try await mailbox.next(to: email).link)
    }

    private static func ways(of email: String, _ question: any OldQuestion) async -> [String] {
        let (ways, error) = await told { told in question.ways(of: email) { told($0, $1) } }
        #expect(error == nil)
        return ways ?? []
    }

    @Test("004: the settings reach the mail, and its link signs in, once")
    func signInByLink() async throws {
        try await Self.runMailing { server, mailbox in
            let settings = Seed004(link: "").settings()
            #expect(settings.handleCodeInApp && settings.url?.host() == "www.example.com")
            #expect(settings.iOSBundleID == "com.example.ios" && settings.androidPackageName == "com.example.android")
            #expect(settings.androidMinimumVersion == "12" && !settings.androidInstallIfNotAvailable)
            let email = MadeUp.email()
            let seed = try await Self.seed(mailedTo: email, mailbox)
            #expect(seed.link.hasPrefix("\(server.url.absoluteString)/"))
            let link = try #require(ActionCodeURL(link: seed.link))
            #expect(link.operation == .emailLink && link.continueURL?.absoluteString == "https://www.example.com")
            #expect(link.apiKey == "test-key" && link.code?.count == 43)
            #expect(!seed.link.contains(email) && !seed.link.contains("example.com@"), "a link names no address")

            let (result, error) = await Self.told { #expect(seed.complete(email: email, told: $0)) }
            let user = try #require(result?.user, "\(String(describing: error))")
            #expect(Auth.auth().currentUser === user && user.email == email && user.isEmailVerified)
            #expect(result?.additionalUserInfo?.isNewUser == true && result?.additionalUserInfo?.providerID == "password")
            #expect(Self.providers == ["password"])
            try seed.signOut()

            let (_, used) = await Self.told { #expect(seed.complete(email: email, told: $0)) }
            #expect(Self.code(used) == .invalidActionCode && Auth.auth().currentUser == nil)
            let second = try await Self.seed(mailedTo: email, mailbox)
            let (_, stranger) = await Self.told { #expect(second.complete(email: MadeUp.email(), told: $0)) }
            #expect(Self.code(stranger) == .invalidEmail && Auth.auth().currentUser == nil)
            let (again, _) = await Self.told { #expect(second.complete(email: email, told: $0)) }
            #expect(again?.user.uid == user.uid && again?.additionalUserInfo?.isNewUser == false)
            #expect(!Seed004(link: "https://demo.example/shop?id=1").complete(email: email) { _, _ in Issue.record("no link") })
        }
    }

    @Test("004: a link is added to an account that began otherwise, and proves again who the person is")
    func linkAndReauthenticate() async throws {
        try await Self.runMailing { _, mailbox in
            let google = GoogleAuthProvider.credential(withIDToken: MadeUp.idToken("g-4"), accessToken: "")
            for begin in [{ try await Auth.auth().signIn(with: google) }, { try await Auth.auth().signInAnonymously() }] {
                let user = try await begin().user
                let uid = user.uid
                let email = MadeUp.email()
                let seed = try await Self.seed(mailedTo: email, mailbox)
                let (linked, error) = await Self.told { seed.linkIt(email: email, told: $0) }
                #expect(linked?.user === user && user.uid == uid && !user.isAnonymous, "\(String(describing: error))")
                #expect(user.email == email && user.isEmailVerified && Self.providers.last == "password")
                let (_, twice) = await Self.told { seed.linkIt(email: email, told: $0) }
                #expect(Self.code(twice) == .providerAlreadyLinked, "a password and a link are one provider")

                let fresh = try await Self.seed(mailedTo: email, mailbox)
                let token = user.refreshToken
                let (again, refused) = await Self.told { fresh.reauthenticate(email: email, told: $0) }
                #expect(again?.user === user && user.refreshToken != token, "\(String(describing: refused))")
                let (_, used) = await Self.told { fresh.reauthenticate(email: email, told: $0) }
                #expect(Self.code(used) == .invalidActionCode && Auth.auth().currentUser === user)

                let other = MadeUp.email()
                let somebody = try await Self.seed(mailedTo: other, mailbox)
                let (_, mismatch) = await Self.told { somebody.reauthenticate(email: other, told: $0) }
                #expect(Self.code(mismatch) == .userMismatch && Auth.auth().currentUser === user)

                try fresh.signOut()
                let last = try await Self.seed(mailedTo: email, mailbox)
                let (back, _) = await Self.told { #expect(last.complete(email: email, told: $0)) }
                #expect(back?.user.uid == uid, "the same account, whichever way in")
                try last.signOut()
            }
            try await Auth.auth().signIn(with: google)
            #expect(Self.providers == ["google.com", "password"])
        }
    }

    @Test("004: how an address may sign in, where that is told: by a link, by a password, by both")
    func methods() async throws {
        try await Self.runMailing { server, mailbox in
            let email = MadeUp.email()
            let seed = try await Self.seed(mailedTo: email, mailbox)
            #expect(await Self.ways(of: email, seed) == [], "nobody has opened the link")
            let (result, _) = await Self.told { #expect(seed.complete(email: email, told: $0)) }
            #expect(await Self.ways(of: email, seed) == ["link"])
            try await result?.user.updatePassword(to: Self.password)
            #expect(await Self.ways(of: email, seed) == ["password", "link"])
            let other = MadeUp.email()
            try await Auth.auth().createUser(withEmail: other, password: Self.password)
            #expect(await Self.ways(of: other, seed) == ["password"])
            try await Self.keepAddressesPrivate(true, server)
            #expect(await Self.ways(of: email, seed) == [])
        }
    }
}
