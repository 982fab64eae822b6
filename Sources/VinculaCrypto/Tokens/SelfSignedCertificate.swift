import Crypto
import CryptoExtras
public import Foundation
import SwiftASN1
import X509

/// The X.509 certificate in which Google's clients expect a token key.
public enum SelfSignedCertificate {
    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - privateKeyDER: The key that it certifies, and that signs it.
    ///   - commonName: Whom it names.
    ///   - notBefore: From when it holds.
    ///   - validFor: How long, in seconds.
    /// - Returns: The certificate in PEM.
    public static func make(
        privateKeyDER: Data, commonName: String = "securetoken.system.gserviceaccount.com", notBefore: Date,
        validFor: TimeInterval
    ) throws -> String {
        let key = try _RSA.Signing.PrivateKey(derRepresentation: privateKeyDER)
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: notBefore,
            notValidAfter: notBefore.addingTimeInterval(validFor),
            issuer: name,
            subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
        return try certificate.serializeAsPEM().pemString
    }
}
