import FirebaseAuth
import Foundation
import Testing

// §3: credentials and providers. Making one asks nobody.

@Suite struct CredentialTests {
    @Test("Each provider class makes credentials of its provider")
    func factories() {
        let made: [(AuthCredential, String)] = [
            (EmailAuthProvider.credential(withEmail: "ana@example.com", password: "secret"), EmailAuthProvider.id),
            (EmailAuthProvider.credential(withEmail: "ana@example.com", link: "https://example.com"), "password"),
            (FacebookAuthProvider.credential(withAccessToken: "a"), FacebookAuthProvider.id),
            (GitHubAuthProvider.credential(withToken: "t"), GitHubAuthProvider.id),
            (GoogleAuthProvider.credential(withIDToken: "i", accessToken: "a"), GoogleAuthProvider.id),
            (TwitterAuthProvider.credential(withToken: "t", secret: "s"), TwitterAuthProvider.id),
        ]
        for (credential, id) in made { #expect(credential.provider == id) }
        #expect(made.map(\.1) == ["password", "password", "facebook.com", "github.com", "google.com", "twitter.com"])
        #expect([GameCenterAuthProvider.id, PhoneAuthProvider.id, OAuthProvider.id] == ["gc.apple.com", "phone", "OAuth"])
        _ = EmailAuthProvider()
    }

    @Test("An OAuth credential has its tokens")
    func tokens() throws {
        let twitter = try #require(TwitterAuthProvider.credential(withToken: "t", secret: "s") as? OAuthCredential)
        let tokens: [String?] = [twitter.idToken, twitter.accessToken, twitter.secret]
        #expect(tokens == [nil, "t", "s"])
    }

    @Test("A phone credential comes of a verification id and a code")
    func phone() {
        let credential: PhoneAuthCredential = PhoneAuthProvider.provider()
            .credential(withVerificationID: "id", verificationCode: "123456")
        #expect(credential.provider == "phone")
    }

    @Test("Provider ids")
    func ids() {
        let ids: [AuthProviderID] = [
            .apple, .email, .facebook, .gameCenter, .gitHub, .google, .phone, .custom("oidc.acme"),
        ]
        #expect(
            ids.map(\.rawValue) == [
                "apple.com", "password", "facebook.com", "gc.apple.com", "github.com", "google.com", "phone", "oidc.acme",
            ])
        #expect(AuthProviderID.google == .custom("google.com"))
    }
}

/// Compiled, not run.
@MainActor
final class GameCenterViewModel {
    var credential: AuthCredential?

    func begin() {
        GameCenterAuthProvider.getCredential { [weak self] credential, error in
            if error != nil { return }
            self?.credential = credential
        }
    }

    func beginAsync() async throws { credential = try await GameCenterAuthProvider.getCredential() }
}
