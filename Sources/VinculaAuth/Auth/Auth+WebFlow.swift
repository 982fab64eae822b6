public import Foundation
import IdentityToolkit

/// Sign-in in a browser.
extension Auth {
    /// Gives an address that the app was opened with to the browser sign-in that is under way.
    ///
    /// - Returns: Whether it was that sign-in's.
    public func canHandle(_ url: URL) -> Bool { WebFlow.handle(url) }

    private static func authority(_ url: URL) -> String { String(url.absoluteString.dropFirst("http://".count)) }

    /// What a browser sign-in at this app's server needs to know.
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
