package import AsyncHTTPClient
package import VinculaCore
import VinculaCrypto
package import VinculaEngine

/// Verifies credentials with the provider that issued them.
package struct ProviderRegistry: IdentityVerifier {
    private let gameCenterCertificates: GameCenterCertificates
    let options: ProviderOptions
    let clock: any Clock
    let keySets: JSONWebKeySetCache
    private let http: ProviderHTTP
    private let directory: EndpointDirectory

    /// - Parameters:
    ///   - options: The operator's settings for providers.
    ///   - httpClient: Only its event loops are used, not its configuration: every fetch has a client of its own, which
    ///     follows no redirects and connects only to the address that was checked.
    ///   - clock: The clock that tokens' times are compared with.
    ///   - stop: Ends the wait for providers when the server stops.
    ///   - ended: Called after each request in the task that made it; `nil` if nobody wants to know.
    package init(
        options: ProviderOptions, httpClient: HTTPClient, clock: any Clock, stop: ProviderStop = ProviderStop(),
        ended: (@Sendable (_ took: Duration, _ hasFailed: Bool) -> Void)? = nil
    ) {
        let http = ProviderHTTP(
            eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: options.allowsLoopbackHTTP,
            allowsPrivateAddresses: options.allowsPrivateAddresses, ended: ended, stop: stop)
        let discovery = OpenIDDiscovery(http: http, timeout: options.timeout)
        self.http = http
        self.options = options
        self.clock = clock
        directory = EndpointDirectory(discovery: discovery)
        keySets = JSONWebKeySetCache { source throws(AuthError) in try await discovery.keys(of: source) }
        gameCenterCertificates = GameCenterCertificates(http: http, timeout: options.timeout)
    }

    /// Verifies a credential.
    ///
    /// A token's email is used only if it is unmistakably an address; otherwise it is treated as missing.
    ///
    /// If there is an ID token, it decides. An access token beside it must belong to the same person; an access token alone
    /// is checked with the provider.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for a token that proves nothing,
    ///   ``AuthError/missingOrInvalidNonce(_:)``, ``AuthError/providerUnavailable(_:)`` if the provider cannot be asked,
    ///   ``AuthError/providerNotConfigured``, ``AuthError/providerDisabled``, ``AuthError/operationNotAllowed(_:)`` for an
    ///   access token without the configuration to check it, or
    ///   ``AuthError/invalidCredentialOrProviderID(_:)`` if there is no token, or the provider does not exist.
    package func verify(
        _ credential: FederatedCredential, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        if let game = try await player(credential, client: client) { return game }
        if options.acceptsFakeAssertions, ProviderID.builtIn.contains(credential.provider),
            let fake = try FakeAssertion(credential)
        {
            return fake.identity(of: credential, options: options, trust: trust)
        }
        if credential.provider.isSAML { return try self.person(credential, configured: configured, trust: trust) }
        let provider = try provider(credential.provider, configured: configured, client: client)
        guard !(provider is PlainOAuth2) else {
            throw AuthError.invalidCredentialOrProviderID(
                "\(credential.provider) sign-in works through its page only: its tokens do not show which app they were issued to."
            )
        }
        if let configured, credential.presentIDToken != nil, provider is OpenIDConnect, !configured.allowsIDToken {
            throw AuthError.operationNotAllowed("The identity provider's responseType does not allow an id_token.")
        }
        return try await verify(credential, with: provider, trust: trust)
    }

    /// Verifies a credential with a known provider.
    func verify(
        _ credential: FederatedCredential, with provider: any IdentityProvider, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        guard let idToken = credential.presentIDToken else {
            let facts = try await self.facts(ofAccessTokenIn: credential, from: provider)
            // Only OAuth 1.0a has such a secret, and only there has it been checked.
            let secret = provider is Twitter ? credential.oauthTokenSecret : nil
            return facts.verified(trust: trust, idToken: nil, accessToken: credential.accessToken, tokenSecret: secret)
        }
        guard let issuer = provider as? any IDTokenProvider else {
            throw AuthError.invalidCredentialOrProviderID("\(credential.provider) issues no id_tokens; send an access_token.")
        }
        let (token, facts) = try await verifyIDToken(idToken, of: credential, with: issuer)
        try await requireSamePerson(facts, token, credential, from: provider)
        return facts.verified(trust: trust, idToken: idToken, accessToken: credential.presentAccessToken)
    }

    /// Checks an access token that comes without an ID token.
    private func facts(
        ofAccessTokenIn credential: FederatedCredential, from provider: any IdentityProvider
    ) async throws(AuthError) -> IdentityFacts {
        guard let provider = provider as? any AccessTokenProvider, let text = credential.presentAccessToken else {
            throw credential.missingIDToken(acceptsAccessToken: provider is any AccessTokenProvider)
        }
        let secret = credential.oauthTokenSecret.flatMap { $0.isEmpty ? nil : $0 }
        return try await provider.facts(
            of: try AccessToken(text, secret: secret), by: visit(credential.provider).dialogue)
    }

    /// The means of asking a provider something, with a time limit that begins now.
    func visit(_ provider: ProviderID) -> PageVisit {
        PageVisit(
            provider: provider, http: http, directory: directory, deadline: .now + options.timeout, now: clock.now)
    }

    /// Requires that an access token beside an ID token belongs to the same person, as far as that can be determined.
    private func requireSamePerson(
        _ facts: IdentityFacts, _ idToken: JSONWebToken, _ credential: FederatedCredential, from provider: any IdentityProvider
    ) async throws(AuthError) {
        guard let accessToken = credential.presentAccessToken else { return }
        if let fits = AccessTokenHash.fits(accessToken, idToken) {
            guard fits else { throw .invalidIDPResponse("The access_token was not issued with the id_token.") }
            return
        }
        guard provider is any AccessTokenProvider else { return }
        let told: IdentityFacts
        do {
            told = try await self.facts(ofAccessTokenIn: credential, from: provider)
        } catch .operationNotAllowed {
            // The provider cannot be asked, so the access token is ignored.
            return
        }
        guard told.key == facts.key else { throw .invalidIDPResponse("The access_token and id_token are for different people.") }
    }

    func provider(
        _ id: ProviderID, configured: OpenIDProvider?, client: ProviderClient?
    ) throws(AuthError) -> any IdentityProvider {
        if id.isOpenIDConnect {
            guard let configured, configured.id == id, !configured.clientID.isEmpty else { throw .providerNotConfigured }
            guard configured.isEnabled else { throw .providerDisabled }
            return OpenIDConnect(configuration: configured, clientSecret: client?.secret)
        }
        if id.isPlainOAuth2 {
            guard let configured, configured.id == id, let endpoints = configured.endpoints else { throw .providerNotConfigured }
            guard configured.isEnabled else { throw .providerDisabled }
            return PlainOAuth2(configuration: configured, endpoints: endpoints, clientSecret: client?.secret)
        }
        guard ProviderID.builtIn.contains(id) else {
            throw .invalidCredentialOrProviderID("Unknown provider.")
        }
        guard let make = BuiltInProvider[id]?.make else { throw .providerNotConfigured }
        return make(try builtIn(options[id], client), clock.now)
    }

    /// Has a provider revoke a token that it issued to one of its apps.
    package func revoke(_ token: ProviderToken, client: ProviderClient) async throws {
        guard token.provider == .apple else { throw AuthError.providerNotConfigured }
        try await AppleTokens(issuer: options[.apple].issuer, http: http, timeout: options.timeout, now: clock.now)
            .revoke(token, client: client)
    }

    /// The person of a SAML response that answers no request of this server's. Only the emulator's are accepted.
    private func person(
        _ credential: FederatedCredential, configured: OpenIDProvider?, trust: ProviderTrust
    ) throws(AuthError) -> VerifiedIdentity {
        guard configured == nil else {
            throw .invalidIDPResponse(
                "A SAML response must answer a request of this server's: begin the sign-in here, and send its RelayState and "
                    + "sessionId.")
        }
        guard options.acceptsFakeAssertions, let fake = try FakeAssertion(credential) else { throw .providerNotConfigured }
        return try fake.person(of: credential, options: options, trust: trust)
    }

    /// The player of a game, whose credential contains neither kind of token.
    private func player(_ credential: FederatedCredential, client: ProviderClient?) async throws -> VerifiedIdentity? {
        if credential.provider == .gameCenter, let signed = credential.gameCenter {
            return try await GameCenter(options: options.gameCenter, clock: clock, certificates: gameCenterCertificates)
                .identity(signed, client: client)
        }
        guard credential.provider == .playGames, let code = credential.code else { return nil }
        return try await PlayGames(options: options.playGames, http: http, timeout: options.timeout)
            .identity(code: code, client: client)
    }

    /// The provider's options, with the project's settings taking precedence over the operator's.
    private func builtIn(
        _ options: ProviderOptions.BuiltIn, _ client: ProviderClient?
    ) throws(AuthError) -> ProviderOptions.BuiltIn {
        var options = options
        if let client {
            options.clientIDs = client.ids
            // Never the operator's secret, which belongs to another client.
            options.clientSecret = client.secret
            options.appleKey = client.appleKey
            options.codeClient = nil
        }
        guard options.hasClient else { throw .providerNotConfigured }
        return options
    }
}

extension FederatedCredential {
    var presentIDToken: String? { idToken.flatMap { $0.isEmpty ? nil : $0 } }

    var presentAccessToken: String? { accessToken.flatMap { $0.isEmpty ? nil : $0 } }

    func missingIDToken(acceptsAccessToken: Bool) -> AuthError {
        .invalidCredentialOrProviderID(
            acceptsAccessToken
                ? "\(provider) sign-in needs an id_token or an access_token."
                : "\(provider) sign-in needs an id_token; an access_token alone is not accepted.")
    }
}
