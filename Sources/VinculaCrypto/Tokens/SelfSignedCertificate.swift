import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
package import VinculaCore
import X509

/// The X.509 certificate that Google's clients expect for a token key.
package enum SelfSignedCertificate {
    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - privateKeyDER: The key that it certifies, and that signs it.
    ///   - algorithm: The key's algorithm.
    ///   - commonName: The common name of its subject and issuer.
    ///   - notBefore: The beginning of its validity.
    ///   - validFor: The length of its validity, in seconds.
    /// - Returns: The certificate in PEM.
    package static func make(
        privateKeyDER: Data, algorithm: SigningAlgorithm = .rs256, commonName: String = "securetoken.system.gserviceaccount.com",
        notBefore: Date, validFor: TimeInterval
    ) throws -> String {
        let key: Certificate.PrivateKey
        let signatureAlgorithm: Certificate.SignatureAlgorithm
        switch algorithm {
        case .rs256:
            key = Certificate.PrivateKey(try _RSA.Signing.PrivateKey(derRepresentation: privateKeyDER))
            signatureAlgorithm = .sha256WithRSAEncryption
        case .es256:
            key = Certificate.PrivateKey(try P256.Signing.PrivateKey(derRepresentation: privateKeyDER))
            signatureAlgorithm = .ecdsaWithSHA256
        }
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: notBefore,
            notValidAfter: notBefore.addingTimeInterval(validFor),
            issuer: name,
            subject: name,
            signatureAlgorithm: signatureAlgorithm,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
            },
            issuerPrivateKey: key)
        return try certificate.serializeAsPEM().pemString
    }
}
