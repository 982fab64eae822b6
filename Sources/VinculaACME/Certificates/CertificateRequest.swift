import Crypto
package import Foundation
import SwiftASN1
import X509

/// The key of a certificate that is ordered, and the request for it.
package struct CertificateRequest: Sendable {
    private let key: P256.Signing.PrivateKey

    package init() { key = P256.Signing.PrivateKey() }

    /// - Parameter pem: ``pem`` of a key.
    /// - Returns: `nil` for anything else.
    package init?(pem: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.key = key
    }

    /// The private key in PEM.
    package var pem: String { key.pemRepresentation }

    var publicKey: Certificate.PublicKey { Certificate.PublicKey(key.publicKey) }

    /// The request for a certificate for some names, in DER (RFC 2986).
    package func request(for names: [CertificateName]) throws -> Data {
        let extensions = try Certificate.Extensions {
            SubjectAlternativeNames(names.map { .dnsName($0.description) })
        }
        let request = try CertificateSigningRequest(
            version: .v1, subject: DistinguishedName(), privateKey: Certificate.PrivateKey(key),
            attributes: CertificateSigningRequest.Attributes([.init(ExtensionRequest(extensions: extensions))]),
            signatureAlgorithm: .ecdsaWithSHA256)
        var serializer = DER.Serializer()
        try serializer.serialize(request)
        return Data(serializer.serializedBytes)
    }
}
