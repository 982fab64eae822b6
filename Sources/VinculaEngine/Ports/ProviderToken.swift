public import Foundation
public import VinculaCore

/// A token or code that a provider gave to an app, to be taken back.
public struct ProviderToken: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case accessToken
        case refreshToken
        /// A code for tokens that nobody has asked for yet.
        case code
    }

    public var provider: ProviderID
    public var kind: Kind
    public var value: String
    /// Where the provider sent the code to, if it was a web page that asked for it.
    public var redirectURI: String?

    public init(provider: ProviderID, kind: Kind, value: String, redirectURI: String? = nil) {
        self.provider = provider
        self.kind = kind
        self.value = value
        self.redirectURI = redirectURI
    }
}

extension IdentityVerifier {
    /// No provider takes back tokens unless a verifier says how.
    public func revoke(_ token: ProviderToken, client: ProviderClient) async throws { throw AuthError.providerNotConfigured }
}

/// What Game Center signed for a player on a device, unverified.
///
/// The signature covers one of the three ids; which one depends on the system's version. The others are mere claims.
public struct GameCenterSignature: Hashable, Sendable {
    public var teamPlayerID: String?
    public var gamePlayerID: String?
    public var playerID: String?
    public var displayName: String?
    /// Where the certificate of the signing key is.
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
