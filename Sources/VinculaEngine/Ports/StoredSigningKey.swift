public import Foundation
public import VinculaCore

/// The kind of token that a signing key signs; each purpose has its own keys.
public enum SigningPurpose: String, Hashable, Sendable, CaseIterable {
    case idToken
    case sessionCookie
}

/// A signing key as stored, with the private part sealed.
public struct StoredSigningKey: Hashable, Sendable {
    /// The `kid` of the tokens that it signs: random, never derived from anything.
    public let id: String
    public let purpose: SigningPurpose
    public let algorithm: SigningAlgorithm
    /// The private key in DER, sealed.
    public let sealedPrivateKey: Data
    /// The X.509 certificate in PEM, as Google's clients fetch it.
    public let certificate: String
    public let createdAt: Timestamp
    /// The time from which it signs; `nil` while it is only published. Of all keys that may sign, the one that began last
    /// does.
    public var activeFrom: Timestamp?
    /// The time at which another took over; it stays published until its last token has expired.
    public var retiredAt: Timestamp?

    public init(
        id: String, purpose: SigningPurpose, algorithm: SigningAlgorithm = .rs256, sealedPrivateKey: Data, certificate: String,
        createdAt: Timestamp, activeFrom: Timestamp?, retiredAt: Timestamp? = nil
    ) {
        self.id = id
        self.purpose = purpose
        self.algorithm = algorithm
        self.sealedPrivateKey = sealedPrivateKey
        self.certificate = certificate
        self.createdAt = createdAt
        self.activeFrom = activeFrom
        self.retiredAt = retiredAt
    }
}
