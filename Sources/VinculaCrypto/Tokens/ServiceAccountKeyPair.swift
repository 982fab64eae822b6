import CryptoExtras
package import Foundation

/// A new key of a service account: the private half for its owner, the public one in the forms that are stored.
package struct ServiceAccountKeyPair: Sendable {
    /// PKCS #8 in PEM, as in Google's key files.
    package let privateKey: String
    /// The public key as a JSON Web Key.
    package let publicKey: String
    /// The X.509 certificate in PEM.
    package let certificate: String

    /// - Parameters:
    ///   - der: The RSA private key in DER, as ``KeyMaker/makeRSA`` makes it.
    ///   - id: The key's id.
    ///   - name: The common name of the certificate.
    ///   - notBefore: The beginning of the certificate's validity; keys do not expire by themselves, so it is valid for ten
    ///     years.
    package init(der: Data, id: String, name: String, notBefore: Date) throws {
        let published = try JSONWebKey(id: id, privateKeyDER: der).published ?? [:]
        privateKey = try _RSA.Signing.PrivateKey(derRepresentation: der).pkcs8PEMRepresentation + "\n"
        publicKey = String(decoding: try JSONEncoder().encode(published), as: UTF8.self)
        certificate = try SelfSignedCertificate.make(
            privateKeyDER: der, commonName: name, notBefore: notBefore, validFor: 10 * 365 * 24 * 3600)
    }
}
