import Foundation

/// A sign-in with a provider in the person's browser.
///
/// The browser opens the server's page, the page sends the person to the provider and at last comes back: to a listener on the
/// loopback address where an app can have one (Linux, macOS), to the app's own scheme elsewhere.
struct WebFlow: Sendable {
    /// What a flow is about.
    struct Request: Sendable {
        /// The server's page, `https://<domain>/__/auth/handler`; see ``WebFlow/handler(serverURL:emulator:customDomain:authorizedDomains:)``.
        var handler: URL
        var apiKey: String
        /// Used if there is no `clientID`.
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

    /// What signInWithIdp needs.
    struct Result: Sendable {
        /// The provider's answer, as the address that the browser brought.
        var requestURI: String
        /// The secret whose hash the page was opened with.
        var sessionID: String
    }

    /// How long a person has.
    var timeout: Duration = .seconds(300)

    /// Lets the person sign in.
    ///
    /// - Parameters:
    ///   - request: What the flow is about.
    ///   - delegate: Opens the page; nil for the system's browser.
    /// - Throws: `webContextCancelled` if the flow is cancelled, not finished in time or ended by a new one, or if Apple's sheet for
    ///   another one is open;
    ///   `invalidClientID`, `webNetworkRequestFailed`, `webInternalError` or `webSignInUserInteractionFailure` as the page reports,
    ///   and `webInternalError` if the flow cannot begin.
    nonisolated(nonsending) func run(_ request: Request, delegate: (any AuthUIDelegate)?) async throws -> Result {
        guard !Task.isCancelled else { throw PendingFlow.cancelled(nil) }
        let binding = FlowBinding()
        let flow = try PendingFlow.begin(binding, scheme: request.callbackScheme)
        defer { flow.leave() }
        let response = try await browse(request, binding, flow, delegate)
        return Result(requestURI: response, sessionID: binding.sessionID)
    }

    /// Gives a redirect to the flow that is open now: the app's scheme, or a loopback address that a person pasted because the
    /// browser runs on another machine.
    ///
    /// - Returns: Whether the address was that flow's.
    static func handle(_ url: URL) -> Bool {
        PendingFlow.handle(url)
    }

    #if os(iOS) || os(visionOS)
        nonisolated(nonsending) private func browse(
            _ request: Request, _ binding: FlowBinding, _ flow: PendingFlow, _ delegate: (any AuthUIDelegate)?
        ) async throws -> String {
            guard let scheme = request.callbackScheme else {
                throw AuthFailure.make(
                    .webInternalError,
                    message: "A sign-in in a browser needs the options' googleAppID or clientID, to find back to the app.")
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
            throw AuthFailure.make(.webInternalError, message: "This platform has no browser to sign in with.")
        }
    #else
        nonisolated(nonsending) private func browse(
            _ request: Request, _ binding: FlowBinding, _ flow: PendingFlow, _ delegate: (any AuthUIDelegate)?
        ) async throws -> String {
            let listener = try LoopbackListener(flow)
            do {
                let page = try flow.listens(on: listener.port) { try request.url(binding, redirect: $0) }
                // Not awaited: a delegate may well return only when its browser is closed.
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
