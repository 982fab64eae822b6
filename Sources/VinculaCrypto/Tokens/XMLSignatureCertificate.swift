import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
package import VinculaCore
import X509

/// The certificate of a key that signs XML, such as a SAML identity provider's.
///
/// Its validity is stated, not checked: identity providers sign with self-signed certificates for years after their end, and
/// whoever configured it trusts the key itself.
package struct XMLSignatureCertificate: Sendable {
    /// The algorithms that are accepted (RFC 9231), by their names in XML. SHA-1 and HMAC are not among them.
    package enum Algorithm: String, CaseIterable, Sendable {
        case rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
        case rsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
        case rsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
        case ecdsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
        case ecdsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384"
        case ecdsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512"
    }

    /// A certificate that cannot be used, in words.
    package struct Unusable: Error, Hashable, CustomStringConvertible {
        package let description: String

        fileprivate static let notACertificate = Unusable(description: "it is not an X.509 certificate in PEM.")
        fileprivate static let keyKind = Unusable(
            description: "its key is neither RSA nor of the curves P-256, P-384 and P-521.")
        fileprivate static let rsaSize = Unusable(description: "its RSA key does not have 2048 to 8192 bits.")
    }

    private enum Key: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
    }

    package let notBefore: Timestamp
    package let notAfter: Timestamp
    private let key: Key

    /// Reads a certificate.
    ///
    /// - Parameter text: PEM, or base64 alone, as in metadata.
    /// - Throws: ``Unusable``.
    package init(_ text: String) throws(Unusable) {
        guard text.utf8.count <= SAMLConnection.longestCertificate, let der = Self.der(text) else { throw .notACertificate }
        let certificate = try Self.certificate(der)
        let found = certificate.publicKey
        if let rsa = _RSA.Signing.PublicKey(found) {
            guard (2048...8192).contains(rsa.keySizeInBits) else { throw .rsaSize }
            key = .rsa(rsa)
        } else if let curve = P256.Signing.PublicKey(found) {
            key = .p256(curve)
        } else if let curve = P384.Signing.PublicKey(found) {
            key = .p384(curve)
        } else if let curve = P521.Signing.PublicKey(found) {
            key = .p521(curve)
        } else {
            throw .keyKind
        }
        notBefore = Timestamp(seconds: Int64(certificate.notValidBefore.timeIntervalSince1970))
        notAfter = Timestamp(seconds: Int64(certificate.notValidAfter.timeIntervalSince1970))
    }

    /// The certificate's bytes. Administrators paste certificates in lines of any length, which a reader of PEM refuses.
    private static func der(_ text: String) -> Data? {
        let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
        var body = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if body.hasPrefix("-") {
            guard body.hasPrefix(begin), body.hasSuffix(end), body.count >= begin.count + end.count else { return nil }
            body = String(body.dropFirst(begin.count).dropLast(end.count))
        }
        return Data(base64Encoded: body.filter { !$0.isWhitespace })
    }

    private static func certificate(_ der: Data) throws(Unusable) -> Certificate {
        do {
            return try Certificate(derEncoded: Array(der))
        } catch CryptoKitError.incorrectParameterSize {
            // The library reads no certificate of a shorter RSA key.
            throw .rsaSize
        } catch let error as CertificateError where error.code == .unsupportedPublicKeyAlgorithm {
            throw .keyKind
        } catch {
            throw .notACertificate
        }
    }

    /// The certificate in PEM, as it is written in lines of 64 characters.
    ///
    /// - Parameter base64: The certificate in base64.
    package static func pem(base64: String) -> String {
        let text = Array(base64.filter { !$0.isWhitespace })
        let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
        return (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----"]).joined(separator: "\n")
    }

    /// Indicates whether this key signed a message.
    ///
    /// The algorithm must be one of the key's kind. Signatures of curves are two numbers one after the other.
    package func isValid(_ signature: Data, of message: Data, by algorithm: Algorithm) -> Bool {
        switch algorithm {
        case .rsaSHA256: isValid(signature, rsa: SHA256.hash(data: message))
        case .rsaSHA384: isValid(signature, rsa: SHA384.hash(data: message))
        case .rsaSHA512: isValid(signature, rsa: SHA512.hash(data: message))
        case .ecdsaSHA256: isValid(signature, curve: SHA256.hash(data: message))
        case .ecdsaSHA384: isValid(signature, curve: SHA384.hash(data: message))
        case .ecdsaSHA512: isValid(signature, curve: SHA512.hash(data: message))
        }
    }

    private func isValid(_ signature: Data, rsa digest: some Digest) -> Bool {
        guard case .rsa(let key) = key else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
    }

    private func isValid(_ signature: Data, curve digest: some Digest) -> Bool {
        switch key {
        case .rsa: false
        case .p256(let key):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
                ?? false
        case .p384(let key):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
                ?? false
        case .p521(let key):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
                ?? false
        }
    }
}

/// The digests that XML signatures may refer to what they sign by.
package enum XMLDigest: String, CaseIterable, Sendable {
    case sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
    case sha384 = "http://www.w3.org/2001/04/xmldsig-more#sha384"
    case sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"

    package func hash(_ message: Data) -> Data {
        switch self {
        case .sha256: Data(SHA256.hash(data: message))
        case .sha384: Data(SHA384.hash(data: message))
        case .sha512: Data(SHA512.hash(data: message))
        }
    }
}
