package import Foundation
package import VinculaCore

/// A token or code that a provider issued to an app, to be revoked.
package struct ProviderToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case accessToken
        case refreshToken
        /// A code that has not been exchanged for tokens yet.
        case code
    }

    package var provider: ProviderID
    package var kind: Kind
    package var value: String
    /// The redirect URI that the code was sent to, if a web page requested it.
    package var redirectURI: String?

    package init(provider: ProviderID, kind: Kind, value: String, redirectURI: String? = nil) {
        self.provider = provider
        self.kind = kind
        self.value = value
        self.redirectURI = redirectURI
    }
}

extension IdentityVerifier {
    /// By default no provider supports revocation.
    package func revoke(_ token: ProviderToken, client: ProviderClient) async throws { throw AuthError.providerNotConfigured }
}

/// The data that Game Center signed for a player on a device, unverified.
///
/// The signature covers one of the three ids; which one depends on the system's version. The others are only claims.
package struct GameCenterSignature: Hashable, Sendable {
    package var teamPlayerID: String?
    package var gamePlayerID: String?
    package var playerID: String?
    package var displayName: String?
    /// The URL of the signing key's certificate.
    package var publicKeyURL: String
    package var signature: Data
    package var salt: Data
    /// In milliseconds since 1970.
    package var timestamp: UInt64

    package init(
        teamPlayerID: String?, gamePlayerID: String?, playerID: String?, displayName: String?, publicKeyURL: String,
        signature: Data, salt: Data, timestamp: UInt64
    ) {
        self.teamPlayerID = teamPlayerID
        self.gamePlayerID = gamePlayerID
        self.playerID = playerID
        self.displayName = displayName
        self.publicKeyURL = publicKeyURL
        self.signature = signature
        self.salt = salt
        self.timestamp = timestamp
    }
}
