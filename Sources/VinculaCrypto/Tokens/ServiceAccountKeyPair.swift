import CryptoExtras
public import Foundation

/// A new key of a service account: the private half for its owner, the public one in the forms that are kept.
public struct ServiceAccountKeyPair: Sendable {
    /// PKCS #8 in PEM, as Google's key files have it.
    public let privateKey: String
    /// The public key as a JSON Web Key.
    public let publicKey: String
    /// The X.509 certificate in PEM.
    public let certificate: String

    /// Makes an RSA-2048 key pair.
    ///
    /// - Parameters:
    ///   - id: The key's id.
    ///   - name: Whom the certificate names.
    ///   - notBefore: From when the certificate holds; keys have no end of their own, so it holds for ten years.
    public static func generate(id: String, name: String, notBefore: Date) throws -> ServiceAccountKeyPair {
        let der = try RSASigningKey.generate()
        let published = try JSONWebKey(id: id, privateKeyDER: der).published ?? [:]
        return ServiceAccountKeyPair(
            privateKey: try _RSA.Signing.PrivateKey(derRepresentation: der).pkcs8PEMRepresentation + "\n",
            publicKey: String(decoding: try JSONEncoder().encode(published), as: UTF8.self),
            certificate: try SelfSignedCertificate.make(
                privateKeyDER: der, commonName: name, notBefore: notBefore, validFor: 10 * 365 * 24 * 3600))
    }
}
