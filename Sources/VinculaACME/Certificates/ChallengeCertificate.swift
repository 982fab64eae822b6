import Crypto
import Foundation
import SwiftASN1
import VinculaCrypto
import X509

/// The certificate that answers a challenge by TLS-ALPN-01 (RFC 8737, section 3).
package struct ChallengeCertificate: Sendable {
    /// The protocol by which a certificate authority asks for the certificate.
    package static let alpnProtocol = "acme-tls/1"
    private static let acmeIdentifier: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 1, 31]

    /// The certificate in PEM.
    package let certificate: String
    /// Its key in PEM.
    package let key: String

    /// - Parameters:
    ///   - name: The name that is validated.
    ///   - authorization: The answer to the challenge.
    package init(name: String, authorization: String) throws {
        let key = P256.Signing.PrivateKey()
        let signer = Certificate.PrivateKey(key)
        var digest = DER.Serializer()
        try digest.serialize(ASN1OctetString(contentBytes: ArraySlice(Data(authorization.utf8).sha256)))
        let identifier = Certificate.Extension(
            oid: Self.acmeIdentifier, critical: true, value: ArraySlice(digest.serializedBytes))
        let subject = try DistinguishedName { CommonName("ACME challenge") }
        let now = Date()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: signer.publicKey,
            // Clocks differ.
            notValidBefore: now.addingTimeInterval(-86_400), notValidAfter: now.addingTimeInterval(7 * 86_400),
            issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions([
                identifier, try Certificate.Extension(SubjectAlternativeNames([.dnsName(name)]), critical: false),
            ]),
            issuerPrivateKey: signer)
        self.certificate = try certificate.serializeAsPEM().pemString
        self.key = key.pemRepresentation
    }
}
