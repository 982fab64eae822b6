import FirebaseAuth
import Foundation
import Testing

// §4: OAuthProvider.

@Suite struct OAuthProviderTests {
    @Test("Made by id or by AuthProviderID, for the default app or another")
    func creation() {
        let auth = Auth.auth()
        let providers: [OAuthProvider] = [
            OAuthProvider(providerID: "twitter.com"), OAuthProvider(providerID: "twitter.com", auth: auth),
            OAuthProvider(providerID: AuthProviderID.custom("twitter.com")),
            OAuthProvider(providerID: .custom("twitter.com"), auth: auth),
            OAuthProvider.provider(providerID: .custom("twitter.com")),
            OAuthProvider.provider(providerID: .custom("twitter.com"), auth: auth),
        ]
        for provider in providers { #expect(provider.providerID == "twitter.com") }
        let provider = OAuthProvider(providerID: "microsoft.com")
        #expect(provider.scopes == [""] && provider.customParameters == nil)
        provider.scopes = ["mail.read"]
        provider.customParameters = ["prompt": "consent"]
        provider.customParameters?["lang"] = "fr"
        let federated: FederatedAuthProvider = provider
        #expect(federated as? OAuthProvider == provider)
        // "facebook.com" and "apple.com" stop the process upstream, and are providers as others here.
        #expect(OAuthProvider(providerID: .facebook).providerID == "facebook.com")
        #expect(OAuthProvider(providerID: "apple.com").providerID == "apple.com")
    }

    @Test("Credentials of tokens")
    func credentials() {
        let name: PersonNameComponents? = PersonNameComponents()
        let made: [OAuthCredential] = [
            OAuthProvider.credential(providerID: .apple, idToken: "i"),
            OAuthProvider.credential(providerID: .apple, idToken: "i", accessToken: "a"),
            OAuthProvider.credential(providerID: .apple, accessToken: "a"),
            OAuthProvider.credential(providerID: .apple, idToken: "i", rawNonce: "n"),
            OAuthProvider.credential(providerID: .apple, idToken: "i", rawNonce: "n", accessToken: "a"),
            OAuthProvider.appleCredential(withIDToken: "i", rawNonce: "n", fullName: name),
            OAuthProvider.appleCredential(withIDToken: "i", rawNonce: nil, fullName: nil),
        ]
        #expect(made.map(\.provider) == Array(repeating: "apple.com", count: 7))
        #expect(made.map(\.idToken) == ["i", "i", nil, "i", "i", "i", "i"])
        #expect(made.map(\.accessToken) == [nil, "a", "a", nil, "a", nil, nil])
    }
}

/// An app's own sign-in in a browser. Compiled, not run, as is the rest.
final class HouseProvider: NSObject, FederatedAuthProvider {
    func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
        GitHubAuthProvider.credential(withToken: "t")
    }
}

#if !os(iOS) && !os(tvOS) && !os(visionOS)
    /// All requirements have defaults where there is no UIKit.
    final class SilentDelegate: NSObject, AuthUIDelegate {}

    /// The code of an app for a terminal.
    final class PrintingDelegate: NSObject, AuthUIDelegate {
        func open(_ url: URL) async { print(url) }
    }

    /// The code of an app for iOS.
    @MainActor
    final class PresentingDelegate: NSObject, AuthUIDelegate {
        func present(
            _ viewControllerToPresent: AuthViewControllerPlaceholder, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            completion?()
        }

        func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }
    }
#endif

@MainActor
final class BrowserViewModel {
    private let provider = OAuthProvider(providerID: "twitter.com")
    var message = ""

    func begin() {
        provider.getCredentialWith(nil) { credential, error in
            if error != nil {
                // Handle error.
            }
            if let credential = credential {
                Auth.auth().signIn(with: credential) { authResult, error in
                    if error != nil { self.message = "Not this time" }
                }
            }
        }
        provider.getCredentialWith(nil)
        Auth.auth().signIn(with: HouseProvider(), uiDelegate: nil) { _, _ in }
    }

    func beginAsync(_ delegate: AuthUIDelegate?) async throws {
        let credential: AuthCredential = try await provider.credential(with: delegate)
        try await Auth.auth().signIn(with: credential)
        _ = try await HouseProvider().credential(with: nil)
    }
}
