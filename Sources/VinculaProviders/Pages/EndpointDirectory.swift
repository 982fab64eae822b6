import VinculaCore

/// A provider's endpoints as its discovery document states them (OpenID Connect Discovery 1.0 §3).
struct OpenIDEndpoints: Hashable, Sendable {
    let issuer: String
    let page: String
    let token: String?
    let userInfo: String?
    /// Indicates whether answers of the page carry `iss` (RFC 9207 §3).
    let announcesIssuer: Bool
    let authentications: [String]
    let responseTypes: [String]
    let responseModes: [String]
    let scopes: [String]

    /// - Throws: ``AuthError/providerUnavailable(_:)`` for a document without a page, or with an address that is not https.
    init(_ document: JSONValue, issuer: String, http: ProviderHTTP) throws(AuthError) {
        func address(_ name: String) throws(AuthError) -> String? {
            guard let value = document[name], value != .null else { return nil }
            guard let text = value.string, http.isAddress(text) else {
                throw .providerUnavailable("The provider's configuration has an invalid \(name).")
            }
            return text
        }
        guard let page = try address("authorization_endpoint") else {
            throw .providerUnavailable("The provider's configuration has no authorization_endpoint.")
        }
        self.issuer = issuer
        self.page = page
        token = try address("token_endpoint")
        userInfo = try address("userinfo_endpoint")
        announcesIssuer = document["authorization_response_iss_parameter_supported"]?.bool == true
        authentications = document.texts("token_endpoint_auth_methods_supported") ?? ["client_secret_basic"]
        responseTypes = document.texts("response_types_supported") ?? []
        responseModes = document.texts("response_modes_supported") ?? ["query", "fragment"]
        scopes = document.texts("scopes_supported") ?? []
    }

    /// The client's authentication at the token endpoint.
    ///
    /// A secret in the body is preferred if the provider takes it there, because servers disagree on how Basic encodes it.
    func authentication(_ secret: String, of provider: ProviderID) throws(AuthError) -> AuthorizationPage.Authentication {
        if authentications.contains("client_secret_post") { return .form(secret: secret) }
        if authentications.contains("client_secret_basic") { return .basic(secret: secret) }
        throw .operationNotAllowed("\(provider) accepts no client secret at its token endpoint, so its page cannot be used.")
    }
}

extension JSONValue {
    /// Returns a member that is a list of strings.
    fileprivate func texts(_ name: String) -> [String]? {
        guard case .array(let values)? = self[name] else { return nil }
        return values.compactMap(\.string)
    }
}

/// Remembers providers' endpoints for a few minutes.
actor EndpointDirectory {
    private struct Held {
        let endpoints: OpenIDEndpoints
        let expiresAt: ContinuousClock.Instant
    }

    private static let lifetime = Duration.seconds(600)
    private static let maximumCount = 1_000

    private let discovery: OpenIDDiscovery
    private var held: [OpenIDDiscovery.Source: Held] = [:]

    init(discovery: OpenIDDiscovery) { self.discovery = discovery }

    /// - Throws: ``AuthError/providerUnavailable(_:)``.
    func endpoints(
        of source: OpenIDDiscovery.Source, until deadline: ContinuousClock.Instant
    ) async throws(AuthError) -> OpenIDEndpoints {
        if let known = held[source], .now < known.expiresAt { return known.endpoints }
        let document = try await discovery.document(of: source, until: deadline)
        let endpoints = try OpenIDEndpoints(document, issuer: source.issuer, http: discovery.http)
        if held.count >= Self.maximumCount { held.removeAll() }
        held[source] = Held(endpoints: endpoints, expiresAt: .now + Self.lifetime)
        return endpoints
    }
}
