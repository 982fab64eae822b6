public import Foundation
import IdentityToolkit

/// Sign-in in a browser.
extension Auth {
    /// Passes a URL that the app was opened with to the browser sign-in in progress.
    ///
    /// - Returns: True if the URL belonged to that sign-in.
    public func canHandle(_ url: URL) -> Bool { WebFlow.handle(url) }

    private static func authority(_ url: URL) -> String { String(url.absoluteString.dropFirst("http://".count)) }

    /// Returns the parameters of a browser sign-in at this app's server, after asking it for the project's settings: a
    /// browser would not tell the app that the server is down, rejects the API key, or does not send results to this machine.
    ///
    /// - Throws: `networkError` or the server's error; `operationNotAllowed` if a loopback listener is not allowed;
    ///   `webContextCancelled` if the task is cancelled meanwhile; the errors of
    ///   ``WebFlow/handler(serverURL:emulator:customDomain:authorizedDomains:)``.
    func webFlowRequest(
        providerID: String, scopes: [String], customParameters: [String: String]
    ) async throws -> WebFlow.Request {
        let backend = try backend()
        let (emulator, customDomain) = state.withLock { ($0.emulator, $0.customAuthDomain) }
        let config = try await projectConfig(backend)
        if WebFlow.usesLoopback, config.vincula?.signIn?.loopbackRedirects == false {
            throw AuthFailure.make(
                .operationNotAllowed,
                message: "The project does not let programs on this machine receive a browser sign-in. An administrator "
                    + "allows it by setting vincula.signIn.loopbackRedirects to true.")
        }
        return WebFlow.Request(
            handler: try WebFlow.handler(
                serverURL: options.serverURL, emulator: emulator.map(Self.authority), customDomain: customDomain,
                authorizedDomains: config.authorizedDomains ?? []),
            apiKey: backend.apiKey, appID: options.googleAppID, clientID: options.clientID, bundleID: options.bundleID,
            providerID: providerID, scopes: scopes, customParameters: customParameters, tenantID: tenantID,
            languageCode: languageCode, version: "Vincula/\(Backend.version)")
    }

    private func projectConfig(_ backend: Backend) async throws -> ProjectConfigResponse {
        do {
            return try await backend.call(.projectConfig, NoRequest())
        } catch  where Task.isCancelled {
            throw PendingFlow.cancelled(nil)
        }
    }
}
