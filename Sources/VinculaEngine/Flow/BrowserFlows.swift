package import VinculaCore
import VinculaCrypto

/// The use cases of sign-ins at a provider's page: the browser is sent there, comes back, and the result is redeemed.
package struct BrowserFlows: TransactionalUseCases {
    let transactions: Transactions
    let pages: any ProviderPages
    let sealer: Sealer
    let limits: RequestLimits
    let serverTrust: [ProviderID: ProviderTrust]
    let apps: RegisteredApps
    let catalogue: ProviderCatalogue
}

/// A browser flow that has begun.
package struct FlowBeginning: Hashable, Sendable {
    /// The address of the provider's page.
    package let url: String
    /// The secret for the browser's cookie. A browser has one for all its flows.
    package let browserSecret: String
    /// Indicates whether the provider's answer comes as a form that another site posts, so that the cookie must be sent with
    /// it.
    package let answersByForm: Bool
    /// The time within which the provider must answer, in seconds.
    package let expiresInSeconds: Int64
}

/// What a browser brought back from a provider's page.
package struct FlowAnswer: Sendable {
    /// The provider that the path names; `nil` for the address that Firebase has for all SAML providers.
    package var provider: ProviderID?
    /// The project that the path names; `nil` if it names none.
    package var project: String?
    /// The tenant that the path names; `nil` if it names none.
    package var tenant: String?
    /// The fields of the query or form, each of which came once.
    package var fields: [String: String]
    /// The secret in the browser's cookie.
    package var browserSecret: String?

    package init(
        provider: ProviderID?, project: String?, tenant: String? = nil, fields: [String: String], browserSecret: String?
    ) {
        self.provider = provider
        self.project = project
        self.tenant = tenant
        self.fields = fields
        self.browserSecret = browserSecret
    }
}

/// The end of a browser flow, to be handed to the app.
package struct FlowResult: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// - Parameters:
        ///   - urlResponse: The address that the app redeems, with the one-time code.
        ///   - sessionID: The session's secret, for web apps; native apps have it already.
        case signedIn(urlResponse: String, sessionID: String?)
        case failed(FlowFailure)
    }

    /// The request, as it was when the flow began.
    package let request: FlowRequest
    /// Where the result may go.
    package let target: FlowReturn
    package let scope: ProjectScope
    package let outcome: Outcome
    /// The handler's address for the same request again.
    package let retryURL: String
}

/// What is kept, sealed, while the browser is at the provider.
///
/// The names of the properties are part of the stored format.
struct FlowOrder: Codable, Sendable {
    var request: FlowRequest
    var target: FlowReturn
    /// The server's address, as the browser knows it.
    var server: String
    var redirectURI: String
    var nonce: String
    var codeVerifier: String
    var requestToken: ProviderPage.RequestToken?
    /// The session's secret, if this server made it.
    var sessionSecret: String?
    /// The issuer of a provider that the project defines, its endpoints, and the client: the code is redeemed at no other.
    var party: String?

    func page(state: String) -> ProviderPageOrder {
        var order = ProviderPageOrder(
            provider: request.provider, redirectURI: redirectURI, state: state, nonce: nonce, codeVerifier: codeVerifier,
            scopes: request.scopes, customParameters: request.customParameters, wantsRefreshToken: request.wantsRefreshToken)
        order.server = server
        return order
    }

    static func place(of id: String) -> String { "browser-flow/\(id)" }
}

extension [String: String] {
    /// The state in what a provider's page sent back: SAML calls it `RelayState`.
    var flowState: String { (self["SAMLResponse"] == nil ? self["state"] : self["RelayState"]) ?? "" }
}

extension FlowRequest {
    /// Indicates whether the app asks for access while the person is away, by the names that providers have for it.
    var wantsRefreshToken: Bool {
        scopes.contains("offline_access") || scopes.contains("offline.access") || customParameters["access_type"] == "offline"
    }
}

/// A project's side of a provider, as a flow needs it.
struct FlowProvider: Sendable {
    var configured: OpenIDProvider?
    var client: ProviderClient?
    var trust: ProviderTrust

    /// Names the issuer, the endpoints that a code and its token are sent to, and the client, to notice that they were
    /// changed while the browser was away.
    var party: String? {
        guard configured != nil || client != nil else { return nil }
        let parts = [
            configured?.issuer, configured?.endpoints?.tokenURL, configured?.endpoints?.userInfoURL,
            configured?.clientID ?? client?.ids.first, configured?.saml?.ssoURL,
        ]
        return parts.map { $0 ?? "" }.joined(separator: "\n")
    }
}

extension ScopedReads {
    /// Reads a provider that is switched on.
    ///
    /// - Throws: ``AuthError/providerDisabled``, ``AuthError/providerNotConfigured``.
    func flowProvider(
        _ id: ProviderID, sealer: Sealer, serverTrust: [ProviderID: ProviderTrust]
    ) throws -> FlowProvider {
        try requireEnabled(id)
        return FlowProvider(
            configured: try reads.openIDProvider(id, in: scope), client: try client(of: id, sealer: sealer),
            trust: try settings().trust(in: id, server: serverTrust).trust)
    }
}
