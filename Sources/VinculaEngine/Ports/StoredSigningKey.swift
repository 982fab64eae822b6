package import Foundation
package import VinculaCore

/// The kind of token that a signing key signs; each purpose has its own keys.
package enum SigningPurpose: String, Hashable, Sendable, CaseIterable {
    case idToken
    case sessionCookie
}

/// A signing key as stored, with the private part sealed.
package struct StoredSigningKey: Hashable, Sendable {
    /// The `kid` of the tokens that it signs: random, never derived from anything.
    package let id: String
    package let purpose: SigningPurpose
    package let algorithm: SigningAlgorithm
    /// The private key in DER, sealed.
    package let sealedPrivateKey: Data
    /// The X.509 certificate in PEM, as Google's clients fetch it.
    package let certificate: String
    package let createdAt: Timestamp
    /// The time from which it signs; `nil` while it is only published. Of all keys that may sign, the one that began last
    /// does.
    package var activeFrom: Timestamp?
    /// The time at which another took over; it stays published until its last token has expired.
    package var retiredAt: Timestamp?

    package init(
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
