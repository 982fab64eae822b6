import ChildProcesses
import Foundation
import SDKSupport
import Testing
import VinculaAuth

/// One account by several ways, through the client alone.
@Suite struct StoryTests {
    @Test("Sign up, link Google, sign out, sign in again either way: the same uid")
    func story() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let email = MadeUp.email()
            let created = try await auth.createUser(withEmail: email, password: "correct horse")
            let uid = created.user.uid
            #expect(created.additionalUserInfo?.isNewUser == true && auth.currentUser === created.user)
            let google = GoogleAuthProvider.credential(
                withIDToken: MadeUp.idToken("g-1", email: "ana@gmail.com"), accessToken: "")
            let linked = try await created.user.link(with: google)
            #expect(linked.user === created.user)
            #expect(linked.user.providerData.map(\.providerID).sorted() == ["google.com", "password"])
            try auth.signOut()
            #expect(auth.currentUser == nil)
            #expect(try await auth.signIn(with: google).user.uid == uid)
            try auth.signOut()
            #expect(try await auth.signIn(withEmail: email, password: "correct horse").user.uid == uid)
            #expect(try await auth.currentUser?.unlink(fromProvider: "google.com").providerData.map(\.providerID) == ["password"])
            let name = auth.currentUser?.createProfileChangeRequest()
            name?.displayName = "Ana"
            try await name?.commitChanges()
            try await auth.currentUser?.reload()
            #expect(auth.currentUser?.displayName == "Ana")
            let result = try await auth.currentUser?.getIDTokenResult(forcingRefresh: true)
            #expect(result?.signInProvider == "password" && result?.claims["email"] as? String == email)
            try await auth.currentUser?.delete()
            #expect(auth.currentUser == nil)
        }
    }

    @Test("Collision: the error has the email and a credential that links at once")
    func collision() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let email = MadeUp.email()
            let uid = try await auth.createUser(withEmail: email, password: "correct horse").user.uid
            try auth.signOut()
            let token = MadeUp.idToken("t-1", email: email, isVerified: false)
            let twitter = OAuthProvider.credential(providerID: .custom("twitter.com"), idToken: token)
            let error = await #expect(throws: NSError.self) { try await auth.signIn(with: twitter) }
            #expect(error?.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue, "\(String(describing: error))")
            #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == email)
            let pending = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            #expect(auth.currentUser == nil)
            try await auth.signIn(withEmail: email, password: "correct horse")
            let linked = try await auth.currentUser?.link(with: pending)
            #expect(linked?.user.uid == uid)
            #expect(linked?.user.providerData.map(\.providerID).sorted() == ["password", "twitter.com"])
        }
    }

    @Test("A custom token: the backend's uid and claims, through a refresh and an update; a made-up one is refused")
    func customToken() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let uid = UUID().uuidString
            let token = MadeUp.customToken(uid, claims: #"{"tier":"gold"}"#)
            let first = try await auth.signIn(withCustomToken: token)
            #expect(first.user.uid == uid && first.additionalUserInfo?.isNewUser == true && !first.user.isAnonymous)
            #expect(first.user.providerData.isEmpty && auth.currentUser === first.user)
            let result = try await first.user.getIDTokenResult(forcingRefresh: true)
            #expect(result.signInProvider == "custom" && result.claims["tier"] as? String == "gold")
            let email = MadeUp.email()
            try await first.user.link(with: EmailAuthProvider.credential(withEmail: email, password: "correct horse"))
            #expect(first.user.providerData.map(\.providerID) == ["password"])
            try auth.signOut()
            let again = try await auth.signIn(withCustomToken: MadeUp.customToken(uid))
            #expect(again.user.uid == uid && again.user.email == email && again.additionalUserInfo?.isNewUser == false)
            #expect(try await again.user.getIDTokenResult().claims["tier"] == nil)
            let error = await #expect(throws: NSError.self) { try await auth.signIn(withCustomToken: "made.up.token") }
            #expect(error?.code == AuthErrorCode.invalidCustomToken.rawValue, "\(String(describing: error))")
            #expect(auth.currentUser === again.user)
            try await again.user.delete()
            #expect(auth.currentUser == nil)
        }
    }

    @Test("A session belongs to one server: with another address nobody is signed in to the app")
    func oneServer() async throws {
        try await ServerProcess.with { server in
            let storage = MemoryStorage()
            func auth(_ address: String) throws -> Auth {
                let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
                options.apiKey = "test-key"
                options.serverURL = URL(string: address)
                options.storage = storage
                return try Auth.auth(app: FirebaseApp.configureOrThrow(name: "one server", options: options))
            }
            let first = try auth(server.url.absoluteString)
            let uid = try await first.signInAnonymously().user.uid
            await first.app?.delete()
            let other = try auth("https://elsewhere.example")
            #expect(other.currentUser == nil)
            await other.app?.delete()
            let again = try auth(server.url.absoluteString)
            #expect(again.currentUser?.uid == uid)
            await again.app?.delete()
        }
    }
}
