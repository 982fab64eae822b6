public import AsyncHTTPClient
public import VinculaCore
import VinculaCrypto
public import VinculaEngine

/// Asks the provider that a credential is from.
public struct ProviderRegistry: IdentityVerifier {
    private let gameCenterCertificates: GameCenterCertificates
    private let options: ProviderOptions
    private let clock: any Clock
    private let keySets: JSONWebKeySetCache
    private let http: ProviderHTTP

    /// - Parameters:
    ///   - httpClient: Its event loops are used. Its configuration is not: every fetch has a client of its own, which
    ///     follows no redirects and connects only to the address that was checked.
    ///   - clock: What tokens' times are compared with.
    public init(options: ProviderOptions, httpClient: HTTPClient, clock: any Clock) {
        let http = ProviderHTTP(
            eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: options.allowsLoopbackHTTP,
            allowsPrivateAddresses: options.allowsPrivateAddresses)
        let discovery = OpenIDDiscovery(http: http, timeout: options.timeout)
        self.http = http
        self.options = options
        self.clock = clock
        keySets = JSONWebKeySetCache { source throws(AuthError) in try await discovery.keys(of: source) }
        gameCenterCertificates = GameCenterCertificates(http: http, timeout: options.timeout)
    }

    /// Verifies a credential.
    ///
    /// A token's email counts only if it is unmistakably an address; any other token is as if it had none.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for a token that proves nothing,
    ///   ``AuthError/missingOrInvalidNonce(_:)``, ``AuthError/providerUnavailable(_:)`` if the provider's keys cannot be had,
    ///   ``AuthError/providerNotConfigured``, ``AuthError/providerDisabled``,
    ///   ``AuthError/invalidCredentialOrProviderID(_:)`` without a token, or for a provider that does not exist.
    public func verify(
        _ credential: FederatedCredential, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        if let game = try await player(credential, client: client) { return game }
        if options.acceptsFakeAssertions, ProviderID.builtIn.contains(credential.provider),
            let fake = try FakeAssertion(credential)
        {
            return fake.identity(of: credential, options: options, trust: trust)
        }
        let provider = try provider(credential.provider, configured: configured, client: client)
        guard let idToken = credential.presentIDToken else {
            throw credential.missingIDToken
        }
        let facts = try await check(idToken, of: credential, with: provider)
        return facts.verified(trust: trust, idToken: idToken, accessToken: credential.accessToken)
    }

    private func provider(
        _ id: ProviderID, configured: OpenIDProvider?, client: ProviderClient?
    ) throws(AuthError) -> any IDTokenProvider {
        if id.isOpenIDConnect {
            guard let configured, configured.id == id, !configured.clientID.isEmpty else { throw .providerNotConfigured }
            guard configured.isEnabled else { throw .providerDisabled }
            return OpenIDConnect(configuration: configured)
        }
        guard ProviderID.builtIn.contains(id) else {
            throw .invalidCredentialOrProviderID("There is no such provider.")
        }
        switch id {
        case .google: return Google(options: try builtIn(options.google, client))
        case .apple: return Apple(options: try builtIn(options.apple, client))
        case .microsoft: return Microsoft(options: try builtIn(options.microsoft, client))
        default: throw .providerNotConfigured
        }
    }

    /// Has a provider take back a token that it gave to one of its apps.
    public func revoke(_ token: ProviderToken, client: ProviderClient) async throws {
        guard token.provider == .apple else { throw AuthError.providerNotConfigured }
        try await AppleTokens(issuer: options.apple.issuer, http: http, timeout: options.timeout, now: clock.now)
            .revoke(token, client: client)
    }

    /// The player of a game, who comes with neither kind of token.
    private func player(_ credential: FederatedCredential, client: ProviderClient?) async throws -> VerifiedIdentity? {
        if credential.provider == .gameCenter, let signed = credential.gameCenter {
            return try await GameCenter(options: options.gameCenter, clock: clock, certificates: gameCenterCertificates)
                .identity(signed, client: client)
        }
        guard credential.provider == .playGames, let code = credential.code else { return nil }
        return try await PlayGames(options: options.playGames, http: http, timeout: options.timeout)
            .identity(code: code, client: client)
    }

    /// What the project says of a provider goes before what the operator says.
    private func builtIn(
        _ options: ProviderOptions.BuiltIn, _ client: ProviderClient?
    ) throws(AuthError) -> ProviderOptions.BuiltIn {
        var options = options
        if let client { options.clientIDs = client.ids }
        guard !options.clientIDs.isEmpty else { throw .providerNotConfigured }
        return options
    }

    private func check(
        _ idToken: String, of credential: FederatedCredential, with provider: any IDTokenProvider
    ) async throws(AuthError) -> IdentityFacts {
        guard let token = JSONWebToken(idToken) else {
            throw .invalidIDPResponse("The id_token is not a signed JWT.")
        }
        // Before the signature, so that a token that could not pass anyway makes nobody ask for keys.
        let nonce = credential.nonce.flatMap { $0.isEmpty ? nil : $0 }
        let subject = try provider.rules(for: token.claims).check(token, nonce: nonce, now: clock.now)
        // A token that names no key is tried with all there are, and newer ones if they do not fit.
        let keys = try await keySets.keys(of: provider.keySource) { keys in
            token.keyID == nil ? token.isSigned(by: keys) : token.hasCandidate(in: keys)
        }
        guard token.isSigned(by: keys) else { throw .invalidIDPResponse("The id_token's signature is wrong.") }
        return provider.facts(claims: token.claims, subject: subject, user: credential.user)
    }
}

extension FederatedCredential {
    var presentIDToken: String? { idToken.flatMap { $0.isEmpty ? nil : $0 } }

    var missingIDToken: AuthError {
        .invalidCredentialOrProviderID("\(provider) sign-in needs an id_token; an access_token alone is not accepted.")
    }
}
