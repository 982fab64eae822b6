import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// The certificate of a key that signs for Game Center, as Apple publishes it: DER, RSA, for code signing.
package struct GameCenterCertificate: Sendable {
    package let notBefore: Date
    package let notAfter: Date
    private let key: _RSA.Signing.PublicKey

    /// Reads a certificate.
    ///
    /// - Parameter der: The certificate in DER.
    /// - Returns: `nil` unless it is a certificate of an RSA key of 2048 bits or more that was issued to Apple, and not a
    ///   certificate authority's.
    package init?(der: Data) {
        guard let certificate = try? Certificate(derEncoded: Array(der)),
            let key = _RSA.Signing.PublicKey(certificate.publicKey), key.keySizeInBits >= 2048, key.keySizeInBits <= 8192,
            !Self.isAuthority(certificate), Self.isApples(certificate.subject)
        else { return nil }
        self.key = key
        notBefore = certificate.notValidBefore
        notAfter = certificate.notValidAfter
    }

    private static func isAuthority(_ certificate: Certificate) -> Bool {
        do {
            if case .isCertificateAuthority = try certificate.extensions.basicConstraints { return true }
            return false
        } catch {
            return true
        }
    }

    private static func isApples(_ name: DistinguishedName) -> Bool {
        name.contains { part in
            part.contains { $0.type == .RDNAttributeType.organizationName && String($0.value) == "Apple Inc." }
        }
    }

    /// Indicates whether this key signed a message (PKCS #1 v1.5 with SHA-256).
    package func isValid(_ signature: Data, of message: Data) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
            padding: .insecurePKCS1v1_5)
    }
}
