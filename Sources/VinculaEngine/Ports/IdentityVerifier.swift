package import VinculaCore

/// The credential that a client sent for a federated sign-in, unverified.
package struct FederatedCredential: Hashable, Sendable {
    package var provider: ProviderID
    package var idToken: String?
    package var accessToken: String?
    package var oauthTokenSecret: String?
    /// The nonce as the client knows it; the token contains it in clear or as its SHA-256.
    package var nonce: String?
    /// Apple's `user` field: the name, which the client only sends on first sign-in.
    package var user: JSONValue?
    /// A code that the provider exchanges for tokens (Play Games' server auth code).
    package var code: String?
    /// The data that Game Center signed.
    package var gameCenter: GameCenterSignature?
    /// A SAML response that answers no request of this server's.
    package var samlResponse: String?

    package init(
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
///
/// It is stored with the result of a browser flow, so the names of the properties are part of the stored format.
package struct VerifiedIdentity: Hashable, Sendable, Codable {
    package var presented: PresentedIdentity
    package var details: ProviderDetails
    /// The tokens that the client may get back (`returnIdpCredential`).
    package var oauthIDToken: String?
    package var oauthAccessToken: String?
    /// The secret half of an OAuth 1.0a access token, which signs requests.
    package var oauthTokenSecret: String?
    /// The lifetime of the access token, in seconds, if the provider states it.
    package var oauthExpiresIn: Int64?
    /// The provider's refresh token, if its page was asked for one.
    package var oauthRefreshToken: String?
    /// The assertion's own name, if it is accepted once.
    package var once: Once?

    /// The name of an assertion that is accepted once.
    package struct Once: Hashable, Sendable, Codable {
        package var id: String
        /// The time after which it is refused anyway.
        package var expiresAt: Timestamp

        package init(id: String, expiresAt: Timestamp) {
            self.id = id
            self.expiresAt = expiresAt
        }
    }

    package init(
        presented: PresentedIdentity, details: ProviderDetails, oauthIDToken: String? = nil, oauthAccessToken: String? = nil
    ) {
        self.presented = presented
        self.details = details
        self.oauthIDToken = oauthIDToken
        self.oauthAccessToken = oauthAccessToken
    }
}

/// Verifies credentials with their issuers.
package protocol IdentityVerifier: Sendable {
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
