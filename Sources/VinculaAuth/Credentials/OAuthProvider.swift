public import Foundation

/// A provider whose sign-in runs in a browser.
public protocol FederatedAuthProvider: NSObjectProtocol {
    /// Has the person sign in with the provider.
    ///
    /// - Parameter uiDelegate: What shows the browser; nil for the system's own.
    /// - Throws: What the browser or the person reported, such as `webContextCancelled`.
    @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

/// Any OAuth or OpenID Connect provider: credentials from tokens that the app has, or from a sign-in in the browser.
open class OAuthProvider: NSObject, FederatedAuthProvider, @unchecked Sendable {
    /// `OAuth`.
    public static let id = "OAuth"

    private struct Asked {
        var scopes: [String]? = [""]
        var customParameters: [String: String]?
    }

    private let asked = Locked(Asked())
    private let auth: Auth

    /// The provider's id, such as `twitter.com` or `oidc.acme`.
    public let providerID: String

    /// What the app asks the provider for, beyond the person's name.
    public var scopes: [String]? {
        get { asked.withLock { $0.scopes } }
        set { asked.withLock { $0.scopes = newValue } }
    }

    /// Parameters of the provider's own, such as a language, that go into its sign-in page's address.
    public var customParameters: [String: String]? {
        get { asked.withLock { $0.customParameters } }
        set { asked.withLock { $0.customParameters = newValue } }
    }

    /// - Parameters:
    ///   - providerID: The provider's id, such as `twitter.com`.
    ///   - auth: Whose server the person signs in at.
    public init(providerID: String, auth: Auth = .auth()) {
        self.providerID = providerID
        self.auth = auth
    }

    /// - Parameters:
    ///   - providerID: The provider.
    ///   - auth: Whose server the person signs in at.
    public convenience init(providerID: AuthProviderID, auth: Auth = .auth()) {
        self.init(providerID: providerID.rawValue, auth: auth)
    }

    /// Makes a provider of the default app.
    open class func provider(providerID: AuthProviderID) -> OAuthProvider { OAuthProvider(providerID: providerID) }

    /// Makes a provider of an app.
    open class func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    // MARK: The browser

    /// Has the person sign in with the provider, in a browser.
    ///
    /// - Parameters:
    ///   - uiDelegate: What shows the browser; nil for the system's own.
    ///   - completion: Gets the credential or the error, on the main queue.
    open func getCredentialWith(
        _ uiDelegate: (any AuthUIDelegate)?, completion: ((AuthCredential?, (any Error)?) -> Void)? = nil
    ) {
        let box = Unchecked(uiDelegate)
        answer(completion) { @MainActor [self] in try await credential(with: box.value) }
    }

    /// Has the person sign in with the provider, in a browser.
    ///
    /// - Parameter uiDelegate: What shows the browser; nil for the system's own.
    /// - Throws: `webContextCancelled`, `webNetworkRequestFailed`, `webInternalError`, `webSignInUserInteractionFailure`,
    ///   `invalidClientID`, or what the server said to the question for its domains.
    @MainActor open func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
        let asked = asked.withLock { $0 }
        let server = auth.address
        let request = try await auth.webFlowRequest(
            providerID: providerID, scopes: (asked.scopes ?? []).filter { !$0.isEmpty },
            customParameters: asked.customParameters ?? [:])
        let result = try await WebFlow().run(request, delegate: uiDelegate)
        return OAuthCredential(provider: providerID, webResult: result, server: server)
    }
}
