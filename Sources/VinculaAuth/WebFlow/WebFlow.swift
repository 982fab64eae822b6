import Foundation

/// A sign-in with a provider in the person's browser.
///
/// The browser opens the server's page, which redirects to the provider and finally back to the app: to a listener on the
/// loopback address if the app can have one (Linux, macOS), otherwise to the app's own scheme.
struct WebFlow: Sendable {
    /// The parameters of a flow.
    struct Request: Sendable {
        /// The URL of the server's page, `https://<domain>/__/auth/handler`; see
        /// ``WebFlow/handler(serverURL:emulator:customDomain:authorizedDomains:)``.
        var handler: URL
        var apiKey: String
        /// The app's ID, used if there is no `clientID`.
        var appID: String?
        var clientID: String?
        var bundleID: String?
        var providerID: String
        var scopes: [String]
        var customParameters: [String: String]
        var tenantID: String?
        var languageCode: String?
        /// This SDK's name and version, for the server's log.
        var version: String
    }

    /// The values that signInWithIdp needs.
    struct Result: Sendable {
        /// The provider's response, as the URL that the browser was redirected to.
        var requestURI: String
        /// The secret whose hash the page was opened with.
        var sessionID: String
    }

    #if canImport(UIKit)
        static let usesLoopback = false
    #else
        /// Indicates whether the browser redirects to a listener of this process instead of the app's own scheme.
        static let usesLoopback = true
    #endif

    /// The time the person has to sign in.
    var timeout: Duration = .seconds(300)

    /// Signs the person in.
    ///
    /// - Parameters:
    ///   - request: The parameters of the flow.
    ///   - delegate: Opens the page; nil for the system's browser.
    /// - Throws: `webContextCancelled` if the flow is cancelled, times out or is replaced by a new one, or if Apple's sheet for
    ///   another one is open; `invalidClientID`, `webNetworkRequestFailed`, `webInternalError` or
    ///   `webSignInUserInteractionFailure` as reported by the page; `webInternalError` if the flow cannot be started.
    nonisolated(nonsending) func run(_ request: Request, delegate: (any AuthUIDelegate)?) async throws -> Result {
        guard !Task.isCancelled else { throw PendingFlow.cancelled(nil) }
        let binding = FlowBinding()
        let flow = try PendingFlow.begin(binding, scheme: request.callbackScheme)
        defer { flow.leave() }
        let response = try await browse(request, binding, flow, delegate)
        return Result(requestURI: response, sessionID: binding.sessionID)
    }

    /// Passes a redirect to the flow in progress: to the app's scheme, or a loopback URL that a person pasted because the
    /// browser runs on another machine.
    ///
    /// - Returns: True if the URL belonged to that flow.
    static func handle(_ url: URL) -> Bool {
        PendingFlow.handle(url)
    }

    #if canImport(AuthenticationServices) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
        nonisolated(nonsending) private func browse(
            _ request: Request, _ binding: FlowBinding, _ flow: PendingFlow, _ delegate: (any AuthUIDelegate)?
        ) async throws -> String {
            guard let scheme = request.callbackScheme else {
                throw AuthFailure.make(
                    .webInternalError,
                    message: "A browser sign-in needs the options' googleAppID or clientID to redirect back to the app.")
            }
            let page = try request.url(binding, redirect: nil)
            let session = try await SystemSignInSession(page: page, scheme: scheme, flow: flow, delegate: Unchecked(delegate))
            do {
                let response = try await flow.response(within: timeout)
                await session.close()
                return response
            } catch {
                await session.close()
                throw error
            }
        }
    #elseif os(tvOS) || os(watchOS)
        nonisolated(nonsending) private func browse(
            _ request: Request, _ binding: FlowBinding, _ flow: PendingFlow, _ delegate: (any AuthUIDelegate)?
        ) async throws -> String {
            throw AuthFailure.make(.webInternalError, message: "This platform has no browser for signing in.")
        }
    #else
        nonisolated(nonsending) private func browse(
            _ request: Request, _ binding: FlowBinding, _ flow: PendingFlow, _ delegate: (any AuthUIDelegate)?
        ) async throws -> String {
            let listener = try LoopbackListener(flow)
            do {
                let page = try flow.listens(on: listener.port) { try request.url(binding, redirect: $0) }
                // Not awaited: a delegate may return only when its browser is closed.
                let browser = Unchecked(delegate)
                let opening = Task {
                    if let delegate = browser.value { await delegate.open(page) } else { SystemBrowser().open(page) }
                }
                defer { opening.cancel() }
                let response = try await flow.response(within: timeout)
                await listener.close()
                return response
            } catch {
                await listener.close()
                throw error
            }
        }
    #endif
}
