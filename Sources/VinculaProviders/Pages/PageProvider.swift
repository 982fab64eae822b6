import VinculaCore
import VinculaEngine

/// A provider that has a page where people sign in.
protocol PageProvider: IdentityProvider {
    /// Checks that the configuration has everything that the page needs.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)``, which says what is missing.
    func requirePage() throws(AuthError)

    /// Returns where to send the browser.
    func begin(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderPage

    /// Exchanges what the browser brought back for the provider's tokens, which nobody has verified yet.
    func finish(_ answer: ProviderPageAnswer, by visit: PageVisit) async throws(AuthError) -> ProviderTokens

    /// Has the provider refuse a code that it never issued.
    func probe(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderProbe

    /// Verifies the tokens that came from the provider itself.
    func identity(
        from tokens: ProviderTokens, answering order: ProviderPageOrder, trust: ProviderTrust, by visit: PageVisit,
        registry: ProviderRegistry
    ) async throws -> VerifiedIdentity
}

extension PageProvider {
    /// By default a provider's tokens are verified like those that a client sends.
    func identity(
        from tokens: ProviderTokens, answering order: ProviderPageOrder, trust: ProviderTrust, by visit: PageVisit,
        registry: ProviderRegistry
    ) async throws -> VerifiedIdentity {
        try await registry.verify(tokens.credential(answering: order), with: self, trust: trust)
    }
}

/// The means of one visit to a provider's page: requests, with a time limit for all of them together.
struct PageVisit: Sendable {
    let provider: ProviderID
    let http: ProviderHTTP
    let directory: EndpointDirectory
    let deadline: ContinuousClock.Instant
    let now: Timestamp

    /// The provider's endpoints, by discovery.
    func endpoints(of source: OpenIDDiscovery.Source) async throws(AuthError) -> OpenIDEndpoints {
        try await directory.endpoints(of: source, until: deadline)
    }

    var dialogue: ProviderDialogue { ProviderDialogue(provider: provider, http: http, deadline: deadline, now: now) }
}

/// The tokens that a provider issued to us in exchange for what the browser brought back.
struct ProviderTokens: Sendable {
    /// The maximum length of a token, in bytes.
    static let maximumLength = 16_384

    var idToken: String?
    var accessToken: String?
    /// The OAuth 1.0a token secret.
    var tokenSecret: String?
    var refreshToken: String?
    /// The lifetime of the access token, in seconds.
    var lifetime: Int64?
    /// What Apple posts about the person beside the code, unsigned.
    var user: JSONValue?

    /// The tokens in the form in which clients send theirs.
    func credential(answering order: ProviderPageOrder) -> FederatedCredential {
        FederatedCredential(
            provider: order.provider, idToken: idToken, accessToken: accessToken, oauthTokenSecret: tokenSecret,
            nonce: idToken == nil ? nil : order.nonce, user: user)
    }

    /// Indicates whether a text can be a token or a code: bounded, and of printable ASCII characters.
    static func isPlain(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// The client as which this server redeems codes.
struct PageClient: Sendable {
    let id: String
    let secret: String
}

extension ProviderOptions.BuiltIn {
    /// The first client, which is the one whose secret is configured.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if there is no secret.
    func pageClient(of provider: ProviderID) throws(AuthError) -> PageClient {
        guard let id = clientIDs.first, let secret = clientSecret, !secret.isEmpty else {
            throw .operationNotAllowed(
                "Signing in at \(provider)'s page needs the client's secret; add it to the configuration.")
        }
        return PageClient(id: id, secret: secret)
    }
}
