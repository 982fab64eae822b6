import Foundation
import SwiftASN1
import VinculaCrypto
import X509

/// The name by which an ACME server knows a certificate that it issued (RFC 9773, section 4.1).
package struct CertificateID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameter chain: The certificate with its intermediate certificates, in PEM.
    /// - Returns: `nil` if it does not name its issuer's key.
    package init?(chain: String) {
        guard let document = try? PEMDocument.parseMultiple(pemString: chain).first,
            let certificate = try? Certificate(pemDocument: document),
            let issuer = try? certificate.extensions.authorityKeyIdentifier?.keyIdentifier, !issuer.isEmpty
        else { return nil }
        // The number as in the certificate: of as few bytes as possible, and not negative.
        var serial = Data(certificate.serialNumber.bytes.drop { $0 == 0 })
        if serial.first.map({ $0 >= 0x80 }) ?? true { serial.insert(0, at: 0) }
        description = "\(Data(issuer).base64URL).\(serial.base64URL)"
    }
}
