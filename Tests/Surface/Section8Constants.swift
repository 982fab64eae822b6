import FirebaseAuth
import Foundation
import Testing

// §8: constants.

@Suite struct ConstantTests {
    @Test("Ids of providers and factors")
    func ids() {
        let ids: [String] = [
            EmailAuthProviderID, GoogleAuthProviderID, FacebookAuthProviderID, TwitterAuthProviderID, GitHubAuthProviderID,
            PhoneAuthProviderID, GameCenterAuthProviderID, PhoneMultiFactorID, TOTPMultiFactorID,
        ]
        #expect(
            ids == [
                "password", "google.com", "facebook.com", "twitter.com", "github.com", "phone", "gc.apple.com", "phone", "totp",
            ])
    }

    @Test("Ways to sign in")
    func methods() {
        let methods: [String] = [
            EmailPasswordAuthSignInMethod, EmailLinkAuthSignInMethod, GoogleAuthSignInMethod, FacebookAuthSignInMethod,
            TwitterAuthSignInMethod, GitHubAuthSignInMethod, PhoneAuthSignInMethod, GameCenterAuthSignInMethod,
        ]
        #expect(
            methods == [
                "password", "emailLink", "google.com", "facebook.com", "twitter.com", "github.com", "phone", "gc.apple.com",
            ])
    }

    @Test("The notification, by both of its names")
    func notification() {
        #expect(NSNotification.Name.AuthStateDidChange.rawValue == "FIRAuthStateDidChangeNotification")
        #expect(NSNotification.Name.AuthStateDidChange == Auth.authStateDidChangeNotification)
    }
}

/// Compiled, not run.
@MainActor
final class NotifiedViewModel: NSObject {
    private var observer: NSObjectProtocol?

    func listen() {
        observer = NotificationCenter.default.addObserver(
            forName: .AuthStateDidChange, object: Auth.auth(), queue: .main
        ) { notification in
            _ = (notification.object as? Auth)?.currentUser
        }
    }
}
