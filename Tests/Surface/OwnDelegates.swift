import FirebaseAuth
import Foundation

// Delegates and providers as apps write them for FirebaseAuth: neither `final` nor `Sendable`, with state of their own, and called
// from wherever the app is. Compiled, not run.

class OwnProvider: NSObject, FederatedAuthProvider {
    var count = 0

    func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
        count += 1
        return FacebookAuthProvider.credential(withAccessToken: "t")
    }
}

class OwnerOfAProvider: OwnProvider {
    override func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
        try await super.credential(with: uiDelegate)
    }
}

@MainActor class MainActorProvider: NSObject, FederatedAuthProvider {
    func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
        TwitterAuthProvider.credential(withToken: "t", secret: "s")
    }
}

func usingOwnProvider() async throws {
    class LocalProvider: NSObject, FederatedAuthProvider {
        func credential(with uiDelegate: AuthUIDelegate?) async throws -> AuthCredential {
            GitHubAuthProvider.credential(withToken: "t")
        }
    }
    let provider = LocalProvider()
    _ = try await provider.credential(with: nil)
    try await Auth.auth().signIn(with: OwnProvider(), uiDelegate: nil)
}

#if !os(iOS) && !os(tvOS) && !os(visionOS)
    class OwnDelegate: NSObject, AuthUIDelegate {
        var shown: [String] = []

        func present(
            _ viewControllerToPresent: AuthViewControllerPlaceholder, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            shown.append("present")
            completion?()
        }

        func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
            shown.append("dismiss")
            completion?()
        }
    }

    class OpeningDelegate: NSObject, AuthUIDelegate {
        var opened: [URL] = []

        func open(_ url: URL) async { opened.append(url) }
    }

    #if !swift(>=6)
        func presenting() {
            let delegate = OwnDelegate()
            delegate.present(AuthViewControllerPlaceholder(), animated: true) {}
            delegate.dismiss(animated: false) {}
        }
    #endif

    @MainActor
    final class DelegatingViewModel {
        let delegate = OwnDelegate()
        let provider = OwnProvider()
        var chosen: AuthUIDelegate?

        func begin(_ user: User) {
            Auth.auth().signIn(with: provider, uiDelegate: delegate) { _, _ in }
            user.link(with: provider, uiDelegate: delegate) { _, _ in }
            user.reauthenticate(with: provider, uiDelegate: chosen) { _, _ in }
            OAuthProvider(providerID: "twitter.com").getCredentialWith(delegate) { _, _ in }
        }

        func beginAsync(_ user: User) async throws {
            try await Auth.auth().signIn(with: provider, uiDelegate: delegate)
            try await user.link(with: provider, uiDelegate: chosen)
            try await user.reauthenticate(with: provider, uiDelegate: OpeningDelegate())
            _ = try await OAuthProvider(providerID: "twitter.com").credential(with: delegate)
            _ = try await PhoneAuthProvider.provider().verifyPhoneNumber("+34600000000", uiDelegate: delegate)
            _ = try await provider.credential(with: delegate)
        }
    }
#endif
