public import VinculaCore

/// The credential that a client sent for a federated sign-in, unverified.
public struct FederatedCredential: Hashable, Sendable {
    public var provider: ProviderID
    public var idToken: String?
    public var accessToken: String?
    public var oauthTokenSecret: String?
    /// The nonce as the client knows it; the token contains it in clear or as its SHA-256.
    public var nonce: String?
    /// Apple's `user` field: the name, which the client only sends on first sign-in.
    public var user: JSONValue?
    /// A code that the provider exchanges for tokens (Play Games' server auth code).
    public var code: String?
    /// The data that Game Center signed.
    public var gameCenter: GameCenterSignature?

    public init(
        provider: ProviderID, idToken: String? = nil, accessToken: String? = nil, oauthTokenSecret: String? = nil,
        nonce: String? = nil, user: JSONValue? = nil
    ) {
        self.provider = provider
        self.idToken = idToken
        self.accessToken = accessToken
        self.oauthTokenSecret = oauthTokenSecret
        self.nonce = nonce
        self.user = user
    }
}

/// The identity that a provider vouched for.
public struct VerifiedIdentity: Hashable, Sendable {
    public var presented: PresentedIdentity
    public var details: ProviderDetails
    /// The tokens that the client may get back (`returnIdpCredential`).
    public var oauthIDToken: String?
    public var oauthAccessToken: String?
    /// The secret half of an OAuth 1.0a access token, which signs requests.
    public var oauthTokenSecret: String?
    /// The lifetime of the access token, in seconds, if the provider states it.
    public var oauthExpiresIn: Int64?

    public init(
        presented: PresentedIdentity, details: ProviderDetails, oauthIDToken: String? = nil, oauthAccessToken: String? = nil
    ) {
        self.presented = presented
        self.details = details
        self.oauthIDToken = oauthIDToken
        self.oauthAccessToken = oauthAccessToken
    }
}

/// Verifies credentials with their issuers.
public protocol IdentityVerifier: Sendable {
    /// Verifies a credential.
    ///
    /// - Parameters:
    ///   - credential: The credential that the client sent.
    ///   - configured: The project's own configuration of the provider, for `oidc.*`.
    ///   - client: The project's own client of a built-in provider; `nil` if the operator's configuration applies.
    ///   - trust: The trust in the provider's emails in this project.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/missingOrInvalidNonce(_:)``,
    ///   ``AuthError/providerUnavailable(_:)``, ``AuthError/providerNotConfigured``, ``AuthError/operationNotAllowed(_:)``,
    ///   ``AuthError/invalidCredentialOrProviderID(_:)``.
    func verify(
        _ credential: FederatedCredential, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity

    /// Asks a provider to revoke a token that it issued to one of its apps.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if the provider refuses, ``AuthError/providerUnavailable(_:)``,
    ///   ``AuthError/providerNotConfigured``.
    func revoke(_ token: ProviderToken, client: ProviderClient) async throws
}
