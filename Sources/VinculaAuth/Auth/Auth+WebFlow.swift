public import Foundation
import IdentityToolkit

/// Sign-in in a browser.
extension Auth {
    /// Passes a URL that the app was opened with to the browser sign-in in progress.
    ///
    /// - Returns: True if the URL belonged to that sign-in.
    public func canHandle(_ url: URL) -> Bool { WebFlow.handle(url) }

    private static func authority(_ url: URL) -> String { String(url.absoluteString.dropFirst("http://".count)) }

    /// Returns the parameters of a browser sign-in at this app's server.
    func webFlowRequest(
        providerID: String, scopes: [String], customParameters: [String: String]
    ) async throws -> WebFlow.Request {
        let backend = try backend()
        let (emulator, customDomain) = state.withLock { ($0.emulator, $0.customAuthDomain) }
        var domains: [String] = []
        if emulator == nil, options.serverURL == nil {
            domains = try await backend.call(.projectConfig, NoRequest()).authorizedDomains ?? []
        }
        return WebFlow.Request(
            handler: try WebFlow.handler(
                serverURL: options.serverURL, emulator: emulator.map(Self.authority), customDomain: customDomain,
                authorizedDomains: domains),
            apiKey: backend.apiKey, appID: options.googleAppID, clientID: options.clientID, bundleID: options.bundleID,
            providerID: providerID, scopes: scopes, customParameters: customParameters, tenantID: tenantID,
            languageCode: languageCode, version: "Vincula/\(Backend.version)")
    }
}
