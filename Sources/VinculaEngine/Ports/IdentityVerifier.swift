public import VinculaCore

/// What a client sent of a federated sign-in, unverified.
public struct FederatedCredential: Hashable, Sendable {
    public var provider: ProviderID
    public var idToken: String?
    public var accessToken: String?
    public var oauthTokenSecret: String?
    /// The nonce as the client knows it; the token carries it plain or as its SHA-256.
    public var nonce: String?
    /// Apple's `user` field: the name, sent by the client on first sign-in only.
    public var user: JSONValue?
    /// A code that the provider gives tokens for (Play Games' server auth code).
    public var code: String?
    /// What Game Center signed.
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

/// What a provider vouched for.
public struct VerifiedIdentity: Hashable, Sendable {
    public var presented: PresentedIdentity
    /// The wire's `federatedId`.
    public var federatedID: String
    public var firstName: String?
    public var lastName: String?
    /// What the provider told, for the client (`rawUserInfo`).
    public var rawUserInfo: JSONValue
    /// The tokens that the client may get back (`returnIdpCredential`).
    public var oauthIDToken: String?
    public var oauthAccessToken: String?
    /// OAuth 1.0a's half of the access token that signs.
    public var oauthTokenSecret: String?
    /// For how long the access token is good, in seconds, where the provider says so.
    public var oauthExpiresIn: Int64?
    public var nickName: String?
    public var language: String?
    public var timeZone: String?
    public var dateOfBirth: String?

    public init(
        presented: PresentedIdentity, federatedID: String, firstName: String? = nil, lastName: String? = nil,
        rawUserInfo: JSONValue, oauthIDToken: String? = nil, oauthAccessToken: String? = nil
    ) {
        self.presented = presented
        self.federatedID = federatedID
        self.firstName = firstName
        self.lastName = lastName
        self.rawUserInfo = rawUserInfo
        self.oauthIDToken = oauthIDToken
        self.oauthAccessToken = oauthAccessToken
    }
}

/// Checks credentials with those who issued them.
public protocol IdentityVerifier: Sendable {
    /// Verifies a credential.
    ///
    /// - Parameters:
    ///   - credential: What the client sent.
    ///   - configured: The project's own configuration of the provider, for `oidc.*`.
    ///   - client: The project's own client of a built-in provider; `nil` where the operator's configuration decides.
    ///   - trust: What the provider's word on an email is worth in this project.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/missingOrInvalidNonce(_:)``,
    ///   ``AuthError/providerUnavailable(_:)``, ``AuthError/providerNotConfigured``, ``AuthError/operationNotAllowed(_:)``,
    ///   ``AuthError/invalidCredentialOrProviderID(_:)``.
    func verify(
        _ credential: FederatedCredential, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity

    /// Has a provider take back a token that it gave to one of its apps.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if the provider refuses, ``AuthError/providerUnavailable(_:)``,
    ///   ``AuthError/providerNotConfigured``.
    func revoke(_ token: ProviderToken, client: ProviderClient) async throws
}
