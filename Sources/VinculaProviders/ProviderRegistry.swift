public import AsyncHTTPClient
public import VinculaCore
import VinculaCrypto
public import VinculaEngine

/// Asks the provider that a credential is from.
public struct ProviderRegistry: IdentityVerifier {
    private let options: ProviderOptions
    private let clock: any Clock
    private let keySets: JSONWebKeySetCache

    /// - Parameters:
    ///   - httpClient: Its event loops are used. Its configuration is not: every fetch has a client of its own, which
    ///     follows no redirects and connects only to the address that was checked.
    ///   - clock: What tokens' times are compared with.
    public init(options: ProviderOptions, httpClient: HTTPClient, clock: any Clock) {
        let discovery = OpenIDDiscovery(
            http: ProviderHTTP(
                eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: options.allowsLoopbackHTTP,
                allowsPrivateAddresses: options.allowsPrivateAddresses),
            timeout: options.timeout)
        self.options = options
        self.clock = clock
        keySets = JSONWebKeySetCache { source throws(AuthError) in try await discovery.keys(of: source) }
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
        _ credential: FederatedCredential, configured: OpenIDProvider?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        if options.acceptsFakeAssertions, ProviderID.builtIn.contains(credential.provider),
            let fake = try FakeAssertion(credential)
        {
            return fake.identity(of: credential, options: options, trust: trust)
        }
        let provider = try provider(credential.provider, configured: configured)
        guard let idToken = credential.presentIDToken else {
            throw credential.missingIDToken
        }
        if let configured, provider is OpenIDConnect, !configured.allowsIDToken {
            throw AuthError.operationNotAllowed("The identity provider's responseType does not allow an id_token.")
        }
        let facts = try await check(idToken, of: credential, with: provider)
        return facts.verified(trust: trust, idToken: idToken, accessToken: credential.accessToken)
    }

    private func provider(_ id: ProviderID, configured: OpenIDProvider?) throws(AuthError) -> any IDTokenProvider {
        if id.isOpenIDConnect {
            guard let configured, configured.id == id, !configured.clientID.isEmpty else { throw .providerNotConfigured }
            guard configured.isEnabled else { throw .providerDisabled }
            return OpenIDConnect(configuration: configured)
        }
        guard ProviderID.builtIn.contains(id) else {
            throw .invalidCredentialOrProviderID("There is no such provider.")
        }
        switch id {
        case .google where !options.google.clientIDs.isEmpty: return Google(options: options.google)
        case .apple where !options.apple.clientIDs.isEmpty: return Apple(options: options.apple)
        case .microsoft where !options.microsoft.clientIDs.isEmpty: return Microsoft(options: options.microsoft)
        default: throw .providerNotConfigured
        }
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
        try IDTokenRules.checkAccessToken(credential.accessToken, against: token)
        return provider.facts(claims: token.claims, subject: subject, user: credential.user)
    }
}

extension FederatedCredential {
    var presentIDToken: String? { idToken.flatMap { $0.isEmpty ? nil : $0 } }

    var missingIDToken: AuthError {
        .invalidCredentialOrProviderID("\(provider) sign-in needs an id_token; an access_token alone is not accepted.")
    }
}
