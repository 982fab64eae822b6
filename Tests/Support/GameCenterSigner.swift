import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
package import VinculaCore
import VinculaCrypto
import X509

/// Signs as Game Center does, and has the certificate that it would publish.
package struct GameCenterSigner: Sendable {
    /// A signer that most tests share, because making a key takes long.
    package static let apple = Result { try GameCenterSigner() }

    /// The certificate in DER.
    package let certificate: Data
    private let key: _RSA.Signing.PrivateKey

    package init(
        organization: String = "Apple Inc.", from: Date = Date(timeIntervalSinceNow: -86_400),
        until: Date = Date(timeIntervalSinceNow: 86_400), isAuthority: Bool = false
    ) throws {
        key = try _RSA.Signing.PrivateKey(derRepresentation: RSASigningKey.generate())
        let name = try DistinguishedName {
            CountryName("US")
            OrganizationName(organization)
            CommonName(organization)
        }
        let constraints: BasicConstraints = isAuthority ? .isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority
        let made = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: from, notValidAfter: until, issuer: name, subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: try Certificate.Extensions { Critical(constraints) }, issuerPrivateKey: Certificate.PrivateKey(key))
        var serializer = DER.Serializer()
        try serializer.serialize(made)
        certificate = Data(serializer.serializedBytes)
    }

    /// A body of `accounts:signInWithGameCenter`.
    ///
    /// - Parameters:
    ///   - signing: The id that the signature covers.
    ///   - at: When, in seconds since 1970.
    package func body(
        signing player: String, as field: String = "teamPlayerId", bundle: String = "com.example.game",
        at seconds: Int64 = Int64(Date().timeIntervalSince1970), keyURL: String
    ) throws -> [String: JSONValue] {
        let salt = Data([1, 2, 3, 0xFB, 0xFF])
        let timestamp = UInt64(seconds) * 1000
        var message = Data(player.utf8) + Data(bundle.utf8)
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: timestamp >> UInt64(shift)))
        }
        message += salt
        let signature = try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
        return [
            field: .string(player), "publicKeyUrl": .string(keyURL), "signature": .string(signature.base64EncodedString()),
            // As the iOS SDK writes it.
            "salt": .string(
                salt.base64EncodedString().replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "+", with: "-")),
            "timestamp": .string(String(timestamp)), "displayName": "Ann",
        ]
    }
}
