package import VinculaCore

/// A sign-in at a provider's own page, as this server asks for it.
package struct ProviderPageOrder: Hashable, Sendable {
    package var provider: ProviderID
    /// The address that the provider sends the browser back to.
    package var redirectURI: String
    /// Comes back unchanged with the answer (OAuth 2; in OAuth 1.0a it is part of the redirect address).
    package var state: String
    /// Comes back in the ID token (OpenID Connect).
    package var nonce: String
    /// The secret of PKCE; the provider's page sees its SHA-256 only.
    package var codeVerifier: String
    /// The scopes that the app asks for, besides those that a sign-in needs.
    package var scopes: [String]
    /// The app's `customParameters`. Those that the protocol itself uses are ignored.
    package var customParameters: [String: String]
    /// Indicates whether the app wants the provider's refresh token.
    package var wantsRefreshToken: Bool
    /// The base URL of this server as the browser knows it, where a development server's own page is.
    package var server: String?

    package init(
        provider: ProviderID, redirectURI: String, state: String, nonce: String, codeVerifier: String, scopes: [String] = [],
        customParameters: [String: String] = [:], wantsRefreshToken: Bool = false
    ) {
        self.provider = provider
        self.redirectURI = redirectURI
        self.state = state
        self.nonce = nonce
        self.codeVerifier = codeVerifier
        self.scopes = scopes
        self.customParameters = customParameters
        self.wantsRefreshToken = wantsRefreshToken
    }
}

/// The URL to send the browser to, and the values to keep until it comes back.
package struct ProviderPage: Hashable, Sendable {
    /// The address of the provider's page.
    package var url: String
    /// OAuth 1.0a's temporary credential.
    package var requestToken: RequestToken?
    /// Indicates whether the answer comes as a form that another site posts (Apple), so that a cookie must be sent with it.
    package var answersByForm: Bool

    /// OAuth 1.0a's temporary credential: the token, which the browser carries, and its secret, which it does not.
    package struct RequestToken: Hashable, Sendable, Codable {
        package var token: String
        package var secret: String

        package init(token: String, secret: String) {
            self.token = token
            self.secret = secret
        }
    }

    package init(url: String, requestToken: RequestToken? = nil, answersByForm: Bool = false) {
        self.url = url
        self.requestToken = requestToken
        self.answersByForm = answersByForm
    }
}

/// The values that the browser brought back from a provider's page.
package struct ProviderPageAnswer: Hashable, Sendable {
    /// The order, as it was when the browser was sent there.
    package var order: ProviderPageOrder
    package var requestToken: ProviderPage.RequestToken?
    /// The fields of the query or form, each of which came once: `code`, `iss`, `user`, `oauth_token`, `oauth_verifier`,
    /// `error`, …
    package var fields: [String: String]

    package init(order: ProviderPageOrder, requestToken: ProviderPage.RequestToken?, fields: [String: String]) {
        self.order = order
        self.requestToken = requestToken
        self.fields = fields
    }
}

/// Signs people in at providers' own pages.
package protocol ProviderPages: Sendable {
    /// Indicates whether a provider has a page, and the configuration has everything that the page needs.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - configured: The project's own configuration of the provider, for `oidc.*` and `oauth2.*`.
    ///   - client: The project's own client, its secret in clear; `nil` if the operator's configuration applies.
    func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool

    /// Returns where to send the browser. A provider may have to be asked first (discovery, OAuth 1.0a's request token).
    ///
    /// - Parameters:
    ///   - order: The sign-in.
    ///   - configured: The project's own configuration of the provider, for `oidc.*` and `oauth2.*`.
    ///   - client: The project's own client, its secret in clear (for `oidc.*` and `oauth2.*`, too); `nil` if the
    ///     operator's configuration applies.
    /// - Throws: ``AuthError/providerNotConfigured``, ``AuthError/providerDisabled``,
    ///   ``AuthError/operationNotAllowed(_:)`` if the configuration lacks something (a secret),
    ///   ``AuthError/invalidArgument(_:)`` for a scope or parameter that cannot be sent,
    ///   ``AuthError/invalidCredentialOrProviderID(_:)`` for a provider without a page,
    ///   ``AuthError/providerUnavailable(_:)``.
    func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage

    /// Exchanges the answer for the identity that the provider vouches for.
    ///
    /// The provider's `iss` (RFC 9207), the nonce, PKCE and OAuth 1.0a's request token are checked here; the state and the
    /// browser are the engine's concern.
    ///
    /// - Throws: The errors of ``IdentityVerifier/verify(_:configured:client:trust:)``, and
    ///   ``AuthError/providerRefused(code:)`` if the person or the provider declined.
    func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity

    /// Asks a provider for tokens with a code that it never issued, to see whether it knows the client.
    ///
    /// - Throws: ``AuthError/providerNotConfigured``, ``AuthError/operationNotAllowed(_:)`` if the configuration lacks something,
    ///   ``AuthError/providerUnavailable(_:)``.
    func probe(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderProbe
}

extension ProviderPages {
    /// By default there is nobody to ask.
    package func probe(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderProbe { .nothingToAsk }
}

/// No provider has a page: for commands and tests that never open one.
package struct NoProviderPages: ProviderPages {
    package init() {}

    package func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool { false }

    package func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage {
        throw AuthError.providerNotConfigured
    }

    package func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        throw AuthError.providerNotConfigured
    }
}
