public import Foundation
public import VinculaCore

/// A token or code that a provider issued to an app, to be revoked.
public struct ProviderToken: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case accessToken
        case refreshToken
        /// A code that has not been exchanged for tokens yet.
        case code
    }

    public var provider: ProviderID
    public var kind: Kind
    public var value: String
    /// The redirect URI that the code was sent to, if a web page requested it.
    public var redirectURI: String?

    public init(provider: ProviderID, kind: Kind, value: String, redirectURI: String? = nil) {
        self.provider = provider
        self.kind = kind
        self.value = value
        self.redirectURI = redirectURI
    }
}

extension IdentityVerifier {
    /// By default no provider supports revocation.
    public func revoke(_ token: ProviderToken, client: ProviderClient) async throws { throw AuthError.providerNotConfigured }
}

/// The data that Game Center signed for a player on a device, unverified.
///
/// The signature covers one of the three ids; which one depends on the system's version. The others are only claims.
public struct GameCenterSignature: Hashable, Sendable {
    public var teamPlayerID: String?
    public var gamePlayerID: String?
    public var playerID: String?
    public var displayName: String?
    /// The URL of the signing key's certificate.
    public var publicKeyURL: String
    public var signature: Data
    public var salt: Data
    /// In milliseconds since 1970.
    public var timestamp: UInt64

    public init(
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
