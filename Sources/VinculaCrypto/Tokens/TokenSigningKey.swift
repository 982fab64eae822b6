import Crypto
package import Foundation
package import VinculaCore

/// A private key that signs tokens, with one algorithm and no other.
package struct TokenSigningKey: Sendable {
    private enum Material: Sendable {
        case rsa(RSASigningKey)
        case p256(P256.Signing.PrivateKey)
    }

    private let material: Material

    package var algorithm: SigningAlgorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// - Parameters:
    ///   - der: The private key in DER, as ``KeyMaker/make(_:)`` makes it.
    ///   - algorithm: The key's algorithm.
    /// - Throws: ``RSASigningKey/Failure``, or swift-crypto's error, for a key of another kind.
    package init(der: Data, algorithm: SigningAlgorithm) throws {
        switch algorithm {
        case .rs256: material = .rsa(try RSASigningKey(der: der))
        case .es256: material = .p256(try P256.Signing.PrivateKey(derRepresentation: der))
        }
    }

    /// Signs as RFC 7518 specifies: for ES256 the two numbers of 32 bytes, not their DER.
    package func sign(_ message: Data) throws -> Data {
        switch material {
        case .rsa(let key): try key.sign(message)
        case .p256(let key): try key.signature(for: SHA256.hash(data: message)).rawRepresentation
        }
    }
}
