public import Foundation

/// A provider whose sign-in runs in a browser.
public protocol FederatedAuthProvider: NSObjectProtocol {
    /// Signs the person in at the provider.
    ///
    /// - Parameter uiDelegate: The delegate that shows the browser; nil for the system's own.
    /// - Throws: The error from the browser, such as `webContextCancelled`.
    @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

/// Any OAuth or OpenID Connect provider: creates credentials from tokens that the app has, or from a browser sign-in.
open class OAuthProvider: NSObject, FederatedAuthProvider, @unchecked Sendable {
    /// `OAuth`.
    public static let id = "OAuth"

    private struct Asked {
        var scopes: [String]? = [""]
        var customParameters: [String: String]?
        var patience = WebFlow().timeout
    }

    private let asked = Locked(Asked())
    private let auth: Auth

    /// The provider's ID, such as `twitter.com` or `oidc.acme`.
    public let providerID: String

    /// The scopes to request from the provider besides the basic profile.
    public var scopes: [String]? {
        get { asked.withLock { $0.scopes } }
        set { asked.withLock { $0.scopes = newValue } }
    }

    /// Provider-specific parameters, such as a language, that are added to its sign-in URL.
    public var customParameters: [String: String]? {
        get { asked.withLock { $0.customParameters } }
        set { asked.withLock { $0.customParameters = newValue } }
    }

    /// The time the person has to sign in.
    var patience: Duration {
        get { asked.withLock { $0.patience } }
        set { asked.withLock { $0.patience = newValue } }
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider's ID, such as `twitter.com`.
    ///   - auth: The instance whose server is used.
    public init(providerID: String, auth: Auth = .auth()) {
        self.providerID = providerID
        self.auth = auth
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - auth: The instance whose server is used.
    public convenience init(providerID: AuthProviderID, auth: Auth = .auth()) {
        self.init(providerID: providerID.rawValue, auth: auth)
    }

    /// Creates a provider for the default app.
    open class func provider(providerID: AuthProviderID) -> OAuthProvider { OAuthProvider(providerID: providerID) }

    /// Creates a provider for an app.
    open class func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    // MARK: The browser

    /// Signs the person in at the provider, in a browser.
    ///
    /// - Parameters:
    ///   - uiDelegate: The delegate that shows the browser; nil for the system's own.
    ///   - completion: Receives the credential or the error, on the main queue.
    open func getCredentialWith(
        _ uiDelegate: (any AuthUIDelegate)?, completion: ((AuthCredential?, (any Error)?) -> Void)? = nil
    ) {
        let box = Unchecked(uiDelegate)
        answer(completion) { @MainActor [self] in try await credential(with: box.value) }
    }

    /// Signs the person in at the provider, in a browser.
    ///
    /// - Parameter uiDelegate: The delegate that shows the browser; nil for the system's own.
    /// - Throws: `webContextCancelled` if the task is cancelled, another browser sign-in takes over, or nobody signs in within
    ///   five minutes; `webNetworkRequestFailed`, `webInternalError`, `webSignInUserInteractionFailure` and `invalidClientID`
    ///   as the page reports them; before the browser opens, `networkError`, `operationNotAllowed` if the project does not
    ///   send results to programs on this machine (Linux, macOS), or the server's error.
    @MainActor open func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
        let asked = asked.withLock { $0 }
        let server = auth.address
        let request = try await auth.webFlowRequest(
            providerID: providerID, scopes: (asked.scopes ?? []).filter { !$0.isEmpty },
            customParameters: asked.customParameters ?? [:])
        let result = try await WebFlow(timeout: asked.patience).run(request, delegate: uiDelegate)
        return OAuthCredential(provider: providerID, webResult: result, server: server)
    }
}
