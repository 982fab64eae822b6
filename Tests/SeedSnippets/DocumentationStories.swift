import FirebaseAuth
import FirebaseCore
import Foundation
import SDKSupport
import Testing

/// The documents' examples, as far as the server supports them.
extension SeedStories {
    @Test("Documents: configure, sign up, in and out, and errors")
    func documentedStart() async throws {
        DocumentedStart.configureByFile()
        #expect(FirebaseApp.app() == nil, "there is no file")
        for isByHand in [true, false] {
            if isByHand { try DocumentedStart.configureByHand(apiKey: "key") } else { DocumentedStart.move(apiKey: "key") }
            let app = try #require(FirebaseApp.app())
            #expect(app.options.serverURL?.absoluteString == "https://auth.example.com")
            let options = app.options
            DocumentedStart.keepElsewhere(options)
            #expect((options.storage as? FileStorage)?.directory.path == "/var/lib/my-service/sessions")
            await app.delete()
        }
        try await Self.run { server in
            let email = MadeUp.email()
            let token = try await DocumentedStart.upInAndOut(email: email, password: Self.password)
            #expect(token.split(separator: ".").count == 3)
            let before = Auth.auth().currentUser
            DocumentedStart.withHandler(email: email, password: Self.password)
            try await Self.until { Auth.auth().currentUser !== before }
            #expect(Auth.auth().currentUser?.uid == before?.uid)
            var shown: [String] = []
            await DocumentedStart.errors(email: email, password: "wrong") { shown.append($0) }
            #expect(shown == ["Email or password is wrong."])
            let watching = Task { await DocumentedStart.watch() }
            watching.cancel()
            await watching.value
            DocumentedStart.developmentServer()
        }
    }

    @Test("Documents: linking, merging and unlinking")
    func documentedLinking() async throws {
        try await Self.run { _ in
            let email = MadeUp.email()
            let facebook = Self.facebook("f-7", email)
            let google = MadeUp.idToken("g-7", email: "dora@gmail.com")
            let user = try await Auth.auth().createUser(withEmail: email, password: Self.password).user
            try await DocumentedLinking.facebook(user, accessToken: facebook)
            try await DocumentedLinking.google(user, idToken: google, accessToken: "")
            #expect(DocumentedLinking.isLinked("google.com") && !DocumentedLinking.isLinked("github.com"))
            try await DocumentedLinking.unlink(user)
            #expect(Self.providers == ["facebook.com", "password"])
            var shown: [String] = []
            DocumentedLinking.facebookWithHandler(accessToken: facebook) { shown.append($0) }
            try await Self.until { !shown.isEmpty }
            #expect(shown == ["The account is already linked to this provider. Unlink it first."])

            let token = MadeUp.idToken("f-8")
            let second = try await Auth.auth().signIn(with: FacebookAuthProvider.credential(withAccessToken: token)).user
            try await DocumentedLinking.password(second, accessToken: token, email: MadeUp.email(), password: Self.password)
            #expect(Self.providers == ["facebook.com", "password"])

            try await DocumentedLinking.guest(email: MadeUp.email(), password: Self.password)
            let guest = try #require(Auth.auth().currentUser)
            #expect(!guest.isAnonymous && Self.providers == ["password"])
            var moved: [String] = []
            try await DocumentedLinking.merge(guest, FacebookAuthProvider.credential(withAccessToken: facebook)) {
                moved = [$0.uid, $1.uid]
            }
            #expect(moved == [guest.uid, user.uid] && Auth.auth().currentUser?.uid == user.uid)
        }
    }

    @Test("Documents: providers, the account that exists, signing out")
    func documentedOAuth() async throws {
        try await Self.run { _ in
            let email = MadeUp.email()
            let uid = try await Auth.auth().createUser(withEmail: email, password: Self.password).user.uid
            try DocumentedOAuth.signOut()
            let facebook = FacebookAuthProvider.credential(withAccessToken: Self.facebook("f-9", email))
            try await DocumentedOAuth.recover(facebook) {
                #expect($0 == email)
                return Self.password
            }
            #expect(Auth.auth().currentUser?.uid == uid && Self.providers == ["facebook.com", "password"])
            // It exists once it is configured.
            let unknown = await #expect(throws: NSError.self) { try await DocumentedOAuth.token(MadeUp.idToken("o-1")) }
            #expect(Self.code(unknown) == .operationNotAllowed)
            try await DocumentedOAuth.reauthenticate(#require(Auth.auth().currentUser), facebook)
            #expect(Auth.auth().currentUser == nil)
        }
    }

    @Test("Documents: mailed links and codes")
    func documentedMails() async throws {
        try await Self.runMailing { _, mailbox in
            let email = MadeUp.email()
            func mail() async throws -> ReceivedMail {
                try await DocumentedEmailLink.send(to: email)
                #expect(UserDefaults.standard.string(forKey: "emailForSignIn") == email)
                UserDefaults.standard.removeObject(forKey: "emailForSignIn")
                return try await mailbox.next(to: email)
            }
            func digits() async throws -> String { try #require(try await mail().digits) }
            let user = try await Auth.auth().signInAnonymously().user
            try await DocumentedEmailLink.open("https://demo.example/", email: email)
            #expect(Auth.auth().currentUser === user)
            try await DocumentedEmailLink.link(user, email: email, link: mail().link)
            try await DocumentedEmailLink.reauthenticate(user, email: email, link: mail().link)
            #expect(Auth.auth().currentUser === user && user.email == email)
            try DocumentedOAuth.signOut()
            try await DocumentedEmailLink.open(mail().link, email: email)
            #expect(Auth.auth().currentUser?.uid == user.uid)
            try DocumentedOAuth.signOut()
            try await DocumentedEmailLink.type(digits(), email: email)
            #expect(Auth.auth().currentUser?.uid == user.uid)

            try await DocumentedEmailLink.reset(email: email, newPassword: "battery staple") {
                try #require(try await mailbox.next(to: email).digits)
            }
            try await Auth.auth().signIn(withEmail: email, password: "battery staple")
            let other = MadeUp.email()
            let unproven = try await Auth.auth().createUser(withEmail: other, password: Self.password).user
            try await DocumentedEmailLink.verify(unproven) { try #require(try await mailbox.next(to: other).digits) }
            #expect(unproven.isEmailVerified)
        }
    }

    @Test("Documents: a number signs in, is added, replaced and removed; one of another account is switched to")
    func documentedPhone() async throws {
        try await Self.run { server in
            func credential(_ number: String) async throws -> PhoneAuthCredential {
                let id = try await PhoneAuthProvider.provider().verifyPhoneNumber(number)
                return PhoneAuthProvider.provider()
                    .credential(withVerificationID: id, verificationCode: try #require(server.textedCode(to: number)))
            }
            let (first, second, third) = ("+34600000601", "+34600000602", "+34600000603")
            try await DocumentedPhone.signIn(phoneNumber: first) { question in
                #expect(question == "What does the message to \(first) say?")
                return try #require(server.textedCode(to: first))
            }
            let holder = try #require(Auth.auth().currentUser)
            #expect(holder.phoneNumber == first)
            let user = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            try await DocumentedPhone.add(credential(second), to: user)
            #expect(user.phoneNumber == second)
            try await DocumentedPhone.add(credential(third), to: user)
            #expect(user.phoneNumber == third)
            try await DocumentedPhone.remove(user)
            #expect(user.phoneNumber == nil)
            let taken = try await credential(first)
            let kept = await #expect(throws: NSError.self) {
                try await DocumentedPhone.link(user, taken) { false }
            }
            #expect(kept.flatMap { AuthErrorCode($0 as any Error) } == .credentialAlreadyInUse)
            #expect(Auth.auth().currentUser === user)
            try await DocumentedPhone.link(user, credential(first)) { true }
            #expect(Auth.auth().currentUser?.uid == holder.uid)
        }
    }

    @Test("Documents: a phone and an authenticator app as second factors")
    func documentedSecondFactor() async throws {
        try await Self.run { server in
            let email = MadeUp.email()
            // Ten periods either way: a story need not wait for the app's next code.
            try await server.configure(
                "v2/projects/demo-project/config",
                #"{"mfa":{"enabledProviders":["PHONE_SMS"],"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":10}}]}}"#,
                mask: "mfa")
            let user = try await Auth.auth().createUser(withEmail: email, password: Self.password).user
            try await server.administer("accounts:update", user.uid, "\"emailVerified\":true")
            let number = "+34600000000"
            try await DocumentedSecondFactor.phone(user, phoneNumber: number) { _ in
                try #require(server.textedCode(to: number))
            }
            #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["My phone"])
            try Auth.auth().signOut()
            try await DocumentedSecondFactor.signIn(email: email, password: Self.password) { question in
                #expect(question == "What does the message to +*******0000 say?")
                return try #require(server.textedCode(to: number))
            }
            try await DocumentedSecondFactor.remove(try #require(Auth.auth().currentUser))
            #expect(Auth.auth().currentUser?.multiFactor.enrolledFactors.isEmpty == true)
            try Auth.auth().signOut()
            try await Auth.auth().signIn(withEmail: email, password: Self.password)
            let owner = try #require(Auth.auth().currentUser)
            var secret = ""
            try await DocumentedSecondFactor.authenticator(owner) { question in
                let address = question.split(separator: " ").last.flatMap { URLComponents(string: String($0)) }
                secret = address?.queryItems?.first { $0.name == "secret" }?.value ?? ""
                return OneTimePassword.code(secret)
            }
            #expect(owner.multiFactor.enrolledFactors.map(\.displayName) == ["Authenticator"])
            try Auth.auth().signOut()
            let shared = secret
            try await DocumentedSecondFactor.signIn(email: email, password: Self.password) { question in
                #expect(question == "What does the app show for Authenticator?")
                return OneTimePassword.code(shared, ahead: 1)
            }
            let again = try #require(Auth.auth().currentUser)
            #expect(again.uid == user.uid)
            try await DocumentedSecondFactor.remove(again)
            #expect(again.multiFactor.enrolledFactors.count == 1, "it removes phones")
        }
    }
}
